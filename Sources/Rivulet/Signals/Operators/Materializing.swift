extension Signal {
    /// The events as values, the end included, after which the signal completes (an interruption interrupts it).
    ///
    ///     source         --1--2--X
    ///     materialize()  --1--2--failed|
    public func materialize() -> Signal<Signal<Value, Error>.Event, Never> {
        Signal<Signal<Value, Error>.Event, Never>(hot: source.materialize(as: { .value($0) }, ending: { Signal<Value, Error>.Event($0) }))
    }

    /// The values and the failure as results.
    ///
    ///     source              --1-----------X
    ///     materializeResults  --success(1)--failure(X)|
    public func materializeResults() -> Signal<Result<Value, Error>, Never> {
        Signal<Result<Value, Error>, Never>(
            hot: source.materialize(as: { .success($0) }, ending: { $0.error.map { .failure(Self.typed($0)) } }))
    }
}

extension SignalProducer {
    /// The events as values, the end included, after which the producer completes (an interruption interrupts it).
    ///
    ///     source         --1--2--X
    ///     materialize()  --1--2--failed|
    public func materialize() -> SignalProducer<Signal<Value, Error>.Event, Never> {
        SignalProducer<Signal<Value, Error>.Event, Never>(
            unchecked: source.materialize(as: { .value($0) }, ending: { Signal<Value, Error>.Event($0) }))
    }

    /// The values and the failure as results.
    ///
    ///     source              --1-----------X
    ///     materializeResults  --success(1)--failure(X)|
    public func materializeResults() -> SignalProducer<Result<Value, Error>, Never> {
        SignalProducer<Result<Value, Error>, Never>(
            unchecked: source.materialize(as: { .success($0) }, ending: { $0.error.map { .failure(Self.typed($0)) } }))
    }
}

extension Signal where Value: EventProtocol & Sendable, Error == Never {
    /// The events that the values are: undoes ``materialize()``.
    ///
    ///     source         --value(1)--failed(X)|
    ///     dematerialize  --1---------X
    public func dematerialize() -> Signal<Value.Value, Value.Error> {
        Signal<Value.Value, Value.Error>(hot: source.dematerialize { $0.send($1.event) })
    }
}

extension SignalProducer where Value: EventProtocol & Sendable, Error == Never {
    /// The events that the values are: undoes ``materialize()``.
    ///
    ///     source         --value(1)--failed(X)|
    ///     dematerialize  --1---------X
    public func dematerialize() -> SignalProducer<Value.Value, Value.Error> {
        SignalProducer<Value.Value, Value.Error>(unchecked: source.dematerialize { $0.send($1.event) })
    }
}

extension Signal where Error == Never {
    /// The values, or the failure, that the results are: undoes ``materializeResults()``.
    ///
    ///     source                --success(1)--failure(X)|
    ///     dematerializeResults  --1-----------X
    public func dematerializeResults<Success: Sendable, Failure: Swift.Error>() -> Signal<Success, Failure>
    where Value == Result<Success, Failure> {
        Signal<Success, Failure>(hot: source.dematerialize { $0.send($1) })
    }
}

extension SignalProducer where Error == Never {
    /// The values, or the failure, that the results are: undoes ``materializeResults()``.
    ///
    ///     source                --success(1)--failure(X)|
    ///     dematerializeResults  --1-----------X
    public func dematerializeResults<Success: Sendable, Failure: Swift.Error>() -> SignalProducer<Success, Failure>
    where Value == Result<Success, Failure> {
        SignalProducer<Success, Failure>(unchecked: source.dematerialize { $0.send($1) })
    }
}

extension Sink {
    /// Takes a result apart.
    fileprivate func send<Failure: Swift.Error>(_ result: Result<Element, Failure>) {
        switch result {
        case .success(let value): next(value)
        case .failure(let error): terminate(.failed(error))
        }
    }
}

extension Observable {
    /// The elements, made something else, and something made of the end.
    fileprivate func materialize<Result: Sendable>(
        as transform: @escaping @Sendable (Element) -> Result, ending: @escaping @Sendable (Ending) -> Result?
    ) -> Observable<Result> {
        Operator(self) { sink, life in
            MaterializingSink(sink, transform) { end in
                if let last = ending(end) { sink.next(last) }
                if life.isEnded { return }
                if case .interrupted = end { sink.terminate(.interrupted) } else { sink.terminate(.completed) }
            }
        }
    }

    /// What `send` makes happen of each element.
    fileprivate func dematerialize<Result: Sendable>(
        _ send: @escaping @Sendable (Sink<Result>, Element) -> Void
    ) -> Observable<Result> {
        Operator(self) { sink, life in
            DematerializingSink(sink, life, send)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class MaterializingSink<Element: Sendable, Result: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let transform: @Sendable (Element) -> Result
    private let ended: @Sendable (Ending) -> Void

    init(
        _ downstream: Sink<Result>, _ transform: @escaping @Sendable (Element) -> Result,
        ended: @escaping @Sendable (Ending) -> Void
    ) {
        self.downstream = downstream
        self.transform = transform
        self.ended = ended
    }

    override func next(_ element: Element) { downstream.next(transform(element)) }
    override func terminate(_ ending: Ending) { ended(ending) }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class DematerializingSink<Element: Sendable, Result: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let life: Life
    private let send: @Sendable (Sink<Result>, Element) -> Void

    init(_ downstream: Sink<Result>, _ life: Life, _ send: @escaping @Sendable (Sink<Result>, Element) -> Void) {
        self.downstream = downstream
        self.life = life
        self.send = send
    }

    override func next(_ element: Element) { send(downstream, element) }

    override func terminate(_ ending: Ending) {
        // Over already, if one of the elements was an end.
        if !life.isEnded { downstream.terminate(ending) }
    }
}
