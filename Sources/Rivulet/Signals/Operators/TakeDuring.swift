extension Signal {
    /// The values until `lifetime` ends; then completes.
    ///
    ///     source         --1--2--3--4--|
    ///     lifetime       -------ends
    ///     take(during:)  --1--2-|
    public func take(during lifetime: Lifetime) -> Signal { Signal(hot: source.take(during: lifetime)) }

    /// The values until `object` goes away; then completes.
    ///
    ///     source                   --1--2--3--4--|
    ///     object                   -------gone
    ///     take(duringLifetimeOf:)  --1--2-|
    public func take(duringLifetimeOf object: some LifetimeProviding) -> Signal { take(during: .of(object)) }
}

extension SignalProducer {
    /// The values until `lifetime` ends; then completes.
    ///
    ///     source         --1--2--3--4--|
    ///     lifetime       -------ends
    ///     take(during:)  --1--2-|
    public func take(during lifetime: Lifetime) -> SignalProducer { SignalProducer(unchecked: source.take(during: lifetime)) }

    /// The values until `object` goes away; then completes.
    ///
    ///     source                   --1--2--3--4--|
    ///     object                   -------gone
    ///     take(duringLifetimeOf:)  --1--2-|
    public func take(duringLifetimeOf object: some LifetimeProviding) -> SignalProducer { take(during: .of(object)) }
}

extension Observable {
    fileprivate func take(during lifetime: Lifetime) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            let observation = lifetime.observeEnded { junction.terminate(.completed) }
            if let observation { life.add(observation) }
            junction.connect(self)
        }
    }
}
