extension PropertyProtocol {
    /// What `transform` makes of the producer of this property: it has to send a value as it is started.
    private func lift<Result: Sendable>(
        _ transform: (SignalProducer<Value, Never>) -> SignalProducer<Result, Never>
    ) -> Property<Result> {
        Property(unsafeProducer: transform(producer))
    }

    /// The value, transformed.
    ///
    ///     source         1---2---3
    ///     map { $0*10 }  10--20--30
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Value) -> Result) -> Property<Result> {
        lift { $0.map(transform) }
    }

    /// The property of the value that `keyPath` names.
    ///
    ///     source         a1--b2
    ///     map(\.number)  1---2
    public func map<Result: Sendable>(_ keyPath: any KeyPath<Value, Result> & Sendable) -> Property<Result> {
        lift { $0.map(keyPath) }
    }

    /// The same `value` each time.
    ///
    ///     source         1--2--3
    ///     map(value: 9)  9--9--9
    // Not to be taken for a trailing closure, which may leave out the label.
    @_disfavoredOverload
    public func map<Result: Sendable>(value: Result) -> Property<Result> { lift { $0.map(value: value) } }

    /// The value while it satisfies `isIncluded`, and `initial` before it ever did.
    ///
    ///     source                         1--2--3--1
    ///     filter(initial: 0) { $0 > 1 }  0--2--3---
    public func filter(initial: Value, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> Property<Value> {
        lift { $0.filter(isIncluded).prefix(value: initial) }
    }

    /// The values of this property and another, together.
    ///
    ///     a              1-------2-----
    ///     b              x-----------y-
    ///     combineLatest  (1, x)--(2, x)(2, y)
    public func combineLatest<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
        Property(unsafeProducer: SignalProducer.combineLatest(producer, other.producer))
    }

    /// The values of this property and another in step: the first of both together, then the second, and so on.
    ///
    ///     a    1-------2-----3
    ///     b    x-----------y--
    ///     zip  (1, x)------(2, y)
    public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
        Property(unsafeProducer: SignalProducer.zip(producer, other.producer))
    }

    /// The value together with the one before; `initial` before the first.
    ///
    ///     source              1-------2-------3
    ///     combinePrevious(0)  (0, 1)--(1, 2)--(2, 3)
    public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> { lift { $0.combinePrevious(initial) } }

    /// The value, telling only of those that `isEquivalent` says are unlike the one before.
    ///
    ///     source           1--1--2--1
    ///     skipRepeats(==)  1-----2--1
    public func skipRepeats(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> Property<Value> {
        lift { $0.skipRepeats(isEquivalent) }
    }

    /// The last value whose `identity` had not come before. Remembers each for as long as it lives.
    ///
    ///     source                   1--2--3--4
    ///     uniqueValues { $0 % 2 }  1--2------
    public func uniqueValues<Identity: Hashable & Sendable>(
        _ identity: @escaping @Sendable (Value) -> Identity
    ) -> Property<Value> {
        lift { $0.uniqueValues(identity) }
    }

    /// The value of an inner property that `transform` makes of each value, together as `strategy` says.
    ///
    ///     source            a-----b----
    ///     a's inner         1--2--3----
    ///     b's inner         4-------5--
    ///     flatMap(.latest)  1--2--4-5--
    public func flatMap<Inner: PropertyProtocol>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
    ) -> Property<Inner.Value> {
        lift { $0.flatMap(strategy) { transform($0).producer } }
    }

    /// What the values add up to.
    ///
    ///     source      1--2--3
    ///     scan(0, +)  1--3--6
    public func scan<Result: Sendable>(
        _ initialResult: Result, _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
    ) -> Property<Result> {
        lift { $0.scan(initialResult, nextPartialResult) }
    }
}

extension PropertyProtocol where Value: Equatable {
    /// The value, telling only of those that differ from the one before.
    ///
    ///     source       1--1--2--1
    ///     skipRepeats  1-----2--1
    public func skipRepeats() -> Property<Value> { skipRepeats(==) }
}

extension PropertyProtocol where Value: Hashable {
    /// The last value that had not come before. Remembers each for as long as it lives.
    ///
    ///     source        1--2--1--3
    ///     uniqueValues  1--2-----3
    public func uniqueValues() -> Property<Value> { uniqueValues { $0 } }
}

extension PropertyProtocol where Value: PropertyProtocol {
    /// The value of the inner property, together as `strategy` says.
    ///
    ///     source            a-----b----
    ///     a                 1--2--3----
    ///     b                 4-------5--
    ///     flatten(.latest)  1--2--4-5--
    public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> { flatMap(strategy) { $0 } }
}

extension PropertyProtocol where Value == Bool {
    /// The opposite.
    ///
    ///     source  t--f
    ///     negate  f--t
    public func negate() -> Property<Bool> { map { !$0 } }

    /// Whether both are true.
    ///
    ///     a    t-----f
    ///     b    f--t---
    ///     and  f--t--f
    public func and<Other: PropertyProtocol<Bool>>(_ other: Other) -> Property<Bool> {
        Property(unsafeProducer: producer.and(other.producer))
    }

    /// Whether either is true.
    ///
    ///     a   t-----f
    ///     b   f------
    ///     or  t-----f
    public func or<Other: PropertyProtocol<Bool>>(_ other: Other) -> Property<Bool> {
        Property(unsafeProducer: producer.or(other.producer))
    }
}

extension Property where Value == Bool {
    /// Whether all are true.
    ///
    ///     a    t-----f
    ///     b    f--t---
    ///     all  f--t--f
    public static func all<Properties: Collection>(_ properties: Properties) -> Property<Bool>
    where Properties.Element: PropertyProtocol<Bool> {
        Property(unsafeProducer: .all(properties.map(\.producer)))
    }

    /// Whether any is true.
    ///
    ///     a    t-----f
    ///     b    f------
    ///     any  t-----f
    public static func any<Properties: Collection>(_ properties: Properties) -> Property<Bool>
    where Properties.Element: PropertyProtocol<Bool> {
        Property(unsafeProducer: .any(properties.map(\.producer)))
    }
}

extension Property {
    /// The values of all properties as a tuple.
    ///
    ///     a              1-------2-----
    ///     b              x-----------y-
    ///     combineLatest  (1, x)--(2, x)(2, y)
    public static func combineLatest<First: PropertyProtocol<Value>, each Other: PropertyProtocol>(
        _ first: First, _ others: repeat each Other
    ) -> Property<(Value, repeat (each Other).Value)> {
        Property<(Value, repeat (each Other).Value)>(
            unsafeProducer: SignalProducer(
                unchecked: CombineLatest { inputs in
                    let first = inputs.add(first.producer.source)
                    let others = (repeat inputs.add((each others).producer.source))
                    return { (first.latest, repeat (each others).latest) }
                }))
    }

    /// The values of all properties in step, as tuples.
    ///
    ///     a    1-------2-----3
    ///     b    x-----------y--
    ///     zip  (1, x)------(2, y)
    public static func zip<First: PropertyProtocol<Value>, each Other: PropertyProtocol>(
        _ first: First, _ others: repeat each Other
    ) -> Property<(Value, repeat (each Other).Value)> {
        Property<(Value, repeat (each Other).Value)>(
            unsafeProducer: SignalProducer(
                unchecked: Zip(completion: .whenOneIsExhausted) { inputs in
                    let first = inputs.add(first.producer.source)
                    let others = (repeat inputs.add((each others).producer.source))
                    return { (first.taken, repeat (each others).taken) }
                }))
    }

    /// The values of all properties as an array; nil if there are none.
    ///
    ///     a              1-------2-----
    ///     b              x-----------y-
    ///     combineLatest  [1, x]--[2, x][2, y]
    public static func combineLatest<Properties: Collection>(_ properties: Properties) -> Property<[Value]>?
    where Properties.Element: PropertyProtocol<Value> {
        if properties.isEmpty { return nil }
        return Property<[Value]>(unsafeProducer: SignalProducer.combineLatest(properties.map(\.producer)))
    }

    /// The values of all properties in step, as arrays; nil if there are none.
    ///
    ///     a    1-------2-----3
    ///     b    x-----------y--
    ///     zip  [1, x]------[2, y]
    public static func zip<Properties: Collection>(_ properties: Properties) -> Property<[Value]>?
    where Properties.Element: PropertyProtocol<Value> {
        if properties.isEmpty { return nil }
        return Property<[Value]>(unsafeProducer: SignalProducer.zip(properties.map(\.producer)))
    }
}
