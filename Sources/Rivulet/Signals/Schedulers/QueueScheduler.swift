import Dispatch

/// Runs actions on a serial dispatch queue.
public final class QueueScheduler: SchedulerType, DateScheduler {
    /// The one of the main queue. Never runs an action at once.
    public static let main = QueueScheduler(queue: .main)

    /// Where actions run.
    public let queue: DispatchQueue

    private init(queue: DispatchQueue) {
        self.queue = queue
    }

    /// A scheduler on a serial queue of its own.
    ///
    /// - Parameters:
    ///   - qos: how urgent its work is.
    ///   - name: the queue's label.
    ///   - targetQueue: the queue that it runs on, if not a global one.
    public convenience init(
        qos: DispatchQoS = .default, name: String = "rivulet.queue-scheduler", targeting targetQueue: DispatchQueue? = nil
    ) {
        self.init(queue: DispatchQueue(label: name, qos: qos, target: targetQueue))
    }

    public var now: RxTime { MonotonicClock.now }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        queue.schedule(state, action: action)
    }

    public func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        queue.scheduleRelative(state, dueTime: dueTime, leeway: .nanoseconds(0), action: action)
    }

    public func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        queue.schedulePeriodic(state, startAfter: startAfter, period: period, leeway: .nanoseconds(0), action: action)
    }
}

/// Runs actions on the main queue; at once, when it is called there and nothing waits. All of them share one order.
public final class UIScheduler: Scheduler {
    /// A scheduler of the main queue.
    public init() {}

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        MainScheduler.instance.schedule(action)
    }
}
