/// A stream of values that happens whether or not anyone observes it: ReactiveSwift's *hot* sequence.
///
/// Grammar: `value* (failed | completed | interrupted)?`. All observers share one stream: what an operator does, it does
/// once for each value, however many observe the result. Whoever observes a signal that has ended receives
/// `interrupted`, at once.
///
/// A signal lives as long as somebody holds it or observes it. When nobody does any more, it ends without a word and the
/// lifetime that its generator got ends with it. When the *input* goes away without having ended the signal, the
/// observers receive `interrupted`: nothing can come any more.
///
/// Where it differs from the original: a value sent from inside a delivery, or by another thread during one, is queued
/// and delivered after the one under way has reached every observer. (There, the first is forbidden and the second blocks.)
public struct Signal<Value: Sendable, Error: Swift.Error>: Sendable {
    let source: Observable<Value>

    /// A signal over a source that is shared already.
    ///
    /// Internal, and that is what makes ``typed(_:)`` sound: every source that gets here fails with `Error` only.
    init(shared source: Observable<Value>) {
        self.source = source
    }

    /// A signal that subscribes to `source` now, once, and shares what comes. The source fails with `Error` only.
    init(hot source: Observable<Value>) {
        let life = Life()
        let core = SignalCore<Value>(upstream: life)
        self.source = SignalHandle(core)
        source.start(DerivedSignalInput(core), life)
    }

    /// A signal whose events `generator` produces.
    ///
    /// - Parameter generator: called once, now. It gets the observer to send events to, from any thread, and the signal's
    ///   lifetime, on which to hang what the signal needs. If nothing keeps the observer, the signal is interrupted.
    public init(_ generator: (_ observer: Observer, _ lifetime: Lifetime) -> Void) {
        let (lifetime, token) = Lifetime.make()
        let core = SignalCore<Value>(upstream: token)
        source = SignalHandle(core)
        generator(Observer(sink: SignalInput(core)), lifetime)
    }

    /// A signal and the observer that controls it.
    ///
    /// - Parameter disposable: disposed when the signal ends.
    /// - Returns: the signal, and its input. When the input is released the signal is interrupted.
    public static func pipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
        let core = SignalCore<Value>(upstream: disposable)
        return (Signal(shared: SignalHandle(core)), Observer(sink: SignalInput(core)))
    }

    /// `init(_:)`. ReactiveSwift's does without protection against concurrent senders, which costs nothing here.
    ///
    ///     the generator  n--n--c
    ///     unserialized   1--2--|
    public static func unserialized(_ generator: (_ observer: Observer, _ lifetime: Lifetime) -> Void) -> Signal {
        Signal(generator)
    }

    /// `init(_:)`: every signal queues what is sent from inside a delivery.
    ///
    ///     the generator          n--n--c
    ///     reentrantUnserialized  1--2--|
    public static func reentrantUnserialized(_ generator: (_ observer: Observer, _ lifetime: Lifetime) -> Void) -> Signal {
        Signal(generator)
    }

    /// ``pipe(disposable:)``; see ``unserialized(_:)``.
    public static func unserializedPipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
        pipe(disposable: disposable)
    }

    /// ``pipe(disposable:)``; see ``reentrantUnserialized(_:)``.
    public static func reentrantUnserializedPipe(disposable: (any Disposable)? = nil) -> (output: Signal, input: Observer) {
        pipe(disposable: disposable)
    }

    /// A signal in which nothing ever happens.
    public static var never: Signal { Signal(shared: Silent()) }

    /// A signal that has completed. Whoever observes it is too late, and receives `interrupted`.
    public static var empty: Signal { Signal { observer, _ in observer.sendCompleted() } }

    /// This signal as a producer: starting it observes the signal.
    public var producer: SignalProducer<Value, Error> { SignalProducer(self) }

    /// This signal.
    public var signal: Signal { self }

    // MARK: Observing

    /// Sends the events of this signal to `observer` from now on.
    /// - Returns: what stops that; nil when the signal has ended, and then the observer has received `interrupted`.
    @discardableResult
    public func observe(_ observer: Observer) -> (any Disposable)? {
        let life = Life()
        source.start(PassingTail(observer.sink, life), life)
        return life.isEnded ? nil : life
    }

    /// Calls `action` with each event.
    @discardableResult
    public func observe(_ action: @escaping Observer.Action) -> (any Disposable)? { observe(Observer(action)) }

    /// Calls `action` with each value, and with the failure if there is one.
    @discardableResult
    public func observeResult(_ action: @escaping @Sendable (Result<Value, Error>) -> Void) -> (any Disposable)? {
        observe(Observer(value: { action(.success($0)) }, failed: { action(.failure($0)) }))
    }

    /// Calls `action` if the signal completes.
    @discardableResult
    public func observeCompleted(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        observe(Observer(completed: action))
    }

    /// Calls `action` if the signal fails.
    @discardableResult
    public func observeFailed(_ action: @escaping @Sendable (Error) -> Void) -> (any Disposable)? {
        observe(Observer(failed: action))
    }

    /// Calls `action` if the signal is interrupted.
    @discardableResult
    public func observeInterrupted(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        observe(Observer(interrupted: action))
    }

    /// Restores the type that a failure lost in the kernel. Sound because only `Error`s get into it: the initialisers
    /// that take a bare source are internal, and each caller says which errors its source fails with.
    static func typed(_ error: any Swift.Error) -> Error { error as! Error }
}

extension Signal where Error == Never {
    /// Calls `action` with each value.
    @discardableResult
    public func observeValues(_ action: @escaping @Sendable (Value) -> Void) -> (any Disposable)? {
        observe(Observer(value: action))
    }
}

/// A type that can be seen as a ``Signal``.
public protocol SignalProtocol<Value, Error>: Sendable {
    associatedtype Value: Sendable
    associatedtype Error: Swift.Error

    /// The signal.
    var signal: Signal<Value, Error> { get }
}

extension Signal: SignalProtocol {}
