import Dispatch
import FoundationEssentials

/// Runs actions on the main queue; at once whenever it is called on the main thread, be there others that wait or not.
/// For `subscribe(on:)`; ``MainScheduler``, which keeps their order, for `observe(on:)`.
public final class ConcurrentMainScheduler: SchedulerType {
    /// The one there is.
    public static let instance = ConcurrentMainScheduler()

    private init() {}

    public var now: RxTime { MonotonicClock.now }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        isMainThread ? action(state) : MainScheduler.asyncInstance.schedule(state, action: action)
    }

    public func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        MainScheduler.asyncInstance.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    public func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        MainScheduler.asyncInstance.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}
