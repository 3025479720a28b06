extension ObservableType {
    /// The last `count` elements (0 or more), once the source completes.
    ///
    ///     source      --1--2--3--|
    ///     takeLast(2) -----------23|
    public func takeLast(_ count: Int) -> Observable<Element> {
        Operator(asObservable()) { sink, life in TakeLastSink(sink, life, count) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class TakeLastSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let count: Int
    /// Confined by the grammar.
    private let elements = Backlog<Element>()

    init(_ downstream: Sink<Element>, _ life: Life, _ count: Int) {
        self.downstream = downstream
        self.life = life
        self.count = max(0, count)
    }

    override func next(_ element: Element) {
        if count == 0 { return }
        if elements.count == count { elements.removeFirst() }
        elements.append(element)
    }

    override func terminate(_ ending: Ending) {
        if ending.isCompletion {
            while !life.isEnded, !elements.isEmpty { elements.deliverFirst(to: downstream) }
        }
        if !life.isEnded { downstream.terminate(ending) }
    }
}
