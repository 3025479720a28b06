import Synchronization

/// A disposable made of a closure, or of another disposable.
public final class AnyDisposable: Cancelable, Sendable {
    private let disposed = Atomic<Bool>(false)
    private let action: Lock<(@Sendable () -> Void)?>

    /// Runs `action` when disposed, once, and releases it then.
    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = Lock(action)
    }

    /// Does nothing when disposed but remember it.
    public init() {
        action = Lock(nil)
    }

    /// Disposes `disposable` when disposed, and releases it then.
    public convenience init(_ disposable: any Disposable) {
        self.init { disposable.dispose() }
    }

    public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    public func dispose() {
        guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let action = self.action.withLock { exchange(&$0, with: nil) }
        action?()
    }
}

/// A disposable that only remembers whether it was disposed.
public final class BooleanDisposable: Cancelable, Sendable {
    private let disposed: Atomic<Bool>

    /// One that is not disposed yet, unless `isDisposed`.
    public init(isDisposed: Bool = false) {
        disposed = Atomic(isDisposed)
    }

    public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    public func dispose() { disposed.store(true, ordering: .releasing) }
}
