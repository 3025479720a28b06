import Synchronization

extension ObservableType {
    /// The elements of this sequence; when it completes, those of another.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
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
        Successive(sequence, count: nil, .afterCompletion)
    }

    /// The elements of each sequence in turn.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public static func concat<Collection: Swift.Collection & Sendable>(_ collection: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        Successive(collection, count: collection.count, .afterCompletion)
    }

    /// The elements of each sequence in turn.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
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
/// begun. At constant stack, also when all of them are synchronous, and when the last of them is such a row itself.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class Successive<Sources: Sequence & Sendable, Element: Sendable>: Observable<Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
    private let sources: UpstreamValue<Sources>
    private let count: Int?
    private let rule: SuccessionRule

    /// - Parameter count: how many sources there are, if that can be known without asking for them.
    init(_ sources: Sources, count: Int?, _ rule: SuccessionRule) {
        self.sources = UpstreamValue(sources)
        self.count = count
        self.rule = rule
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        SuccessiveRun(Successors(sources.value.makeIterator(), count), rule, sink, life).advance(after: .completed)
    }

    override func successors(_ rule: SuccessionRule) -> Successors<Element>? {
        rule == self.rule ? Successors(sources.value.makeIterator(), count) : nil
    }
}

/// When the next sequence in a row is begun.
enum SuccessionRule {
    case afterCompletion
    case afterFailure

    func goesOn(after ending: Ending) -> Bool {
        switch (self, ending) {
        case (.afterCompletion, .completed), (.afterFailure, .failed): true
        default: false
        }
    }
}

/// Those in a row that were not begun yet.
struct Successors<Element: Sendable> {
    private var iterator: any IteratorProtocol<Observable<Element>>
    private var remaining: Int?

    init(_ iterator: some IteratorProtocol<Observable<Element>>, _ count: Int?) {
        self.iterator = iterator
        remaining = count
    }

    /// Whether it is known that there are no more.
    var areExhausted: Bool { remaining == 0 }

    mutating func next() -> Observable<Element>? {
        if let remaining {
            if remaining == 0 { return nil }
            self.remaining = remaining - 1
        }
        return iterator.next()
    }
}

private final class SuccessiveRun<Element: Sendable>: Sendable {
    private let rule: SuccessionRule
    private let downstream: Sink<Element>
    private let life: Life
    private let current = SerialDisposable()
    /// Turns asked for and not taken yet. Whoever makes it 1 takes them all, so that a source that ends while it is
    /// being subscribed to does not nest.
    private let turns = Atomic<Int>(0)
    /// The row, and above it the rows that were found in it, innermost last. Confined by the turns, each of which comes
    /// after the one before.
    private let rows: Confined<[Successors<Element>]>
    private let last = Confined<Ending>(.completed)

    init(_ row: Successors<Element>, _ rule: SuccessionRule, _ downstream: Sink<Element>, _ life: Life) {
        rows = Confined([row])
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
        guard let source = nextSource() else { return downstream.terminate(last.value) }
        let input = Life()
        current.inner = input
        source.start(SuccessiveSink(self, input), input)
    }

    /// A row in the row is gone through here and not by a run of its own, and of one whose last sequence was taken nothing
    /// is kept: so a row may end in a row that ends in a row, without end.
    private func nextSource() -> Observable<Element>? {
        while var row = rows.value.popLast() {
            guard let source = row.next() else { continue }
            if !row.areExhausted { rows.value.append(row) }
            guard let inner = source.successors(rule) else { return source }
            rows.value.append(inner)
            #if TRACE_RESOURCES
                Resources.noteRows(rows.value.count)
            #endif
        }
        return nil
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
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
            if run.rule.goesOn(after: ending) { run.advance(after: ending) } else { run.downstream.terminate(ending) }
        }
    }
}
