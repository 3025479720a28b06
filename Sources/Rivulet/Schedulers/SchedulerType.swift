import Dispatch
import FoundationEssentials

/// A point in time, as RxSwift has it. Schedulers take differences from a monotonic clock, so a change of the wall clock
/// does not move them.
public typealias RxTime = Date

/// A span of time, as the originals have it. There are no overloads for `Duration`: `.seconds(1)` would be ambiguous.
public typealias RxTimeInterval = DispatchTimeInterval

/// Something that runs actions, somewhere, as soon as it can.
public protocol ImmediateSchedulerType: Sendable {
    /// Runs `action` with `state`.
    /// - Returns: what cancels the action if it has not begun, and disposes what it returned if it has.
    func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable
}

/// Something that runs actions at given times.
public protocol SchedulerType: ImmediateSchedulerType {
    /// The present, by this scheduler's clock.
    var now: RxTime { get }

    /// Runs `action` with `state` after `dueTime`.
    func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable

    /// Runs `action` again and again: first after `startAfter`, then every `period`; each time with what it returned
    /// the time before.
    func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable
}

extension SchedulerType {
    public func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        let turns = Succession()
        @Sendable func turn(_ state: StateType, after dueTime: RxTimeInterval) {
            turns.next {
                scheduleRelative(state, dueTime: dueTime) { state in
                    if turns.isDisposed { return Disposables.create() }
                    turn(action(state), after: period)
                    return Disposables.create()
                }
            }
        }
        turn(state, after: startAfter)
        return turns
    }

    /// Runs `action` after `dueTime`; it may schedule itself again, after another span, by calling what it gets.
    public func scheduleRecursive<State: Sendable>(
        _ state: State, dueTime: RxTimeInterval,
        action: @escaping @Sendable (_ state: State, _ recurse: @escaping @Sendable (State, RxTimeInterval) -> Void) -> Void
    ) -> any Disposable {
        let turns = Succession()
        @Sendable func turn(_ state: State, after dueTime: RxTimeInterval) {
            turns.next {
                scheduleRelative(state, dueTime: dueTime) { state in
                    if !turns.isDisposed { action(state, { turn($0, after: $1) }) }
                    return Disposables.create()
                }
            }
        }
        turn(state, after: dueTime)
        return turns
    }
}

extension ImmediateSchedulerType {
    /// Runs `action`, which may schedule itself again by calling what it gets. At constant stack, if the scheduler does
    /// not run actions inside one another.
    public func scheduleRecursive<State: Sendable>(
        _ state: State, action: @escaping @Sendable (_ state: State, _ recurse: @escaping @Sendable (State) -> Void) -> Void
    ) -> any Disposable {
        let turns = Succession()
        @Sendable func turn(_ state: State) {
            turns.next {
                schedule(state) { state in
                    if !turns.isDisposed { action(state, turn) }
                    return Disposables.create()
                }
            }
        }
        turn(state)
        return turns
    }
}
