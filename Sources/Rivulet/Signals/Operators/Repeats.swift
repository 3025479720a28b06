extension Signal where Value: Equatable {
    /// The values that differ from the one before.
    public func skipRepeats() -> Signal { Signal(hot: source.distinctUntilChanged()) }
}

extension SignalProducer where Value: Equatable {
    /// The values that differ from the one before.
    public func skipRepeats() -> SignalProducer { SignalProducer(unchecked: source.distinctUntilChanged()) }
}
