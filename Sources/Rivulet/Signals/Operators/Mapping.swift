extension Signal {
    /// Each value, transformed.
    ///
    ///     signal        --1---2---3--|
    ///     map { $0*10 } --10--20--30-|
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.map(transform))
    }

    /// The property of each value that `keyPath` names.
    ///
    ///     source         --a1--b2--|
    ///     map(\.number)  --1---2---|
    public func map<Result: Sendable>(_ keyPath: any KeyPath<Value, Result> & Sendable) -> Signal<Result, Error> {
        map { $0[keyPath: keyPath] }
    }

    /// The same `value` for each value.
    ///
    ///     source         --1--2--|
    ///     map(value: 9)  --9--9--|
    // Not to be taken for a trailing closure, which may leave out the label.
    @_disfavoredOverload
    public func map<Result: Sendable>(value: Result) -> Signal<Result, Error> { map { _ in value } }

    /// The same values; a failure is transformed.
    ///
    ///     source    --1--2--X
    ///     mapError  --1--2--Y
    public func mapError<NewError: Swift.Error>(_ transform: @escaping @Sendable (Error) -> NewError) -> Signal<Value, NewError> {
        Signal<Value, NewError>(hot: MapFailure(source) { transform(Self.typed($0)) })
    }

    /// The values that satisfy `isIncluded`.
    ///
    ///     signal            --1--2--3--4--|
    ///     filter { $0 > 2 } --------3--4--|
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.filter(isIncluded))
    }

    /// The values that `transform` makes something of.
    ///
    ///     source                  --1--x--3--|
    ///     compactMap { Int($0) }  --1-----3--|
    public func compactMap<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result?) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.compactMap(transform))
    }
}

extension SignalProducer {
    /// Each value, transformed.
    ///
    ///     producer      --1---2---3--|
    ///     map { $0*10 } --10--20--30-|
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.map(transform))
    }

    /// The property of each value that `keyPath` names.
    ///
    ///     source         --a1--b2--|
    ///     map(\.number)  --1---2---|
    public func map<Result: Sendable>(_ keyPath: any KeyPath<Value, Result> & Sendable) -> SignalProducer<Result, Error> {
        map { $0[keyPath: keyPath] }
    }

    /// The same `value` for each value.
    ///
    ///     source         --1--2--|
    ///     map(value: 9)  --9--9--|
    // Not to be taken for a trailing closure, which may leave out the label.
    @_disfavoredOverload
    public func map<Result: Sendable>(value: Result) -> SignalProducer<Result, Error> { map { _ in value } }

    /// The same values; a failure is transformed.
    ///
    ///     source    --1--2--X
    ///     mapError  --1--2--Y
    public func mapError<NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Error) -> NewError
    ) -> SignalProducer<Value, NewError> {
        SignalProducer<Value, NewError>(unchecked: MapFailure(source) { transform(ProducedSignal.typed($0)) })
    }

    /// The values that satisfy `isIncluded`.
    ///
    ///     producer          --1--2--3--4--|
    ///     filter { $0 > 2 } --------3--4--|
    public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.filter(isIncluded))
    }

    /// The values that `transform` makes something of.
    ///
    ///     source                  --1--x--3--|
    ///     compactMap { Int($0) }  --1-----3--|
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Result?
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.compactMap(transform))
    }
}

extension Signal where Value: OptionalProtocol, Value.Wrapped: Sendable {
    /// The values that are there, unwrapped.
    ///
    ///     source   --1--nil--3--|
    ///     skipNil  --1-------3--|
    public func skipNil() -> Signal<Value.Wrapped, Error> { compactMap { $0.optional } }
}

extension SignalProducer where Value: OptionalProtocol, Value.Wrapped: Sendable {
    /// The values that are there, unwrapped.
    ///
    ///     source   --1--nil--3--|
    ///     skipNil  --1-------3--|
    public func skipNil() -> SignalProducer<Value.Wrapped, Error> { compactMap { $0.optional } }
}

/// A type that can be seen as an optional.
public protocol OptionalProtocol<Wrapped> {
    associatedtype Wrapped

    /// The optional.
    var optional: Wrapped? { get }
}

extension Optional: OptionalProtocol {
    public var optional: Wrapped? { self }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class MapFailure<Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let upstream: Upstream<Value>
    private let transform: @Sendable (any Error) -> any Error

    init(_ source: Observable<Value>, _ transform: @escaping @Sendable (any Error) -> any Error) {
        upstream = Upstream(source)
        self.transform = transform
    }

    override func run(_ sink: Sink<Value>, _ life: Life) { upstream.start(MapFailureSink(sink, transform), life) }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class MapFailureSink<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let downstream: Sink<Value>
    private let transform: @Sendable (any Error) -> any Error

    init(_ downstream: Sink<Value>, _ transform: @escaping @Sendable (any Error) -> any Error) {
        self.downstream = downstream
        self.transform = transform
    }

    override func next(_ value: Value) { downstream.next(value) }

    override func terminate(_ ending: Ending) {
        if case .failed(let error) = ending { downstream.terminate(.failed(transform(error))) } else { downstream.terminate(ending) }
    }
}
