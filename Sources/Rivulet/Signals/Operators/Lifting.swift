extension SignalProducer {
    /// A producer each start of which does to its signal what `transform` does.
    ///
    ///     source                     --1---2---|
    ///     lift { $0.map { $0*10 } }  --10--20--|
    public func lift<NewValue: Sendable, NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Signal<Value, Error>) -> Signal<NewValue, NewError>
    ) -> SignalProducer<NewValue, NewError> {
        SignalProducer<NewValue, NewError>(unchecked: Lifted(source) { transform(Signal(shared: $0)).source })
    }

    /// A producer each start of which does to its signal, and to one of another producer's, what `transform` does.
    public func lift<Other: Sendable, OtherError: Swift.Error, NewValue: Sendable, NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Signal<Value, Error>) -> (Signal<Other, OtherError>) -> Signal<NewValue, NewError>
    ) -> @Sendable (SignalProducer<Other, OtherError>) -> SignalProducer<NewValue, NewError> {
        { other in
            lift { signal in
                Signal<NewValue, NewError>(
                    hot: Lifted(other.source) { transform(signal)(Signal<Other, OtherError>(shared: $0)).source })
            }
        }
    }
}

/// Makes a signal of the source for each start, has it transformed, and then starts the source.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Lifted<Value: Sendable, Result: Sendable>: Observable<Result>, @unchecked Sendable {
    private let upstream: Upstream<Value>
    private let transform: @Sendable (Observable<Value>) -> Observable<Result>

    init(_ source: Observable<Value>, _ transform: @escaping @Sendable (Observable<Value>) -> Observable<Result>) {
        upstream = Upstream(source)
        self.transform = transform
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        let input = life.makeChild()
        let core = SignalCore<Value>(upstream: input)
        transform(SignalHandle(core)).start(sink, life)
        if !input.isEnded { upstream.start(SignalInput(core), input) }
    }
}
