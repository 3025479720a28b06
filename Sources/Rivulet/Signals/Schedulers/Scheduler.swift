import Dispatch
import FoundationEssentials

/// Something that runs actions, one after the other: ReactiveSwift's face of a scheduler.
public protocol Scheduler: AnyObject, Sendable {
    /// Runs `action` as soon as it can.
    /// - Returns: what cancels it if it has not begun.
    @discardableResult
    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)?
}

/// A scheduler that can wait.
public protocol DateScheduler: Scheduler {
    /// The present, by this scheduler's clock.
    var currentDate: Date { get }

    /// Runs `action` at `date`, or as soon as it can after it.
    /// - Returns: what cancels it if it has not begun.
    @discardableResult
    func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)?

    /// Runs `action` at `date`, and then every `interval`.
    ///
    /// - Parameters:
    ///   - date: the first time.
    ///   - interval: how long from one time to the next.
    ///   - leeway: how much later than asked each time may be.
    ///   - action: what to run.
    /// - Returns: what stops it.
    @discardableResult
    func schedule(
        after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping @Sendable () -> Void
    ) -> (any Disposable)?
}

extension DateScheduler {
    /// Runs `action` at `date`, and then every `interval`, with a tenth of it as leeway.
    @discardableResult
    public func schedule(
        after date: Date, interval: DispatchTimeInterval, action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        schedule(after: date, interval: interval, leeway: DispatchTimeInterval(seconds: interval.seconds / 10), action: action)
    }
}

// MARK: One scheduler, two faces

/// RxSwift's schedulers, as ReactiveSwift's.
extension Scheduler where Self: ImmediateSchedulerType {
    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        schedule(()) { _ in
            action()
            return Disposables.create()
        }
    }
}

extension DateScheduler where Self: SchedulerType {
    public var currentDate: Date { now }

    @discardableResult
    public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        scheduleRelative((), dueTime: DispatchTimeInterval(seconds: date.timeIntervalSince(now))) { _ in
            action()
            return Disposables.create()
        }
    }

    @discardableResult
    public func schedule(
        after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        let startAfter = DispatchTimeInterval(seconds: date.timeIntervalSince(now))
        return schedulePeriodic((), startAfter: startAfter, period: interval) { _ in action() }
    }
}

extension ImmediateScheduler: Scheduler {}
extension SerialDispatchQueueScheduler: DateScheduler {}
extension VirtualTimeScheduler: DateScheduler {}

extension Scheduler {
    /// RxSwift's face of this, for the operators of the kernel.
    var asImmediateSchedulerType: any ImmediateSchedulerType {
        if let scheduler = self as? any ImmediateSchedulerType { scheduler } else { ImmediateAdapter(scheduler: self) }
    }
}

extension DateScheduler {
    /// RxSwift's face of this, for the operators of the kernel.
    var asSchedulerType: any SchedulerType {
        if let scheduler = self as? any SchedulerType { scheduler } else { DateAdapter(scheduler: self) }
    }
}

private struct ImmediateAdapter: ImmediateSchedulerType {
    let scheduler: any Scheduler

    func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        wrap(action, state) { scheduler.schedule($0) }
    }
}

private struct DateAdapter: SchedulerType {
    let scheduler: any DateScheduler

    var now: RxTime { scheduler.currentDate }

    func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        wrap(action, state) { scheduler.schedule($0) }
    }

    func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        wrap(action, state) { scheduler.schedule(after: now.addingTimeInterval(dueTime.seconds), action: $0) }
    }
}

/// Runs `action` by means of `schedule`; what is returned cancels it, and disposes what it returned.
private func wrap<StateType: Sendable>(
    _ action: @escaping @Sendable (StateType) -> any Disposable, _ state: StateType,
    schedule: (@escaping @Sendable () -> Void) -> (any Disposable)?
) -> any Disposable {
    let inner = SerialDisposable()
    let scheduled = schedule {
        if !inner.isDisposed { inner.inner = action(state) }
    }
    guard let scheduled else { return inner }
    return Disposables.create(scheduled, inner)
}

extension DispatchTimeInterval {
    /// An interval of so many seconds, to the nanosecond; none if that is negative.
    init(seconds: Double) {
        self = .nanoseconds(Int(max(0, min(seconds, 9e9)) * 1e9))
    }

    /// How many seconds this is; infinitely many for `never`.
    var seconds: Double {
        switch self {
        case .seconds(let count): Double(count)
        case .milliseconds(let count): Double(count) / 1e3
        case .microseconds(let count): Double(count) / 1e6
        case .nanoseconds(let count): Double(count) / 1e9
        case .never: .infinity
        @unknown default: .infinity
        }
    }
}
