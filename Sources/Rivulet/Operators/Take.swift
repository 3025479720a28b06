extension ObservableType {
    /// The first elements only; completes with the last of them.
    ///
    ///     source  --1--2--3--4--|
    ///     take(2) --1--2|
    ///
    /// - Parameter count: how many to send, 0 or more; with 0 the sequence completes at once and nothing is subscribed to.
    public func take(_ count: Int) -> Observable<Element> {
        count <= 0 ? .empty() : TakeCount(asObservable(), count)
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class TakeCount<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let count: Int

    init(_ source: Observable<Element>, _ count: Int) {
        upstream = Upstream(source)
        self.count = count
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        upstream.start(TakeCountSink(sink, life, count), life)
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class TakeCountSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    /// Confined by the grammar.
    private let remaining: Confined<Int>

    init(_ downstream: Sink<Element>, _ life: Life, _ count: Int) {
        self.downstream = downstream
        self.life = life
        remaining = Confined(count)
    }

    override func next(_ element: Element) {
        guard remaining.value > 0 else { return }
        remaining.value -= 1
        // Read before the element goes out: downstream may send to the source, which then calls again.
        let isLast = remaining.value == 0
        downstream.next(element)
        if isLast, !life.isEnded { downstream.terminate(.completed) }
    }

    override func terminate(_ ending: Ending) {
        if remaining.value > 0 { downstream.terminate(ending) }
    }
}
