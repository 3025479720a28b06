import FoundationEssentials

extension Signal {
    /// The values, as long as `action` succeeds with each; fails with its first failure.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<(), Error>) -> Signal {
        attemptMap { value in action(value).map { value } }
    }

    /// What `transform` makes of each value; fails with its first failure.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result<NewValue, Error>
    ) -> Signal<NewValue, Error> {
        Signal<NewValue, Error>(hot: source.map { try transform($0).get() })
    }
}

extension SignalProducer {
    /// The values, as long as `action` succeeds with each; fails with its first failure.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt(_ action: @escaping @Sendable (Value) -> Result<(), Error>) -> SignalProducer {
        attemptMap { value in action(value).map { value } }
    }

    /// What `transform` makes of each value; fails with its first failure.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result<NewValue, Error>
    ) -> SignalProducer<NewValue, Error> {
        SignalProducer<NewValue, Error>(unchecked: source.map { try transform($0).get() })
    }
}

extension Signal where Error == any Swift.Error {
    /// The values, as long as `action` does not throw; fails with what it throws.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal {
        attemptMap { value in
            try action(value)
            return value
        }
    }

    /// What `transform` makes of each value; fails with what it throws.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> NewValue
    ) -> Signal<NewValue, any Swift.Error> {
        Signal<NewValue, any Swift.Error>(hot: source.map(transform))
    }
}

extension SignalProducer where Error == any Swift.Error {
    /// The values, as long as `action` does not throw; fails with what it throws.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer {
        attemptMap { value in
            try action(value)
            return value
        }
    }

    /// What `transform` makes of each value; fails with what it throws.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> NewValue
    ) -> SignalProducer<NewValue, any Swift.Error> {
        SignalProducer<NewValue, any Swift.Error>(unchecked: source.map(transform))
    }
}

extension Signal where Error == Never {
    /// The same signal, as one that could fail.
    ///
    ///     source        --1--2--|
    ///     promoteError  --1--2--|
    public func promoteError<NewError: Swift.Error>(_: NewError.Type = NewError.self) -> Signal<Value, NewError> {
        Signal<Value, NewError>(shared: source)
    }

    /// The values, as long as `action` succeeds with each; fails with its first failure.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt<NewError: Swift.Error>(
        _ action: @escaping @Sendable (Value) -> Result<(), NewError>
    ) -> Signal<Value, NewError> {
        promoteError(NewError.self).attempt(action)
    }

    /// What `transform` makes of each value; fails with its first failure.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable, NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Value) -> Result<NewValue, NewError>
    ) -> Signal<NewValue, NewError> {
        promoteError(NewError.self).attemptMap(transform)
    }

    /// The values, as long as `action` does not throw; fails with what it throws.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, any Swift.Error> {
        promoteError((any Swift.Error).self).attempt(action)
    }

    /// What `transform` makes of each value; fails with what it throws.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> NewValue
    ) -> Signal<NewValue, any Swift.Error> {
        promoteError((any Swift.Error).self).attemptMap(transform)
    }

    /// The values; fails with `error` if the signal has not ended `interval` seconds after it was started.
    ///
    ///     source                    --1--2---------3--|
    ///     timeout(after: 9 frames)  --1--2---X
    public func timeout<NewError: Swift.Error>(
        after interval: Double, raising error: NewError, on scheduler: any DateScheduler
    ) -> Signal<Value, NewError> {
        promoteError(NewError.self).timeout(after: interval, raising: error, on: scheduler)
    }
}

extension SignalProducer where Error == Never {
    /// The same producer, as one that could fail.
    ///
    ///     source        --1--2--|
    ///     promoteError  --1--2--|
    public func promoteError<NewError: Swift.Error>(_: NewError.Type = NewError.self) -> SignalProducer<Value, NewError> {
        SignalProducer<Value, NewError>(unchecked: source)
    }

    /// The values, as long as `action` succeeds with each; fails with its first failure.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt<NewError: Swift.Error>(
        _ action: @escaping @Sendable (Value) -> Result<(), NewError>
    ) -> SignalProducer<Value, NewError> {
        promoteError(NewError.self).attempt(action)
    }

    /// What `transform` makes of each value; fails with its first failure.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable, NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Value) -> Result<NewValue, NewError>
    ) -> SignalProducer<NewValue, NewError> {
        promoteError(NewError.self).attemptMap(transform)
    }

    /// The values, as long as `action` does not throw; fails with what it throws.
    ///
    ///     source                       --1--2--3--|
    ///     attempt { … }, failing at 3  --1--2--X
    public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, any Swift.Error> {
        promoteError((any Swift.Error).self).attempt(action)
    }

    /// What `transform` makes of each value; fails with what it throws.
    ///
    ///     source                          --1---2---x--|
    ///     attemptMap { … }, failing at x  --10--20--X
    public func attemptMap<NewValue: Sendable>(
        _ transform: @escaping @Sendable (Value) throws -> NewValue
    ) -> SignalProducer<NewValue, any Swift.Error> {
        promoteError((any Swift.Error).self).attemptMap(transform)
    }

    /// The values; fails with `error` if the producer has not ended `interval` seconds after it was started.
    ///
    ///     source                    --1--2---------3--|
    ///     timeout(after: 9 frames)  --1--2---X
    public func timeout<NewError: Swift.Error>(
        after interval: Double, raising error: NewError, on scheduler: any DateScheduler
    ) -> SignalProducer<Value, NewError> {
        promoteError(NewError.self).timeout(after: interval, raising: error, on: scheduler)
    }
}

extension Signal where Value == Never {
    /// The same signal, which sends nothing, as one that could send values.
    ///
    ///     source        --------|
    ///     promoteValue  --------|
    public func promoteValue<NewValue: Sendable>(_: NewValue.Type = NewValue.self) -> Signal<NewValue, Error> {
        Signal<NewValue, Error>(hot: source.endingOnly())
    }
}

extension SignalProducer where Value == Never {
    /// The same producer, which sends nothing, as one that could send values.
    ///
    ///     source        --------|
    ///     promoteValue  --------|
    public func promoteValue<NewValue: Sendable>(_: NewValue.Type = NewValue.self) -> SignalProducer<NewValue, Error> {
        SignalProducer<NewValue, Error>(unchecked: source.endingOnly())
    }
}

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

    /// The values; fails with `error` if the signal has not ended `interval` seconds after it was started.
    ///
    ///     source                    --1--2---------3--|
    ///     timeout(after: 9 frames)  --1--2---X
    ///
    /// - Parameters:
    ///   - interval: seconds.
    ///   - error: what to fail with.
    ///   - scheduler: measures the time.
    public func timeout(after interval: Double, raising error: Error, on scheduler: any DateScheduler) -> Signal {
        Signal(hot: source.timeout(after: interval, raising: error, on: scheduler))
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

    /// The values; fails with `error` if the producer has not ended `interval` seconds after it was started.
    ///
    ///     source                    --1--2---------3--|
    ///     timeout(after: 9 frames)  --1--2---X
    ///
    /// - Parameters:
    ///   - interval: seconds.
    ///   - error: what to fail with.
    ///   - scheduler: measures the time.
    public func timeout(after interval: Double, raising error: Error, on scheduler: any DateScheduler) -> SignalProducer {
        SignalProducer(unchecked: source.timeout(after: interval, raising: error, on: scheduler))
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
        Signal<Success, Failure>(
            hot: source.dematerialize { sink, result in
                switch result {
                case .success(let value): sink.next(value)
                case .failure(let error): sink.terminate(.failed(error))
                }
            })
    }
}

extension SignalProducer where Error == Never {
    /// The values, or the failure, that the results are: undoes ``materializeResults()``.
    ///
    ///     source                --success(1)--failure(X)|
    ///     dematerializeResults  --1-----------X
    public func dematerializeResults<Success: Sendable, Failure: Swift.Error>() -> SignalProducer<Success, Failure>
    where Value == Result<Success, Failure> {
        SignalProducer<Success, Failure>(
            unchecked: source.dematerialize { sink, result in
                switch result {
                case .success(let value): sink.next(value)
                case .failure(let error): sink.terminate(.failed(error))
                }
            })
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

    fileprivate func timeout(
        after interval: Double, raising error: any Error, on scheduler: any DateScheduler
    ) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            let date = scheduler.currentDate.addingTimeInterval(interval)
            let timer = scheduler.schedule(after: date) { junction.terminate(.failed(error)) }
            if let timer { life.add(timer) }
            junction.connect(self)
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
