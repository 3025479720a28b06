extension ObservableType {
    /// The events of the source as elements; completes after the one that ends it.
    ///
    ///     source       --1--2--X
    ///     materialize  --next(1)--next(2)--error(X)|
    public func materialize() -> Observable<Event<Element>> {
        Operator(asObservable()) { sink, life in MaterializeSink(sink, life) }
    }
}

extension ObservableType where Element: EventConvertible {
    /// The elements of the source as events: undoes ``ObservableType/materialize()``.
    ///
    ///     source         --(1)--(2)--(|)--
    ///     dematerialize  --1----2----|
    public func dematerialize() -> Observable<Element.Element> {
        Operator(asObservable()) { sink, _ in DematerializeSink(sink) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class MaterializeSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Event<Element>>
    private let life: Life

    init(_ downstream: Sink<Event<Element>>, _ life: Life) {
        self.downstream = downstream
        self.life = life
    }

    override func next(_ element: Element) { downstream.next(.next(element)) }

    override func terminate(_ ending: Ending) {
        switch ending {
        case .completed: downstream.next(.completed)
        case .failed(let error): downstream.next(.error(error))
        case .interrupted: return downstream.terminate(.interrupted)
        }
        if !life.isEnded { downstream.terminate(.completed) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class DematerializeSink<Source: EventConvertible>: Sink<Source>, @unchecked Sendable {
    private let downstream: Sink<Source.Element>

    init(_ downstream: Sink<Source.Element>) {
        self.downstream = downstream
    }

    override func next(_ element: Source) { downstream.on(element.event) }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
