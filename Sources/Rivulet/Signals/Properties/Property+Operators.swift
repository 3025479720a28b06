extension PropertyProtocol {
    /// What `transform` makes of the producer of this property: it has to send a value as it is started.
    func lift<Result: Sendable>(
        _ transform: (SignalProducer<Value, Never>) -> SignalProducer<Result, Never>
    ) -> Property<Result> {
        Property(unsafeProducer: transform(producer))
    }

    /// The value, transformed.
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> Property<Result> {
        lift { $0.map(transform) }
    }

    /// The property of the value that `keyPath` names.
    public func map<Result: Sendable>(_ keyPath: any KeyPath<Value, Result> & Sendable) -> Property<Result> {
        lift { $0.map(keyPath) }
    }

    /// The same `value` each time.
    public func map<Result: Sendable>(value: Result) -> Property<Result> { lift { $0.map(value: value) } }
}

extension PropertyProtocol where Value: Equatable {
    /// The value, telling only of those that differ from the one before.
    public func skipRepeats() -> Property<Value> { lift { $0.skipRepeats() } }
}
