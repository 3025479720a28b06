extension Signal {
    /// The values of an inner sequence for each value, together as `strategy` says. A failure of either kind ends all.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    ///
    /// - Parameters:
    ///   - strategy: what becomes of inner sequences when another one begins before they end.
    ///   - transform: makes the inner sequence: a producer, a signal, a property.
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
        Signal<Inner.Value, Error>(hot: source.flatMap(strategy) { transform($0).producer.source })
    }

    /// The values of an inner sequence, which cannot fail, for each value, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Error> where Inner.Error == Never {
        Signal<Inner.Value, Error>(hot: source.flatMap(strategy) { transform($0).producer.source })
    }

    /// When the signal fails, goes on with a sequence that `transform` makes of the failure.
    ///
    ///     source        --1--2--X
    ///     other                 --8--9--|
    ///     flatMapError  --1--2----8--9--|
    public func flatMapError<NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Error) -> SignalProducer<Value, NewError>
    ) -> Signal<Value, NewError> {
        Signal<Value, NewError>(hot: source.catch { transform(Self.typed($0)).source })
    }
}

extension Signal where Error == Never {
    /// The values of an inner sequence for each value, together as `strategy` says. Its failure ends all.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Inner.Error> {
        Signal<Inner.Value, Inner.Error>(hot: source.flatMap(strategy) { transform($0).producer.source })
    }

    /// The values of an inner sequence for each value, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Signal<Inner.Value, Never> where Inner.Error == Never {
        Signal<Inner.Value, Never>(hot: source.flatMap(strategy) { transform($0).producer.source })
    }
}

extension Signal where Value: SignalProducerConvertible, Error == Value.Error {
    /// The values of the inner sequences, together as `strategy` says. A failure of either kind ends all.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
        Signal<Value.Value, Error>(hot: source.flatMap(strategy) { $0.producer.source })
    }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Never {
    /// The values of the inner sequences, which cannot fail, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
        Signal<Value.Value, Error>(hot: source.flatMap(strategy) { $0.producer.source })
    }
}

extension Signal where Value: SignalProducerConvertible, Error == Never {
    /// The values of the inner sequences, together as `strategy` says. A failure of one ends all.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
        Signal<Value.Value, Value.Error>(hot: source.flatMap(strategy) { $0.producer.source })
    }
}

extension Signal where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
    /// The values of the inner sequences, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Never> {
        Signal<Value.Value, Never>(hot: source.flatMap(strategy) { $0.producer.source })
    }
}

extension Signal where Value: Sequence & Sendable, Value.Element: Sendable {
    /// The elements of each value, one after the other.
    ///
    ///     source   --[1, 2]--[3]--|
    ///     flatten  --12------3----|
    public func flatten() -> Signal<Value.Element, Error> {
        Signal<Value.Element, Error>(hot: source.flatMap(.merge) { Sequenced($0) })
    }
}

extension SignalProducer {
    /// The values of an inner sequence for each value, together as `strategy` says. A failure of either kind ends all.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    ///
    /// - Parameters:
    ///   - strategy: what becomes of inner sequences when another one begins before they end.
    ///   - transform: makes the inner sequence: a producer, a signal, a property.
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
        SignalProducer<Inner.Value, Error>(unchecked: source.flatMap(strategy) { transform($0).producer.source })
    }

    /// The values of an inner sequence, which cannot fail, for each value, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never {
        SignalProducer<Inner.Value, Error>(unchecked: source.flatMap(strategy) { transform($0).producer.source })
    }

    /// When the producer fails, goes on with a sequence that `transform` makes of the failure.
    ///
    ///     source        --1--2--X
    ///     other                 --8--9--|
    ///     flatMapError  --1--2----8--9--|
    public func flatMapError<NewError: Swift.Error>(
        _ transform: @escaping @Sendable (Error) -> SignalProducer<Value, NewError>
    ) -> SignalProducer<Value, NewError> {
        SignalProducer<Value, NewError>(unchecked: source.catch { transform(ProducedSignal.typed($0)).source })
    }
}

extension SignalProducer where Error == Never {
    /// The values of an inner sequence for each value, together as `strategy` says. Its failure ends all.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Inner.Error> {
        SignalProducer<Inner.Value, Inner.Error>(unchecked: source.flatMap(strategy) { transform($0).producer.source })
    }

    /// The values of an inner sequence for each value, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--3--|
    ///     b's inner                 -4---5-|
    ///     flatMap(.merge)   ---1--2--34--5----|
    ///     flatMap(.latest)  ---1--2--4---5----|
    ///     flatMap(.concat)  ---1--2--3---4---5-|
    public func flatMap<Inner: SignalProducerConvertible>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> SignalProducer<Inner.Value, Never> where Inner.Error == Never {
        SignalProducer<Inner.Value, Never>(unchecked: source.flatMap(strategy) { transform($0).producer.source })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Value.Error {
    /// The values of the inner sequences, together as `strategy` says. A failure of either kind ends all.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
        SignalProducer<Value.Value, Error>(unchecked: source.flatMap(strategy) { $0.producer.source })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Never {
    /// The values of the inner sequences, which cannot fail, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
        SignalProducer<Value.Value, Error>(unchecked: source.flatMap(strategy) { $0.producer.source })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never {
    /// The values of the inner sequences, together as `strategy` says. A failure of one ends all.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
        SignalProducer<Value.Value, Value.Error>(unchecked: source.flatMap(strategy) { $0.producer.source })
    }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
    /// The values of the inner sequences, together as `strategy` says.
    ///
    ///     source            --a-----b---------|
    ///     a                   -1--2--3--|
    ///     b                         -4---5-|
    ///     flatten(.merge)   ---1--2--34--5----|
    ///     flatten(.latest)  ---1--2--4---5----|
    ///     flatten(.concat)  ---1--2--3---4---5-|
    public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Never> {
        SignalProducer<Value.Value, Never>(unchecked: source.flatMap(strategy) { $0.producer.source })
    }
}

extension SignalProducer where Value: Sequence & Sendable, Value.Element: Sendable {
    /// The elements of each value, one after the other.
    ///
    ///     source   --[1, 2]--[3]--|
    ///     flatten  --12------3----|
    public func flatten() -> SignalProducer<Value.Element, Error> {
        SignalProducer<Value.Element, Error>(unchecked: source.flatMap(.merge) { Sequenced($0) })
    }
}
