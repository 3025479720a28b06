extension SignalProducer {
    /// The values of this producer; when it completes, those of `next`.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer
    where Next.Value == Value, Next.Error == Error {
        SignalProducer(unchecked: .concat([source, next.producer.source]))
    }

    /// The values of this producer; when it completes, those of `next`.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public func concat(_ next: SignalProducer) -> SignalProducer {
        SignalProducer(unchecked: .concat([source, next.source]))
    }

    /// The values of this producer, and one more when it completes.
    ///
    ///     source            --1--2--|
    ///     concat(value: 9)  --1--2--9|
    public func concat(value: Value) -> SignalProducer { concat(SignalProducer(value: value)) }

    /// The values of this producer; fails with `error` when it completes.
    ///
    ///     source          --1--2--|
    ///     concat(error:)  --1--2--X
    public func concat(error: Error) -> SignalProducer { concat(SignalProducer(error: error)) }

    /// The values of `previous`; when it completes, those of this producer.
    ///
    ///     first   --8|
    ///     source     --1--2--|
    ///     prefix  --8--1--2--|
    public func prefix<Previous: SignalProducerConvertible>(_ previous: Previous) -> SignalProducer
    where Previous.Value == Value, Previous.Error == Error {
        previous.producer.concat(self)
    }

    /// The values of `previous`; when it completes, those of this producer.
    ///
    ///     first   --8|
    ///     source     --1--2--|
    ///     prefix  --8--1--2--|
    public func prefix(_ previous: SignalProducer) -> SignalProducer { previous.concat(self) }

    /// One value, then those of this producer.
    ///
    ///     source            --1--2--|
    ///     prefix(value: 9)  9-1--2--|
    public func prefix(value: Value) -> SignalProducer { SignalProducer(value: value).concat(self) }

    /// Nothing of this producer but its failure; when it completes, the values of `next`.
    ///
    ///     source  --1--2--|
    ///     next            --8--9--|
    ///     then    ----------8--9--|
    public func then<Next: Sendable>(_ next: SignalProducer<Next, Error>) -> SignalProducer<Next, Error> {
        SignalProducer<Next, Error>(unchecked: .concat([source.endingOnly(), next.source]))
    }

    /// Nothing of this producer but its failure; when it completes, the values of `next`, which cannot fail.
    ///
    ///     source  --1--2--|
    ///     next            --8--9--|
    ///     then    ----------8--9--|
    public func then<Next: Sendable>(_ next: SignalProducer<Next, Never>) -> SignalProducer<Next, Error> {
        SignalProducer<Next, Error>(unchecked: .concat([source.endingOnly(), next.source]))
    }

    /// Runs the producer `count` times (0 or more), each time after it has completed. At constant stack.
    ///
    ///     source     --1--2|
    ///     repeat(2)  --1--2--1--2|
    public func `repeat`(_ count: Int) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be repeated a negative number of times.")
        return SignalProducer(unchecked: .concat(repeatElement(source, count: count)))
    }
}

extension SignalProducer where Error == Never {
    /// Nothing of this producer; when it completes, the values of `next`.
    ///
    ///     source  --1--2--|
    ///     next            --8--9--|
    ///     then    ----------8--9--|
    public func then<Next: Sendable, NewError: Swift.Error>(
        _ next: SignalProducer<Next, NewError>
    ) -> SignalProducer<Next, NewError> {
        SignalProducer<Next, NewError>(unchecked: .concat([source.endingOnly(), next.source]))
    }

    /// Nothing of this producer; when it completes, the values of `next`.
    ///
    ///     source  --1--2--|
    ///     next            --8--9--|
    ///     then    ----------8--9--|
    public func then<Next: Sendable>(_ next: SignalProducer<Next, Never>) -> SignalProducer<Next, Never> {
        SignalProducer<Next, Never>(unchecked: .concat([source.endingOnly(), next.source]))
    }
}

extension Signal {
    /// The values of this signal; when it completes, those of `next`.
    ///
    ///     a       --1--2|
    ///     b             --3--|
    ///     concat  --1--2--3--|
    public func concat<Next: SignalProducerConvertible<Value, Error>>(_ next: Next) -> Signal {
        Signal(hot: .concat([source, next.producer.source]))
    }

    /// The values of this signal, and one more when it completes.
    ///
    ///     source            --1--2--|
    ///     concat(value: 9)  --1--2--9|
    public func concat(value: Value) -> Signal { concat(SignalProducer(value: value)) }

    /// The values of this signal; fails with `error` when it completes.
    ///
    ///     source          --1--2--|
    ///     concat(error:)  --1--2--X
    public func concat(error: Error) -> Signal { concat(SignalProducer(error: error)) }
}

extension Observable {
    /// No elements, only the end.
    func endingOnly<Result: Sendable>() -> Observable<Result> { compactMap { _ in nil } }
}
