/// A value that can be set, from any thread, and observed.
///
/// Each observer sees the values in the order set; one set from inside a delivery, or by another thread during one, is
/// delivered after the one under way has reached every observer, while ``value`` is the last one set at once.
public final class MutableProperty<Value: Sendable>: ComposableMutablePropertyProtocol {
    private let core: PropertyCore<Value>
    private let token = Lifetime.Token()

    /// A property with a value to begin with.
    public init(_ initialValue: Value) {
        core = PropertyCore(initialValue)
    }

    /// A property with a value to begin with, bound to a producer.
    public convenience init(initial: Value, then values: SignalProducer<Value, Never>) {
        self.init(initial)
        self <~ values
    }

    /// A property with a value to begin with, bound to a signal.
    public convenience init(initial: Value, then values: Signal<Value, Never>) {
        self.init(initial: initial, then: values.producer)
    }

    deinit {
        core.complete()
    }

    /// The present value. Setting it tells those who observe.
    public var value: Value {
        get { core.value }
        set { core.set(newValue) }
    }

    /// Ends when the property goes away.
    public var lifetime: Lifetime { Lifetime(token) }

    /// The present value and then each new one; completes when the property goes away. It does not keep the property.
    public var producer: SignalProducer<Value, Never> { SignalProducer(unchecked: core) }

    /// Each new value; completes when the property goes away. It does not keep the property.
    public var signal: Signal<Value, Never> { Signal(shared: PropertyChanges(core)) }

    /// Sets the value; does not keep the property.
    public var bindingTarget: BindingTarget<Value> {
        BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
    }

    /// Sets the value.
    /// - Returns: the value before.
    @discardableResult
    public func swap(_ newValue: Value) -> Value {
        var old = newValue
        core.exchange(newValue, &old)
        return old
    }

    /// Lets `action` change the value, in one step: no other change comes between. Those who observe are told the result,
    /// whether or not it differs; nothing happens if `action` throws.
    ///
    /// - Parameter action: runs once, at once. It must not set this property (that stops the program, as an overlapping
    ///   access does); reading it gives the value before.
    @discardableResult
    public func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result { try core.modify(action) }

    /// Calls `action` with the value, while nobody can change it.
    @discardableResult
    public func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result { try core.withValue(action) }
}
