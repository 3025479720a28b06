import Dispatch
import FoundationEssentials

/// How a ``VirtualTimeScheduler`` counts time.
public protocol VirtualTimeConverterType: Sendable {
    /// A point in virtual time.
    associatedtype VirtualTimeUnit: Sendable
    /// A span of virtual time.
    associatedtype VirtualTimeIntervalUnit: Sendable

    /// The date at a point in virtual time.
    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime

    /// The point in virtual time at a date.
    func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

    /// The seconds in a span of virtual time.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval

    /// The span of virtual time that lasts so many seconds.
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

    /// The point in virtual time a span after another.
    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit

    /// Which of two points in virtual time comes first.
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// How the first of two points in time lies to the second.
public enum VirtualTimeComparison: Sendable {
    /// Before it.
    case lessThan
    /// At the same time.
    case equal
    /// After it.
    case greaterThan
}

/// A scheduler whose clock only moves when it is told to: time for tests and simulations.
///
/// Actions run on the thread that calls ``start()``, ``advanceTo(_:)`` or ``sleep(_:)``, in order of time, and of
/// scheduling at the same time.
///
/// `@unchecked Sendable`: open, so that a test scheduler can adjust times; holds `let`s only, which a test verifies.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
    /// A point in virtual time.
    public typealias VirtualTime = Converter.VirtualTimeUnit
    /// A span of virtual time.
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    fileprivate struct State {
        var clock: VirtualTime
        var isRunning = false
        var nextNumber = 0
        var items: Heap<VirtualItem<VirtualTime>>
    }

    fileprivate let converter: Converter
    fileprivate let state: Lock<State>

    /// A scheduler whose clock stands at `initialClock`.
    public init(initialClock: VirtualTime, converter: Converter) {
        self.converter = converter
        let items = Heap<VirtualItem<VirtualTime>> { lhs, rhs in
            switch converter.compareVirtualTime(lhs.time, rhs.time) {
            case .lessThan: true
            case .greaterThan: false
            case .equal: lhs.number < rhs.number
            }
        }
        state = Lock(State(clock: initialClock, items: items))
    }

    /// The present, in virtual time.
    public var clock: VirtualTime { state.withLock { $0.clock } }

    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    public func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let time = converter.convertToVirtualTime(now.addingTimeInterval(dueTime.inSeconds))
        return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
    }

    /// Runs `action` with `state` after a span of virtual time.
    public func scheduleRelativeVirtual<StateType: Sendable>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Runs `action` with `state` at a point in virtual time.
    public func scheduleAbsoluteVirtual<StateType: Sendable>(
        _ state: StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        self.state.withLock { current in
            let item = VirtualItem(time: time, number: current.nextNumber) { action(state) }
            current.nextNumber += 1
            current.items.insert(item)
            return item
        }
    }

    /// Where to move an action that is to run at `time`; a subclass may put it later.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

    /// Runs everything that is scheduled, moving the clock, until nothing is or ``stop()`` is called.
    public func start() { run(until: nil) }

    /// Runs what is scheduled up to a point in virtual time, and leaves the clock there.
    public func advanceTo(_ virtualTime: VirtualTime) {
        run(until: virtualTime)
        state.withLock { state in
            if isLater(virtualTime, than: state.clock) { state.clock = virtualTime }
        }
    }

    /// Moves the clock by a span of virtual time without running anything.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        state.withLock { $0.clock = converter.offsetVirtualTime($0.clock, offset: virtualInterval) }
    }

    /// Ends ``start()`` and ``advanceTo(_:)`` after the present action.
    public func stop() { state.withLock { $0.isRunning = false } }

    private func run(until limit: VirtualTime?) {
        let wasRunning = state.withLock { exchange(&$0.isRunning, with: true) }
        if wasRunning { return }
        while let item = next(until: limit) { item.invoke() }
        stop()
    }

    private func next(until limit: VirtualTime?) -> VirtualItem<VirtualTime>? {
        // Cancelled items are released outside the lock.
        var cancelled: [VirtualItem<VirtualTime>] = []
        defer { withExtendedLifetime(cancelled) {} }
        let (item, dropped): (VirtualItem<VirtualTime>?, [VirtualItem<VirtualTime>]) = state.withLock { state in
            var dropped: [VirtualItem<VirtualTime>] = []
            guard state.isRunning else { return (nil, dropped) }
            while let item = state.items.first {
                if let limit, isLater(item.time, than: limit) { break }
                state.items.removeFirst()
                if item.isDisposed {
                    dropped.append(item)
                    continue
                }
                if isLater(item.time, than: state.clock) { state.clock = item.time }
                return (item, dropped)
            }
            return (nil, dropped)
        }
        cancelled = dropped
        return item
    }

    private func isLater(_ lhs: VirtualTime, than rhs: VirtualTime) -> Bool {
        converter.compareVirtualTime(lhs, rhs) == .greaterThan
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    public var debugDescription: String {
        let (clock, times) = state.withLock { state in (state.clock, state.items.all.map(\.time)) }
        let upcoming = times.sorted { converter.compareVirtualTime($0, $1) == .lessThan }
        return "at \(clock), actions at \(upcoming)"
    }
}

/// An action in the queue of a virtual clock.
private final class VirtualItem<Time: Sendable>: Cancelable, Sendable {
    let time: Time
    let number: Int
    private let action: Lock<(@Sendable () -> any Disposable)?>
    private let running = SingleAssignmentDisposable()

    init(time: Time, number: Int, action: @escaping @Sendable () -> any Disposable) {
        self.time = time
        self.number = number
        self.action = Lock(action)
    }

    var isDisposed: Bool { running.isDisposed }

    func invoke() {
        let action = self.action.withLock { exchange(&$0, with: nil) }
        if let action { running.setDisposable(action()) }
    }

    func dispose() {
        running.dispose()
        let action = self.action.withLock { exchange(&$0, with: nil) }
        withExtendedLifetime(action) {}
    }
}

/// A ``VirtualTimeScheduler`` that counts in dates.
///
/// `@unchecked Sendable`: adds nothing stored to what it inherits, which holds `let`s only.
public final class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
    /// A scheduler whose clock stands at `initialClock`.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// Virtual time in dates and seconds.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
    /// The one way to count so.
    public init() {}

    public func convertFromVirtualTime(_ virtualTime: RxTime) -> RxTime { virtualTime }
    public func convertToVirtualTime(_ time: RxTime) -> RxTime { time }
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TimeInterval) -> TimeInterval { virtualTimeInterval }
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> TimeInterval { timeInterval }
    public func offsetVirtualTime(_ time: RxTime, offset: TimeInterval) -> RxTime { time.addingTimeInterval(offset) }

    public func compareVirtualTime(_ lhs: RxTime, _ rhs: RxTime) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

extension DispatchTimeInterval {
    /// This span in seconds; `.never` is for ever.
    var inSeconds: Double {
        switch self {
        case .seconds(let seconds): Double(seconds)
        case .milliseconds(let milliseconds): Double(milliseconds) / 1e3
        case .microseconds(let microseconds): Double(microseconds) / 1e6
        case .nanoseconds(let nanoseconds): Double(nanoseconds) / 1e9
        case .never: .infinity
        @unknown default: .infinity
        }
    }
}
