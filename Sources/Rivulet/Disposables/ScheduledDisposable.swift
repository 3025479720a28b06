/// Disposes another disposable on a scheduler.
public final class ScheduledDisposable: Cancelable, Sendable {
    /// Where it is disposed.
    public let scheduler: any ImmediateSchedulerType
    private let inner: SingleAssignmentDisposable

    /// One that disposes `disposable` on `scheduler`.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        inner = SingleAssignmentDisposable()
        inner.setDisposable(disposable)
    }

    /// Whether it was disposed, on the scheduler.
    public var isDisposed: Bool { inner.isDisposed }

    /// Schedules the disposal.
    public func dispose() {
        let inner = inner
        _ = scheduler.schedule(()) { _ in
            inner.dispose()
            return Disposables.create()
        }
    }
}
