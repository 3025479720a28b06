import Dispatch
import FoundationEssentials
import Rivulet

/// A scheduler whose clock stands still until the test moves it: what ReactiveSwift calls its test scheduler. (That name
/// belongs to RxTest's here.)
///
///     let scheduler = ManualScheduler()
///     producer.delay(2, on: scheduler).startWithValues { … }
///     scheduler.advance(by: .seconds(2))
///
/// Actions run on the thread that moves the clock, in order of time, and of scheduling at the same time.
public final class ManualScheduler: DateScheduler {
    private let scheduler: HistoricalScheduler

    /// A scheduler whose clock stands at `startDate`.
    public init(startDate: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        scheduler = HistoricalScheduler(initialClock: startDate)
    }

    /// Where the clock stands.
    public var currentDate: Date { scheduler.clock }

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? { scheduler.schedule(action) }

    @discardableResult
    public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        scheduler.schedule(after: date, action: action)
    }

    @discardableResult
    public func schedule(
        after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        scheduler.schedule(after: date, interval: interval, leeway: leeway, action: action)
    }

    /// Runs what is due now.
    public func advance() { advance(to: currentDate) }

    /// Moves the clock on by `interval`, and runs what is due on the way.
    public func advance(by interval: DispatchTimeInterval) {
        let nanoseconds: Double? =
            switch interval {
            case .seconds(let count): Double(count) * 1e9
            case .milliseconds(let count): Double(count) * 1e6
            case .microseconds(let count): Double(count) * 1e3
            case .nanoseconds(let count): Double(count)
            case .never: nil
            @unknown default: nil
            }
        if let nanoseconds { advance(to: currentDate.addingTimeInterval(nanoseconds / 1e9)) } else { run() }
    }

    /// Moves the clock on to `date`, and runs what is due on the way.
    public func advance(to date: Date) { scheduler.advanceTo(date) }

    /// Runs everything that is scheduled, moving the clock as needed.
    public func run() { scheduler.start() }
}
