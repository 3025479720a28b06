/// A recipe for signals: each start makes a new one. ReactiveSwift's *cold* sequence.
///
/// Grammar: `value* (failed | completed | interrupted)?`. Events of one start never overlap. Disposing what a start
/// returned sends `interrupted` to its observer, and then ends the lifetime that the start handler got.
public struct SignalProducer<Value: Sendable, Error: Swift.Error>: Sendable {
    let source: Observable<Value>

    /// A signal that a start of this producer makes.
    public typealias ProducedSignal = Signal<Value, Error>

    /// A producer over a source that fails with `Error` only. Internal, so that ``Signal/typed(_:)`` is sound.
    init(unchecked source: Observable<Value>) {
        self.source = source
    }

    /// Restores the type that a failure lost in the kernel; see ``Signal/typed(_:)``.
    static func typed(_ error: any Swift.Error) -> Error { ProducedSignal.typed(error) }

    /// A producer whose events `startHandler` produces, anew for each start.
    ///
    /// - Parameter startHandler: gets the observer to send events to, from any thread, and a lifetime that ends when the
    ///   start is over. If nothing keeps the observer, the start is interrupted.
    public init(_ startHandler: @escaping @Sendable (_ observer: Signal<Value, Error>.Observer, _ lifetime: Lifetime) -> Void) {
        self.init(unchecked: Started(startHandler))
    }

    /// A producer that observes `signal` from each start on.
    public init(_ signal: Signal<Value, Error>) {
        self.init(unchecked: signal.source)
    }

    /// A producer of one value.
    public init(value: Value) {
        self.init(unchecked: .just(value))
    }

    /// A producer of the one value that `action` makes at each start.
    public init(_ action: @escaping @Sendable () -> Value) {
        self.init(unchecked: .deferred { .just(action()) })
    }

    /// A producer of what `action` makes at each start: a value or a failure.
    public init(_ action: @escaping @Sendable () -> Result<Value, Error>) {
        self.init(unchecked: .deferred { .of(action()) })
    }

    /// A producer that fails at once.
    public init(error: Error) {
        self.init(unchecked: .error(error))
    }

    /// A producer of a value, or of a failure.
    public init(result: Result<Value, Error>) {
        self.init(unchecked: .of(result))
    }

    /// A producer of the values of a sequence, one after the other.
    public init<Values: Sequence & Sendable>(_ values: Values) where Values.Element == Value {
        self.init(unchecked: Sequenced(values))
    }

    /// A producer of the given values, one after the other.
    public init(values first: Value, _ second: Value, _ tail: Value...) {
        self.init([first, second] + tail)
    }

    /// A producer that completes at once.
    public static var empty: SignalProducer { SignalProducer(unchecked: .empty()) }

    /// A producer whose starts never do anything.
    public static var never: SignalProducer { SignalProducer(unchecked: Silent()) }

    /// This producer.
    public var producer: SignalProducer { self }

    // MARK: Starting

    /// Starts the producer.
    ///
    /// - Parameter observer: receives the events.
    /// - Returns: what interrupts it: the observer receives `interrupted` and nothing more.
    @discardableResult
    public func start(_ observer: Signal<Value, Error>.Observer = .init()) -> any Disposable {
        let life = Life()
        let sink = InterruptibleSink(observer.sink, life)
        source.start(sink, life)
        return sink
    }

    /// Starts the producer, and calls `action` with each event.
    @discardableResult
    public func start(_ action: @escaping Signal<Value, Error>.Observer.Action) -> any Disposable {
        start(Signal<Value, Error>.Observer(action))
    }

    /// Starts the producer, and calls `action` with each value, and with the failure if there is one.
    @discardableResult
    public func startWithResult(_ action: @escaping @Sendable (Result<Value, Error>) -> Void) -> any Disposable {
        start(Signal<Value, Error>.Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
    }

    /// Starts the producer, and calls `action` if it completes.
    @discardableResult
    public func startWithCompleted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        start(Signal<Value, Error>.Observer(completed: action))
    }

    /// Starts the producer, and calls `action` if it fails.
    @discardableResult
    public func startWithFailed(_ action: @escaping @Sendable (Error) -> Void) -> any Disposable {
        start(Signal<Value, Error>.Observer(failed: action))
    }

    /// Starts the producer, and calls `action` if it is interrupted.
    @discardableResult
    public func startWithInterrupted(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        start(Signal<Value, Error>.Observer(interrupted: action))
    }

    /// Makes a signal of this producer, and starts it once `setup` has had the chance to observe it.
    ///
    /// - Parameter setup: gets the signal, and what interrupts it.
    /// - Returns: what `setup` returned.
    @discardableResult
    public func startWithSignal<Result>(
        _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: any Disposable) -> Result
    ) -> Result {
        let life = Life()
        let core = SignalCore<Value>(upstream: life)
        let handle = SignalHandle(core)
        let result = setup(Signal(shared: handle), AnyDisposable { [weak core] in core?.terminate(.interrupted) })
        withExtendedLifetime(handle) {
            if !life.isEnded { source.start(SignalInput(core), life) }
        }
        return result
    }
}

extension SignalProducer where Error == Never {
    /// Starts the producer, and calls `action` with each value.
    @discardableResult
    public func startWithValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
        // Nobody hears of an interruption here, so the gate that would serialise it is spared.
        source.subscribe(onNext: action)
    }
}

extension SignalProducer where Error == any Swift.Error {
    /// A producer of the one value that `action` makes, or of the error it throws, at each start.
    public init(catching action: @escaping @Sendable () throws -> Value) {
        self.init(unchecked: .deferred { .just(try action()) })
    }
}

/// A type that can be seen as a ``SignalProducer``.
public protocol SignalProducerProtocol<Value, Error>: Sendable {
    associatedtype Value: Sendable
    associatedtype Error: Swift.Error

    /// The producer.
    var producer: SignalProducer<Value, Error> { get }
}

extension SignalProducer: SignalProducerProtocol {}

/// A type that can be seen as a ``SignalProducer``: what the flattening and combining operators take.
public protocol SignalProducerConvertible<Value, Error>: Sendable {
    associatedtype Value: Sendable
    associatedtype Error: Swift.Error

    /// The producer.
    var producer: SignalProducer<Value, Error> { get }
}

extension SignalProducer: SignalProducerConvertible {}
extension Signal: SignalProducerConvertible {}
