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

extension Observable {
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
