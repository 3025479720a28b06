/// A value that can be observed as it changes.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource where Error == Never {
    /// The present value.
    var value: Value { get }

    /// The present value and then each new one; completes when the property goes away.
    var producer: SignalProducer<Value, Never> { get }

    /// Each new value; completes when the property goes away.
    var signal: Signal<Value, Never> { get }
}

/// A property whose value can be set.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
    /// The present value. Setting it tells those who observe.
    var value: Value { get set }

    /// How long the property lives.
    var lifetime: Lifetime { get }
}

/// A property whose value can be changed in one step that no other change interrupts.
public protocol ComposableMutablePropertyProtocol<Value>: MutablePropertyProtocol {
    /// Calls `action` with the value, while nobody can change it.
    func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result

    /// Lets `action` change the value, alone.
    func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result
}
