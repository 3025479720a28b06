/// Holds one disposable at a time: putting in another disposes the one before. RxSwift's `disposable` and
/// ReactiveSwift's `inner` are two names of the same.
public final class SerialDisposable: Cancelable, Sendable {
    private struct State {
        var inner: (any Disposable)?
        var isDisposed = false
    }

    private let state: Lock<State>

    /// One that holds `disposable`.
    public init(_ disposable: (any Disposable)? = nil) {
        state = Lock(State(inner: disposable))
    }

    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// What is held. Setting it disposes what was held before; when this is disposed, what is set is disposed at once.
    public var inner: (any Disposable)? {
        get { state.withLock { $0.inner } }
        set {
            let old: (any Disposable)? = state.withLock { state in
                if state.isDisposed { return newValue }
                return exchange(&state.inner, with: newValue)
            }
            old?.dispose()
        }
    }

    /// Puts another disposable in, or none, and takes the one before out, undisposed. When this is disposed, `disposable` is
    /// at once.
    func replace(_ disposable: (any Disposable)?) -> (any Disposable)? {
        let (old, isDisposed): ((any Disposable)?, Bool) = state.withLock { state in
            state.isDisposed ? (nil, true) : (exchange(&state.inner, with: disposable), false)
        }
        if isDisposed { disposable?.dispose() }
        return old
    }

    /// What is held; see ``inner``.
    public var disposable: any Disposable {
        get { inner ?? Disposables.create() }
        set { inner = newValue }
    }

    /// Disposes what is held, and whatever is put in later.
    public func dispose() {
        let inner = state.withLock { state in
            state.isDisposed = true
            return exchange(&state.inner, with: nil)
        }
        inner?.dispose()
    }
}

/// Holds one disposable, which is put in once, later.
public final class SingleAssignmentDisposable: Cancelable, Sendable {
    private let serial = SerialDisposable()

    /// One that holds nothing yet.
    public init() {}

    public var isDisposed: Bool { serial.isDisposed }

    /// What is held. When this is disposed already, what is set is disposed at once.
    public var disposable: any Disposable {
        get { serial.disposable }
        set { setDisposable(newValue) }
    }

    /// Puts in the disposable.
    public func setDisposable(_ disposable: any Disposable) { serial.inner = disposable }

    /// Disposes what is held, or will be.
    public func dispose() { serial.dispose() }
}
