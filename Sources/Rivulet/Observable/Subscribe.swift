extension ObservableType {
    /// Subscribes closures to this sequence.
    ///
    /// - Parameters:
    ///   - onNext: called with each element.
    ///   - onError: called with the error if the sequence fails.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once when the subscription is over, however it ended.
    /// - Returns: what stops the subscription. Dropping it does not: dispose it, or put it in a ``DisposeBag``.
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil,
        onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let life = Life(onDisposed: onDisposed)
        // Not `??`, which makes two blocks on the heap of two closures.
        let onError = if onError == nil { Hooks.unhandled() } else { onError }
        let sink = ClosureSink(onNext: onNext, onError: onError, onCompleted: onCompleted, life: life)
        asObservable().start(sink, life)
        return life
    }

    /// Subscribes a closure to the events of this sequence.
    public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
        subscribe(AnyObserver(eventHandler: on))
    }

    /// Subscribes closures that get `object` too, which is held weakly: once it is gone, they are not called.
    ///
    /// - Parameters:
    ///   - object: passed to each closure.
    ///   - onNext: called with each element.
    ///   - onError: called with the error if the sequence fails.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once when the subscription is over, however it ended.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object,
        onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onNext: onNext.map { onNext in { @Sendable [weak object] in if let object { onNext(object, $0) } } },
            onError: onError.map { onError in { @Sendable [weak object] in if let object { onError(object, $0) } } },
            onCompleted: onCompleted.map { onCompleted in { @Sendable [weak object] in if let object { onCompleted(object) } } },
            onDisposed: onDisposed.map { onDisposed in { @Sendable [weak object] in if let object { onDisposed(object) } } }
        )
    }
}

/// The end of a chain: the user's closures.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ClosureSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let onNext: (@Sendable (Element) -> Void)?
    /// nil: the default, which needs to know nothing of this subscription.
    private let onError: (@Sendable (any Error) -> Void)?
    private let onCompleted: (@Sendable () -> Void)?
    private let life: Life

    init(
        onNext: (@Sendable (Element) -> Void)?, onError: (@Sendable (any Error) -> Void)?, onCompleted: (@Sendable () -> Void)?,
        life: Life
    ) {
        self.onNext = onNext
        self.onError = onError
        self.onCompleted = onCompleted
        self.life = life
    }

    override func next(_ element: Element) {
        if !life.isEnded { onNext?(element) }
    }

    override func terminate(_ ending: Ending) {
        life.terminate {
            switch ending {
            case .completed: onCompleted?()
            case .failed(let error): if let onError { onError(error) } else { Hooks.defaultErrorHandler([], error) }
            case .interrupted: break
            }
        }
    }
}
