import Rivulet
import Synchronization
import Testing

/// One operator of properties, applied so that it takes and gives integers, and so that a change of the one to a new
/// number is a change of the other.
struct PropertyCase: Sendable, CustomTestStringConvertible {
    /// Its name in the symbol graph, with which the table is compared.
    let name: String
    let apply: @Sendable (Property<Int>) -> Property<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Property<Int>) -> Property<Int>) {
        self.name = name
        self.apply = apply
    }

    var testDescription: String { name }
}

private let yes = Property(value: true)
private let no = Property(value: false)

/// Whether the number is odd; every other change of the number is one of this.
@Sendable private func isOdd(_ property: Property<Int>) -> Property<Bool> { property.map { $0 % 2 == 1 } }

@Sendable private func number(_ property: Property<Bool>) -> Property<Int> { property.map { $0 ? 1 : 0 } }

let propertyTable: [PropertyCase] = [
    PropertyCase("all(_:)") { number(.all([isOdd($0), yes])) },
    PropertyCase("and(_:)") { number(isOdd($0).and(yes)) },
    PropertyCase("any(_:)") { number(.any([isOdd($0), no])) },
    PropertyCase("combineLatest(_:)") { (Property<Int>.combineLatest([$0]) ?? Property(value: [])).map { $0.reduce(0, +) } },
    PropertyCase("combineLatest(_:_:)") { Property.combineLatest($0, yes).map(\.0) },
    PropertyCase("combineLatest(with:)") { $0.combineLatest(with: yes).map(\.0) },
    PropertyCase("combinePrevious(_:)") { $0.combinePrevious(0).map(\.1) },
    PropertyCase("filter(initial:_:)") { $0.filter(initial: 0) { $0 >= 0 } },
    PropertyCase("flatMap(_:_:)") { $0.flatMap(.latest) { Property(value: $0) } },
    PropertyCase("flatten(_:)") { $0.map { Property(value: $0) }.flatten(.latest) },
    PropertyCase("map(_:)") { $0.map { $0 + 1 } },
    PropertyCase("map(value:)") { $0.map(value: 7) },
    PropertyCase("negate()") { number(isOdd($0).negate()) },
    PropertyCase("or(_:)") { number(isOdd($0).or(no)) },
    PropertyCase("scan(_:_:)") { $0.scan(0) { $1 } },
    PropertyCase("skipRepeats()") { $0.skipRepeats() },
    PropertyCase("skipRepeats(_:)") { $0.skipRepeats { $0 == $1 } },
    PropertyCase("uniqueValues()") { $0.uniqueValues() },
    PropertyCase("uniqueValues(_:)") { $0.uniqueValues { $0 } },
    PropertyCase("zip(_:)") { (Property<Int>.zip([$0]) ?? Property(value: [])).map { $0.reduce(0, +) } },
    PropertyCase("zip(_:_:)") { Property.zip($0, $0).map(\.0) },
    PropertyCase("zip(with:)") { $0.zip(with: $0).map(\.0) },
]

/// The contracts that hold for all operators of properties.
@Suite("Every operator of properties")
struct EveryPropertyTests {
    /// What a property's producer sent, and whether two events overlapped or one followed the end.
    private final class Recorder: Sendable {
        let values = Lock<[Int]>([])
        private let isCompleted = Atomic<Bool>(false)
        private let inside = Atomic<Int>(0)
        private let violations = Atomic<Int>(0)

        func record(_ event: Signal<Int, Never>.Event) {
            if inside.add(1, ordering: .acquiringAndReleasing).oldValue > 0 || isCompleted.load(ordering: .acquiring) {
                violations.add(1, ordering: .relaxed)
            }
            if let value = event.value { values.withLock { $0.append(value) } }
            if event.isCompleted { isCompleted.store(true, ordering: .releasing) }
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }

        var hasCompleted: Bool { isCompleted.load(ordering: .acquiring) }

        var keepsGrammar: Bool { violations.load(ordering: .acquiring) == 0 }
    }

    @Test("has a value at once, changes with its source, and its producer tells of that", arguments: propertyTable)
    func follows(operator: PropertyCase) {
        let source = MutableProperty(1)
        let property = `operator`.apply(Property(source))
        let recorder = Recorder()
        #expect(property.producer.first()?.get() == property.value)
        property.producer.start { recorder.record($0) }
        for number in 2...5 {
            source.value = number
            #expect(recorder.values.withLock { $0.last } == property.value)
        }
        #expect(recorder.values.withLock { $0.count } == 5)
        #expect(recorder.keepsGrammar)
    }

    @Test("completes when its source is gone", arguments: propertyTable)
    func completes(operator: PropertyCase) {
        let recorder = Recorder()
        do {
            let source = MutableProperty(1)
            `operator`.apply(Property(source)).producer.start { recorder.record($0) }
            #expect(!recorder.hasCompleted)
            withExtendedLifetime(source) {}
        }
        #expect(recorder.hasCompleted)
        #expect(recorder.keepsGrammar)
    }

    @Test("keeps the grammar when the source is set by several threads", arguments: propertyTable)
    func serialised(operator: PropertyCase) {
        let source = MutableProperty(0)
        let property = `operator`.apply(Property(source))
        let recorder = Recorder()
        let observation = property.producer.start { recorder.record($0) }
        onThreads(4) { thread in
            for number in 0..<100 { source.value = thread * 100 + number }
        }
        #expect(recorder.keepsGrammar)
        #expect(recorder.values.withLock { $0.last } == property.value)
        observation.dispose()
    }

    @Test("lets go of the observer when the observation is disposed", arguments: propertyTable)
    func releases(operator: PropertyCase) {
        let source = MutableProperty(0)
        weak var released: Recorder?
        let observation: any Disposable
        let property = `operator`.apply(Property(source))
        do {
            let recorder = Recorder()
            released = recorder
            observation = property.producer.start { recorder.record($0) }
        }
        source.value = 1
        #expect(released != nil)
        observation.dispose()
        #expect(released == nil)
        withExtendedLifetime(property) {}
    }
}
