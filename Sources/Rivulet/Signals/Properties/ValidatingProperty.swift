import Synchronization

/// A property that accepts only values that pass a test, and says of each value proposed what came of it.
public final class ValidatingProperty<Value: Sendable, ValidationError: Swift.Error>: MutablePropertyProtocol {
    /// What a test says of a proposed value.
    public enum Decision: Sendable {
        /// It is accepted.
        case valid
        /// It is replaced by another, for a reason if there is one.
        case coerced(Value, ValidationError?)
        /// It is not accepted.
        case invalid(ValidationError)
    }

    /// What came of a proposed value.
    public enum Result: Sendable {
        /// It was accepted.
        case valid(Value)
        /// The first was accepted in the place of the second, which was proposed.
        case coerced(replacement: Value, proposed: Value, error: ValidationError?)
        /// It was not accepted.
        case invalid(Value, ValidationError)

        /// Whether it was not accepted.
        public var isInvalid: Bool {
            if case .invalid = self { true } else { false }
        }

        /// What is accepted now, if anything.
        public var value: Value? {
            switch self {
            case .valid(let value): value
            case .coerced(let replacement, _, _): replacement
            case .invalid: nil
            }
        }

        /// Why it was not accepted as proposed.
        public var error: ValidationError? {
            switch self {
            case .valid: nil
            case .coerced(_, _, let error): error
            case .invalid(_, let error): error
            }
        }

        fileprivate init(_ proposed: Value, _ decision: Decision) {
            switch decision {
            case .valid: self = .valid(proposed)
            case .coerced(let replacement, let error):
                self = .coerced(replacement: replacement, proposed: proposed, error: error)
            case .invalid(let error): self = .invalid(proposed, error)
            }
        }

        fileprivate var proposed: Value {
            switch self {
            case .valid(let value): value
            case .coerced(_, let proposed, _): proposed
            case .invalid(let value, _): value
            }
        }
    }

    private let accepted: MutableProperty<Value>
    private let results: MutableProperty<Result>
    private let validate: @Sendable (Value) -> Decision
    /// What we set ourselves we have tested.
    private let isSettingInner = Atomic<Bool>(false)

    /// What came of the last value proposed.
    public let result: Property<Result>

    /// A property that hands accepted values on to `inner`.
    ///
    /// - Parameters:
    ///   - inner: what holds the accepted value. What is set there directly is tested too.
    ///   - validator: tests a value.
    public init(_ inner: MutableProperty<Value>, _ validator: @escaping @Sendable (Value) -> Decision) {
        accepted = inner
        validate = validator
        results = MutableProperty(Result(inner.value, validator(inner.value)))
        result = Property(capturing: results)
        inner.signal.observeValues { [weak self] value in
            guard let self, !isSettingInner.load(ordering: .acquiring) else { return }
            results.value = Result(value, validate(value))
        }
    }

    /// A property with a value to begin with.
    public convenience init(_ initial: Value, _ validator: @escaping @Sendable (Value) -> Decision) {
        self.init(MutableProperty(initial), validator)
    }

    /// A property whose values are tested together with the present value of another; when that one changes, the last value
    /// proposed is tested again.
    public convenience init<Other: PropertyProtocol>(
        _ initial: Value, with other: Other, _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        self.init(MutableProperty(initial), with: other, validator)
    }

    /// A property that hands accepted values on to `inner`, tested together with the present value of another.
    public convenience init<Other: PropertyProtocol>(
        _ inner: MutableProperty<Value>, with other: Other,
        _ validator: @escaping @Sendable (Value, Other.Value) -> Decision
    ) {
        let other = Property(other)
        self.init(inner) { validator($0, other.value) }
        other.signal.take(during: lifetime).observeValues { [weak self] _ in
            guard let self else { return }
            value = results.value.proposed
        }
    }

    /// The accepted value. Setting it proposes one.
    public var value: Value {
        get { accepted.value }
        set {
            let result = Result(newValue, validate(newValue))
            if let value = result.value {
                isSettingInner.store(true, ordering: .releasing)
                accepted.value = value
                isSettingInner.store(false, ordering: .releasing)
            }
            results.value = result
        }
    }

    /// The accepted value and then each new one.
    public var producer: SignalProducer<Value, Never> { accepted.producer }

    /// Each new accepted value.
    public var signal: Signal<Value, Never> { accepted.signal }

    /// Ends when the property that holds the accepted value goes away.
    public var lifetime: Lifetime { accepted.lifetime }

    /// Proposes values; does not keep the property.
    public var bindingTarget: BindingTarget<Value> {
        BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
    }
}
