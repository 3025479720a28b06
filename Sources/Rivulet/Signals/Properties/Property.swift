/// A value that can be observed, and that only others can change: a view of a ``MutableProperty``, what an operator makes
/// of other properties, or a value with what follows it.
///
/// A composed property follows its source as long as somebody holds or observes it.
public final class Property<Value: Sendable>: PropertyProtocol {
    private let getter: @Sendable () -> Value

    /// The present value and then each new one; completes when the source does.
    public let producer: SignalProducer<Value, Never>

    /// Each new value; completes when the source does.
    public let signal: Signal<Value, Never>

    /// The present value.
    public var value: Value { getter() }

    /// A property that never changes.
    public init(value: Value) {
        getter = { value }
        producer = SignalProducer(value: value)
        signal = .empty
    }

    /// A view of `property`, which it keeps.
    public init<Source: PropertyProtocol>(capturing property: Source) where Source.Value == Value {
        getter = { property.value }
        producer = property.producer
        signal = property.signal
    }

    /// A property that follows `property` without keeping it.
    public convenience init<Source: PropertyProtocol>(_ property: Source) where Source.Value == Value {
        self.init(unsafeProducer: property.producer)
    }

    /// A property with a value to begin with, which then follows a producer.
    public convenience init(initial: Value, then values: SignalProducer<Value, Never>) {
        self.init(unsafeProducer: values.prefix(value: initial))
    }

    /// A property with a value to begin with, which then follows a signal.
    public convenience init(initial: Value, then values: Signal<Value, Never>) {
        self.init(initial: initial, then: values.producer)
    }

    /// A property that follows `producer`, which must send a value as it is started.
    init(unsafeProducer producer: SignalProducer<Value, Never>) {
        let life = Life()
        let input = PropertyInput<Value>()
        producer.source.start(input, life)
        guard let core = input.core else { preconditionFailure("The producer of a property sent no value to begin with.") }
        let handle = PropertyHandle(core, upstream: life)
        getter = { handle.core.value }
        self.producer = SignalProducer(unchecked: handle)
        signal = Signal(shared: PropertyHandle.Changes(handle))
    }
}

/// Receives what a composed property follows.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class PropertyInput<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    /// Made of the first value. Confined by the grammar; read by the initialiser of the property when that has come.
    private let made = Confined<AnyObject?>(nil)

    /// Sound: only `next` puts one in.
    var core: PropertyCore<Value>? { made.value.map { unsafeDowncast($0, to: PropertyCore<Value>.self) } }

    deinit { core?.complete() }

    override func next(_ value: Value) {
        if let core { core.set(value) } else { made.value = PropertyCore(value) }
    }

    override func terminate(_ ending: Ending) { core?.complete() }
}

/// A composed property, as those who are interested in it hold it: it stops following its source when they are gone.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class PropertyHandle<Value: Sendable>: Observable<Value>, Disposable, @unchecked Sendable {
    let core: PropertyCore<Value>
    private let upstream: Life

    init(_ core: PropertyCore<Value>, upstream: Life) {
        self.core = core
        self.upstream = upstream
    }

    deinit { upstream.dispose() }

    override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        // The observer's life keeps the handle; there is nothing to undo.
        life.add(self)
        core.run(sink, life)
    }

    func dispose() {}

    /// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
    final class Changes: Observable<Value>, @unchecked Sendable {
        private let handle: PropertyHandle<Value>

        init(_ handle: PropertyHandle<Value>) {
            self.handle = handle
        }

        override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

        override func run(_ sink: Sink<Value>, _ life: Life) {
            life.add(handle)
            PropertyChanges(handle.core).run(sink, life)
        }
    }
}
