import Dispatch
import FoundationEssentials

/// Runs actions on a serial dispatch queue, one after the other.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    // `@unchecked`: open for ``MainScheduler``; `let`s only, of which the compiler knows all to be Sendable.
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    init(queue: DispatchQueue, leeway: DispatchTimeInterval) {
        self.queue = queue
        self.leeway = leeway
    }

    /// A scheduler on a serial queue of its own that targets `queue`, which may be concurrent.
    public convenience init(
        queue: DispatchQueue, internalSerialQueueName: String, leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(queue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
    }

    /// A scheduler on a serial queue of its own.
    /// - Parameters:
    ///   - internalSerialQueueName: the queue's label, for debuggers.
    ///   - serialQueueConfiguration: changes the queue before it is used.
    ///   - leeway: how much later than asked a timer may fire.
    public convenience init(
        internalSerialQueueName: String, serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        serialQueueConfiguration?(queue)
        self.init(queue: queue, leeway: leeway)
    }

    /// A scheduler on a serial queue of its own, of the given quality of service.
    public convenience init(
        qos: DispatchQoS, internalSerialQueueName: String = "rivulet.serial-dispatch-queue-scheduler",
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(queue: DispatchQueue(label: internalSerialQueueName, qos: qos), leeway: leeway)
    }

    package func perform(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

    public var now: RxTime { MonotonicClock.now }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        queue.schedule(state, action: action)
    }

    public func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        queue.scheduleRelative(state, dueTime: dueTime, leeway: leeway, action: action)
    }

    public func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        queue.schedulePeriodic(state, startAfter: startAfter, period: period, leeway: leeway, action: action)
    }
}

/// Runs actions on a dispatch queue that may run several at once.
public final class ConcurrentDispatchQueueScheduler: SchedulerType {
    private let queue: DispatchQueue
    private let leeway: DispatchTimeInterval

    /// A scheduler on `queue`.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        self.queue = queue
        self.leeway = leeway
    }

    /// A scheduler on a concurrent queue of its own, of the given quality of service.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        self.init(
            queue: DispatchQueue(label: "rivulet.concurrent-dispatch-queue-scheduler", qos: qos, attributes: .concurrent),
            leeway: leeway)
    }

    package func perform(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

    public var now: RxTime { MonotonicClock.now }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        queue.schedule(state, action: action)
    }

    public func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        queue.scheduleRelative(state, dueTime: dueTime, leeway: leeway, action: action)
    }

    public func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        queue.schedulePeriodic(state, startAfter: startAfter, period: period, leeway: leeway, action: action)
    }
}

/// What the schedulers over a dispatch queue share.
extension DispatchQueue {
    func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let scheduled = SingleAssignmentDisposable()
        async {
            if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
        }
        return scheduled
    }

    func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, leeway: DispatchTimeInterval,
        action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let scheduled = CompositeDisposable()
        let timer = makeTimer(startAfter: dueTime, repeating: .never, leeway: leeway) { timer in
            timer.dispose()
            if !scheduled.isDisposed { scheduled.insert(action(state)) }
        }
        scheduled.insert(timer)
        return scheduled
    }

    func schedulePeriodic<StateType: Sendable>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval, leeway: DispatchTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        // Confined by the timer: its handler does not run twice at once.
        let state = Confined(state)
        return makeTimer(startAfter: startAfter, repeating: period, leeway: leeway) { timer in
            if !timer.isDisposed { state.value = action(state.value) }
        }
    }

    private func makeTimer(
        startAfter: DispatchTimeInterval, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval,
        handler: @escaping @Sendable (any Cancelable) -> Void
    ) -> any Cancelable {
        let timer = DispatchTimer(queue: self)
        timer.start(startAfter: startAfter, repeating: repeating, leeway: leeway, handler: handler)
        return timer
    }
}

/// A running timer source, until it is disposed. Dispatch keeps the source meanwhile, and the source its handler.
///
/// `@unchecked Sendable`: Dispatch's sources may be used from any thread, but the protocol does not say so.
private final class DispatchTimer: Cancelable, @unchecked Sendable {
    private let source: any DispatchSourceTimer

    init(queue: DispatchQueue) {
        source = DispatchSource.makeTimerSource(queue: queue)
    }

    func start(
        startAfter: DispatchTimeInterval, repeating: DispatchTimeInterval, leeway: DispatchTimeInterval,
        handler: @escaping @Sendable (any Cancelable) -> Void
    ) {
        source.schedule(deadline: .now() + startAfter, repeating: repeating, leeway: leeway)
        source.setEventHandler { handler(self) }
        source.resume()
    }

    var isDisposed: Bool { source.isCancelled }

    func dispose() { source.cancel() }
}

/// The wall clock's time at start, moved on by a monotonic clock: dates that never jump.
enum MonotonicClock {
    private static let start = (date: Date(), instant: ContinuousClock.now)

    static var now: Date {
        let elapsed = start.instant.duration(to: .now)
        return start.date.addingTimeInterval(Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18)
    }
}
