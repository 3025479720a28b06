/// A place that values can be bound to with `<~`, for as long as it lives.
public struct BindingTarget<Value: Sendable>: BindingTargetProvider {
    /// How long bindings to this target last.
    public let lifetime: Lifetime

    /// Takes a value.
    public let action: @Sendable (Value) -> Void

    /// A target that hands each value to a closure, on whatever thread it comes.
    ///
    /// - Parameters:
    ///   - lifetime: how long bindings last.
    ///   - action: takes a value. It is kept by the bindings, so capture what it works on weakly.
    public init(lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        self.lifetime = lifetime
        self.action = action
    }

    /// A target that hands each value to a closure on `scheduler`.
    ///
    /// - Parameters:
    ///   - scheduler: runs the closure.
    ///   - lifetime: how long bindings last.
    ///   - action: takes a value. It is kept by the bindings, so capture what it works on weakly.
    public init(on scheduler: any Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        self.init(lifetime: lifetime) { value in
            scheduler.schedule { action(value) }
        }
    }

    /// A target that sets a property of an object, which is held weakly.
    ///
    /// - Parameters:
    ///   - lifetime: how long bindings last.
    ///   - object: the object.
    ///   - keyPath: what to set.
    public init<Object: AnyObject & Sendable>(
        lifetime: Lifetime, object: Object, keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable
    ) {
        self.init(lifetime: lifetime) { [weak object] value in
            object?[keyPath: keyPath] = value
        }
    }

    /// A target that sets a property of an object, which is held weakly, on `scheduler`.
    ///
    /// - Parameters:
    ///   - scheduler: where to set it.
    ///   - lifetime: how long bindings last.
    ///   - object: the object.
    ///   - keyPath: what to set.
    public init<Object: AnyObject & Sendable>(
        on scheduler: any Scheduler, lifetime: Lifetime, object: Object,
        keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable
    ) {
        self.init(on: scheduler, lifetime: lifetime) { [weak object] value in
            object?[keyPath: keyPath] = value
        }
    }

    /// This target.
    public var bindingTarget: BindingTarget { self }
}

/// Something that has a ``BindingTarget``.
public protocol BindingTargetProvider<Value>: Sendable {
    associatedtype Value: Sendable

    /// Where bindings to this go.
    var bindingTarget: BindingTarget<Value> { get }
}

/// Something that can be bound to a target: a signal, a producer, a property.
public protocol BindingSource<Value, Error>: SignalProducerConvertible {}

extension Signal: BindingSource {}
extension SignalProducer: BindingSource {}

precedencegroup BindingPrecedence {
    associativity: right
    // Binds tighter than assignment, so that the disposable can be assigned.
    higherThan: AssignmentPrecedence
}

infix operator <~ : BindingPrecedence

extension BindingTargetProvider {
    /// Binds `source` to the target: each value of the source is sent there, until the target's lifetime or the source
    /// ends.
    ///
    ///     title <~ model.name.producer.map { $0.capitalized }
    ///
    /// - Returns: what ends the binding before.
    @discardableResult
    public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> (any Disposable)?
    where Source.Value == Value, Source.Error == Never {
        provider.bindingTarget.bind(source.producer)
    }

    /// Binds `source` to a target of optional values.
    ///
    /// - Returns: what ends the binding before.
    @discardableResult
    public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> (any Disposable)?
    where Value == Source.Value?, Source.Error == Never {
        provider.bindingTarget.bind(source.producer.map { Value.some($0) })
    }
}

extension BindingTarget {
    /// Starts `producer` into this target, until the lifetime ends.
    fileprivate func bind(_ producer: SignalProducer<Value, Never>) -> any Disposable {
        producer.take(during: lifetime).startWithValues(action)
    }
}
