import Rivulet
import RivuletTesting
import Testing

/// A sequence without a source of its own.
struct SourceCase: Sendable, CustomTestStringConvertible {
    /// Its name in the symbol graph, with which the table is compared.
    let name: String
    /// What it sends first, when time is moved on.
    let elements: [Int]
    let make: @Sendable (TestScheduler) -> Observable<Int>

    init(_ name: String, sends elements: [Int], _ make: @escaping @Sendable (TestScheduler) -> Observable<Int>) {
        self.name = name
        self.elements = elements
        self.make = make
    }

    var testDescription: String { name }
}

let sourceTable: [SourceCase] = [
    SourceCase("create(_:)", sends: [1, 2]) { _ in
        .create { observer in
            observer.onNext(1)
            observer.onNext(2)
            observer.onCompleted()
            return Disposables.create()
        }
    },
    SourceCase("empty()", sends: []) { _ in .empty() },
    SourceCase("error(_:)", sends: []) { _ in .error(Failure()) },
    SourceCase("from(_:scheduler:)", sends: [1, 2]) { .from([1, 2], scheduler: $0) },
    SourceCase("from(optional:)", sends: [1]) { _ in .from(optional: 1) },
    SourceCase("from(optional:scheduler:)", sends: [1]) { .from(optional: 1, scheduler: $0) },
    SourceCase("generate(initialState:condition:scheduler:iterate:)", sends: [1, 2, 3]) {
        .generate(initialState: 1, condition: { $0 < 4 }, scheduler: $0, iterate: { $0 + 1 })
    },
    SourceCase("interval(_:scheduler:)", sends: [0, 1, 2]) { .interval(.seconds(1), scheduler: $0) },
    SourceCase("just(_:)", sends: [1]) { _ in .just(1) },
    SourceCase("just(_:scheduler:)", sends: [1]) { .just(1, scheduler: $0) },
    SourceCase("never()", sends: []) { _ in .never() },
    SourceCase("of(_:scheduler:)", sends: [1, 2]) { .of(1, 2, scheduler: $0) },
    SourceCase("range(start:count:scheduler:)", sends: [5, 6, 7]) { .range(start: 5, count: 3, scheduler: $0) },
    SourceCase("repeatElement(_:scheduler:)", sends: [1, 1, 1]) { .repeatElement(1, scheduler: $0) },
    SourceCase("timer(_:period:scheduler:)", sends: [0, 1, 2]) { .timer(.seconds(2), period: .seconds(1), scheduler: $0) },
]
