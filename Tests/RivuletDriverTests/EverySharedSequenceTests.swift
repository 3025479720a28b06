import Rivulet
import RivuletDriver
import RivuletSymbols
import RivuletTesting
import Synchronization
import Testing

/// One operator of shared sequences, applied so that it takes and gives integers.
private struct SharedCase: Sendable, CustomTestStringConvertible {
    let name: String
    let apply: @Sendable (Driver<Int>) -> Driver<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Driver<Int>) -> Driver<Int>) {
        self.name = name
        self.apply = apply
    }

    var testDescription: String { name }
}

/// What `withUnretained` holds weakly. Each sequence has its own: Address Sanitizer takes the weak reference's record for a
/// leak when the object lives to the end of the process.
private final class Owner: Sendable {}

private func withOwner(_ source: Driver<Int>, _ apply: (Driver<Int>, Owner) -> Driver<Int>) -> Driver<Int> {
    let owner = Owner()
    return apply(source, owner).do(onDispose: { withExtendedLifetime(owner) {} })
}

private let sharedTable: [SharedCase] = [
    SharedCase("compactMap(_:)") { $0.compactMap { $0 } },
    SharedCase("debounce(_:)") { $0.debounce(.seconds(1)) },
    SharedCase("debug(_:trimOutput:file:line:function:)") { $0.do() },
    SharedCase("delay(_:)") { $0.delay(.seconds(1)) },
    SharedCase("distinctUntilChanged()") { $0.distinctUntilChanged() },
    SharedCase("distinctUntilChanged(_:)") { $0.distinctUntilChanged { $0 } },
    SharedCase("distinctUntilChanged(_:comparer:)") { $0.distinctUntilChanged({ $0 }, comparer: { $0 == $1 }) },
    SharedCase("do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)") { $0.do(onNext: { _ in }) },
    SharedCase("filter(_:)") { $0.filter { _ in true } },
    SharedCase("flatMap(_:)") { $0.flatMap { Driver.just($0) } },
    SharedCase("flatMapFirst(_:)") { $0.flatMapFirst { Driver.just($0) } },
    SharedCase("flatMapLatest(_:)") { $0.flatMapLatest { Driver.just($0) } },
    SharedCase("map(_:)") { $0.map { $0 + 1 } },
    SharedCase("merge()") { $0.map { Driver.just($0) }.merge() },
    SharedCase("merge(maxConcurrent:)") { $0.map { Driver.just($0) }.merge(maxConcurrent: 1) },
    SharedCase("scan(_:accumulator:)") { $0.scan(0, accumulator: +) },
    SharedCase("skip(_:)") { $0.skip(1) },
    SharedCase("startWith(_:)") { $0.startWith(7) },
    SharedCase("switchLatest()") { $0.map { Driver.just($0) }.switchLatest() },
    SharedCase("throttle(_:latest:)") { $0.throttle(.seconds(1), latest: false) },
    SharedCase("withLatestFrom(_:)") { $0.withLatestFrom(Driver.just(1)) },
    SharedCase("withLatestFrom(_:resultSelector:)") { $0.withLatestFrom(Driver.just(1)) { $0 + $1 } },
    SharedCase("withUnretained(_:)") { withOwner($0) { $0.withUnretained($1).map(\.1) } },
    SharedCase("withUnretained(_:resultSelector:)") { withOwner($0) { $0.withUnretained($1) { $1 } } },
    SharedCase("asDriver()") { $0.asDriver() },
    SharedCase("concat(_:)") { Driver.concat($0, .empty()) },
    SharedCase("merge(_:)") { Driver.merge($0, .empty()) },
    SharedCase("combineLatest(_:)") { Driver.combineLatest([$0, .just(1)]).map { $0.reduce(0, +) } },
    SharedCase("combineLatest(_:resultSelector:)") { Driver.combineLatest([$0, .just(1)]) { $0.reduce(0, +) } },
    SharedCase("zip(_:)") { Driver.zip([$0, $0]).map { $0[0] } },
    SharedCase("zip(_:resultSelector:)") { Driver.zip([$0, $0]) { $0[0] } },
    SharedCase("combineLatest(_:_:)") { Driver.combineLatest($0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:resultSelector:)") { Driver.combineLatest($0, $0) { first, _ in first } },
    SharedCase("zip(_:_:)") { Driver.zip($0, $0).map(\.0) },
    SharedCase("zip(_:_:resultSelector:)") { Driver.zip($0, $0) { first, _ in first } },
    SharedCase("combineLatest(_:_:_:)") { Driver.combineLatest($0, $0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:_:resultSelector:)") { Driver.combineLatest($0, $0, $0) { first, _, _ in first } },
    SharedCase("zip(_:_:_:)") { Driver.zip($0, $0, $0).map(\.0) },
    SharedCase("zip(_:_:_:resultSelector:)") { Driver.zip($0, $0, $0) { first, _, _ in first } },
    SharedCase("combineLatest(_:_:_:_:)") { Driver.combineLatest($0, $0, $0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:_:_:resultSelector:)") { Driver.combineLatest($0, $0, $0, $0) { first, _, _, _ in first } },
    SharedCase("zip(_:_:_:_:)") { Driver.zip($0, $0, $0, $0).map(\.0) },
    SharedCase("zip(_:_:_:_:resultSelector:)") { Driver.zip($0, $0, $0, $0) { first, _, _, _ in first } },
    SharedCase("combineLatest(_:_:_:_:_:)") { Driver.combineLatest($0, $0, $0, $0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:_:_:_:resultSelector:)") { Driver.combineLatest($0, $0, $0, $0, $0) { first, _, _, _, _ in first } },
    SharedCase("zip(_:_:_:_:_:)") { Driver.zip($0, $0, $0, $0, $0).map(\.0) },
    SharedCase("zip(_:_:_:_:_:resultSelector:)") { Driver.zip($0, $0, $0, $0, $0) { first, _, _, _, _ in first } },
    SharedCase("combineLatest(_:_:_:_:_:_:)") { Driver.combineLatest($0, $0, $0, $0, $0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:_:_:_:_:resultSelector:)") {
        Driver.combineLatest($0, $0, $0, $0, $0, $0) { first, _, _, _, _, _ in first }
    },
    SharedCase("zip(_:_:_:_:_:_:)") { Driver.zip($0, $0, $0, $0, $0, $0).map(\.0) },
    SharedCase("zip(_:_:_:_:_:_:resultSelector:)") { Driver.zip($0, $0, $0, $0, $0, $0) { first, _, _, _, _, _ in first } },
    SharedCase("combineLatest(_:_:_:_:_:_:_:)") { Driver.combineLatest($0, $0, $0, $0, $0, $0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:_:_:_:_:_:resultSelector:)") {
        Driver.combineLatest($0, $0, $0, $0, $0, $0, $0) { first, _, _, _, _, _, _ in first }
    },
    SharedCase("zip(_:_:_:_:_:_:_:)") { Driver.zip($0, $0, $0, $0, $0, $0, $0).map(\.0) },
    SharedCase("zip(_:_:_:_:_:_:_:resultSelector:)") { Driver.zip($0, $0, $0, $0, $0, $0, $0) { first, _, _, _, _, _, _ in first } },
    SharedCase("combineLatest(_:_:_:_:_:_:_:_:)") { Driver.combineLatest($0, $0, $0, $0, $0, $0, $0, $0).map(\.0) },
    SharedCase("combineLatest(_:_:_:_:_:_:_:_:resultSelector:)") {
        Driver.combineLatest($0, $0, $0, $0, $0, $0, $0, $0) { first, _, _, _, _, _, _, _ in first }
    },
    SharedCase("zip(_:_:_:_:_:_:_:_:)") { Driver.zip($0, $0, $0, $0, $0, $0, $0, $0).map(\.0) },
    SharedCase("zip(_:_:_:_:_:_:_:_:resultSelector:)") {
        Driver.zip($0, $0, $0, $0, $0, $0, $0, $0) { first, _, _, _, _, _, _, _ in first }
    },
]

/// The contracts that hold for all operators of `Driver` and its sibling, in virtual time.
@Suite("Every operator of shared sequences")
struct EverySharedSequenceTests {
    private let scheduler = TestScheduler()

    /// What `operator` makes of a hot source, with everything scheduled in virtual time.
    private func run(_ operator: SharedCase, _ events: [Recorded<Event<Int>>], disposed: Int = 1_000) -> (
        result: [Recorded<Event<Int>>], subscriptions: [Subscription]
    ) {
        let source = scheduler.createHotObservable(events)
        let scheduler = scheduler
        return SharingScheduler.mock(scheduler: scheduler) {
            let driver = `operator`.apply(source.asDriver(onErrorJustReturn: -1))
            return (scheduler.start(disposed: disposed) { driver }.events, source.subscriptions)
        }
    }

    @Test("every operator of the module is in the table, and has a marble diagram; and nothing else is there")
    func complete() throws {
        let operators = try SymbolGraph.symbols(of: "RivuletDriver").filter {
            $0.isMethod(of: ["SharedSequence", "SharedSequenceConvertibleType"]) && $0.returns(["SharedSequence"])
        }
        // What has no input.
        let sources: Set = [
            "deferred(_:)", "empty()", "from(_:)", "from(optional:)", "interval(_:)", "just(_:)", "never()", "of(_:)", "timer(_:period:)",
        ]
        // What makes a driver of one again.
        let conversions: Set = ["asDriver()", "asSharedSequence()"]
        let (inModule, inTable) = (Set(operators.map(\.name)), Set(sharedTable.map(\.name)))
        #expect(inModule.subtracting(sources).subtracting(conversions).subtracting(inTable).sorted() == [])
        #expect(inTable.subtracting(conversions).subtracting(inModule).sorted() == [])
        #expect(inModule.count > 60)
        // Those of three inputs and more do with three what those of two do with two.
        let withFew = operators.filter { !$0.name.contains(/^(combineLatest|zip)\((_:){3}/) && !conversions.contains($0.name) }
        #expect(withFew.filter { !$0.hasDiagram }.map(\.path).sorted() == [])
    }

    @Test("delivers on its scheduler, and completes", arguments: sharedTable)
    private func completes(operator: SharedCase) {
        let (result, subscriptions) = run(`operator`, [.next(210, 1), .next(220, 2), .next(230, 3), .completed(300)])
        // A turn of the scheduler later, at the least.
        #expect(result.allSatisfy { $0.time > 210 || $0.time == 200 || $0.time == 201 })
        #expect(result.last?.value.isCompleted == true)
        #expect(!result.dropLast().contains { $0.value.isStopEvent })
        #expect(result.count > 1)
        #expect(subscriptions.allSatisfy { (300...301).contains($0.unsubscribe) })
    }

    @Test("never fails", arguments: sharedTable)
    private func neverFails(operator: SharedCase) {
        let (result, _) = run(`operator`, [.next(210, 1), .next(220, 2), .error(230, testError)])
        #expect(result.last?.value.isCompleted == true)
    }

    @Test("sends nothing after it was disposed, and lets go of its source then", arguments: sharedTable)
    private func disposed(operator: SharedCase) {
        let (result, subscriptions) = run(`operator`, [.next(210, 1), .next(220, 2), .next(230, 3), .completed(300)], disposed: 225)
        #expect(result.allSatisfy { $0.time <= 225 })
        #expect(!subscriptions.isEmpty && subscriptions.allSatisfy { $0.subscribe == 200 && $0.unsubscribe == 225 })
    }
}
