extension ObservableType {
    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge<Collection: Swift.Collection & Sendable>(_ sources: Collection) -> Observable<Element>
    where Collection.Element == Observable<Element> {
        Merge(sources)
    }

    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> { Merge(sources) }

    /// The elements of all sequences, as they come.
    ///
    ///     a      --1-----2--|
    ///     b      -----x-------y--|
    ///     merge  --1--x--2----y--|
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> { Merge(sources) }
}

/// A fixed number of inputs into one output.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Merge<Sources: Collection & Sendable, Element: Sendable>: Observable<Element>, @unchecked Sendable
where Sources.Element == Observable<Element> {
    private let sources: UpstreamValue<Sources>

    init(_ sources: Sources) {
        self.sources = UpstreamValue(sources)
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let sources = sources.value
        if sources.isEmpty { return sink.terminate(.completed) }
        let junction = Junction(sink, life)
        let running = Countdown(sources.count)
        for source in sources {
            if life.isEnded { return }
            let input = life.makeChild()
            source.start(MergeSink(junction, running, input), input)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class MergeSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let junction: Junction<Element>
    private let running: Countdown
    private let life: Life

    init(_ junction: Junction<Element>, _ running: Countdown, _ life: Life) {
        self.junction = junction
        self.running = running
        self.life = life
    }

    override func next(_ element: Element) { junction.next(element) }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        if !ending.isCompletion || running.countDown() { junction.terminate(ending) }
    }
}
