/// Disposes what it holds when it goes away.
public final class ScopedDisposable<Inner: Disposable>: Cancelable {
    /// What is disposed.
    public let inner: Inner
    private let disposed = BooleanDisposable()

    /// One that disposes `disposable` when it goes away.
    public init(_ disposable: Inner) {
        inner = disposable
    }

    deinit { inner.dispose() }

    public var isDisposed: Bool { disposed.isDisposed }

    /// Disposes it now.
    public func dispose() {
        disposed.dispose()
        inner.dispose()
    }
}

extension ScopedDisposable where Inner == AnyDisposable {
    /// One that disposes `disposable`, whatever it is, when it goes away.
    public convenience init(_ disposable: any Disposable) {
        self.init(AnyDisposable(disposable))
    }
}

extension ScopedDisposable where Inner == CompositeDisposable {
    /// Adds a disposable to a composite that is disposed when it goes away.
    @discardableResult
    public static func += (scope: ScopedDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
        scope.inner.add(disposable)
    }

    /// Adds an action to a composite that is disposed when it goes away.
    @discardableResult
    public static func += (scope: ScopedDisposable, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        scope.inner.add(action)
    }
}
