import Synchronization

extension ObservableType {
    /// The elements of this sequence; when it completes, those of another.
    public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
    where Source.Element == Element {
        Observable.concat([asObservable(), second.asObservable()])
    }

    /// The elements of each sequence in turn; the next one is subscribed to when the one before completes.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public static func concat<Sequence: Swift.Sequence & Sendable>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        Successive(sequence) { $0.isCompletion ? .goOn : .end }
    }

    /// The elements of each sequence in turn.
    public static func concat<Collection: Swift.Collection & Sendable>(_ collection: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        Successive(collection) { $0.isCompletion ? .goOn : .end }
    }

    /// The elements of each sequence in turn.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> { concat(sources) }
}

extension Ending {
    var isCompletion: Bool {
        if case .completed = self { true } else { false }
    }

    var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }
}

/// One sequence after the other (`concat`, `retry`, `catch(sequence:)`): when one ends, a rule says whether the next is
/// begun. At constant stack, also when all of them are synchronous.
///
/// `@unchecked Sendable`: see `Observable`.
final class Successive<Sources: Sequence & Sendable, Element: Sendable>: Observable<Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
    /// What to do when a sequence has ended.
    enum Step {
        /// Begin the next one, if there is one.
        case goOn
        /// End as that one did.
        case end
    }

    private let sources: Sources
    private let rule: @Sendable (Ending) -> Step

    init(_ sources: Sources, rule: @escaping @Sendable (Ending) -> Step) {
        self.sources = sources
        self.rule = rule
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        SuccessiveRun(sources.makeIterator(), rule, sink, life).advance(after: .completed)
    }
}

private final class SuccessiveRun<Sources: Sequence & Sendable, Element: Sendable>: Sendable
where Sources.Element == Observable<Element> {
    private let rule: @Sendable (Ending) -> Successive<Sources, Element>.Step
    private let downstream: Sink<Element>
    private let life: Life
    private let current = SerialDisposable()
    /// Turns asked for and not taken yet. Whoever makes it 1 takes them all, so that a source that ends while it is
    /// being subscribed to does not nest.
    private let turns = Atomic<Int>(0)
    /// Confined by the turns, each of which comes after the one before.
    private let iterator: Confined<Sources.Iterator>
    private let last = Confined<Ending>(.completed)

    init(
        _ iterator: Sources.Iterator, _ rule: @escaping @Sendable (Ending) -> Successive<Sources, Element>.Step,
        _ downstream: Sink<Element>, _ life: Life
    ) {
        self.iterator = Confined(iterator)
        self.rule = rule
        self.downstream = downstream
        self.life = life
        life.add(current)
    }

    /// Begins the next sequence; when there is none, ends as the one before did.
    func advance(after ending: Ending) {
        last.value = ending
        if turns.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { return }
        repeat { turn() } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }

    private func turn() {
        if life.isEnded { return }
        guard let source = iterator.value.next() else { return downstream.terminate(last.value) }
        let input = Life()
        current.inner = input
        source.start(SuccessiveSink(self, input), input)
    }

    /// `@unchecked Sendable`: see `AnySink`.
    private final class SuccessiveSink: Sink<Element>, @unchecked Sendable {
        private let run: SuccessiveRun
        private let input: Life

        init(_ run: SuccessiveRun, _ input: Life) {
            self.run = run
            self.input = input
        }

        override func next(_ element: Element) { run.downstream.next(element) }

        override func terminate(_ ending: Ending) {
            guard input.end() else { return }
            input.tearDown()
            switch run.rule(ending) {
            case .goOn: run.advance(after: ending)
            case .end: run.downstream.terminate(ending)
            }
        }
    }
}
