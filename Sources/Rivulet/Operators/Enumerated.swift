extension ObservableType {
    /// Each element with its number, counted from 0.
    ///
    ///     source      --a-----b-----c--|
    ///     enumerated  --0,a---1,b---2,c|
    public func enumerated() -> Observable<(index: Int, element: Element)> {
        Operator(asObservable()) { sink, _ in EnumeratedSink(sink) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class EnumeratedSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<(index: Int, element: Element)>
    /// Confined by the grammar.
    private let count = Confined(0)

    init(_ downstream: Sink<(index: Int, element: Element)>) {
        self.downstream = downstream
    }

    override func next(_ element: Element) {
        let index = count.value
        // Before the element goes out: downstream may send to the source, which then calls again.
        count.value = index + 1
        downstream.next((index, element))
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
