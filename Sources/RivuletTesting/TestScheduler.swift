import Dispatch
import FoundationEssentials
import Rivulet

/// A scheduler for tests, whose time moves by itself: from one scheduled action to the next.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let source = scheduler.createHotObservable([.next(210, 3), .completed(250)])
///     let result = scheduler.start { source.map { $0 * 2 } }
///     #expect(result.events == [.next(210, 6), .completed(250)])
///
/// `@unchecked Sendable`: what it inherits holds `let`s only, and it adds another, a `Bool`.
public final class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>, @unchecked Sendable {
    /// The times at which ``start(created:subscribed:disposed:create:)`` does its work, unless told otherwise.
    public enum Defaults {
        /// When the sequence is made.
        public static let created = 100
        /// When it is subscribed to.
        public static let subscribed = 200
        /// When the subscription is disposed.
        public static let disposed = 1000
    }

    private let simulatesProcessingDelay: Bool

    /// A scheduler whose clock stands at `initialClock`.
    ///
    /// - Parameters:
    ///   - initialClock: the time to begin at.
    ///   - resolution: how many seconds a tick of virtual time lasts.
    ///   - simulateProcessingDelay: whether what is scheduled for now runs a tick later.
    public init(initialClock: TestTime = 0, resolution: Double = 1, simulateProcessingDelay: Bool = true) {
        simulatesProcessingDelay = simulateProcessingDelay
        super.init(initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
    }

    /// A sequence that sends at absolute times, whoever is subscribed then.
    public func createHotObservable<Element: Sendable>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        TestableObservable(self, events, isHot: true)
    }

    /// A sequence that sends at times counted from each subscription.
    public func createColdObservable<Element: Sendable>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        TestableObservable(self, events, isHot: false)
    }

    /// An observer that records what it receives, and when.
    public func createObserver<Element: Sendable>(_ type: Element.Type) -> TestableObserver<Element> {
        TestableObserver(self)
    }

    /// Runs `action` at an absolute time.
    public func scheduleAt(_ time: TestTime, action: @escaping @Sendable () -> Void) {
        _ = scheduleAbsoluteVirtual((), time: time) { _ in
            action()
            return Disposables.create()
        }
    }

    /// Makes a sequence, subscribes to it and disposes the subscription, each at its time, and runs everything.
    /// - Returns: the observer that recorded the events.
    public func start<Element: Sendable, Source: ObservableConvertibleType>(
        created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping @Sendable () -> Source
    ) -> TestableObserver<Element> where Source.Element == Element {
        let source = BehaviorRelay<Observable<Element>>(value: .empty())
        let subscription = SerialDisposable()
        let observer = createObserver(Element.self)
        scheduleAt(created) { source.accept(create().asObservable()) }
        scheduleAt(subscribed) { subscription.inner = source.value.subscribe(observer) }
        scheduleAt(disposed) { subscription.dispose() }
        start()
        return observer
    }

    /// Makes a sequence at 100, subscribes to it at 200 and disposes the subscription at `disposed`.
    public func start<Element: Sendable, Source: ObservableConvertibleType>(
        disposed: TestTime, create: @escaping @Sendable () -> Source
    ) -> TestableObserver<Element> where Source.Element == Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
    }

    /// Makes a sequence at 100, subscribes to it at 200 and disposes the subscription at 1000.
    public func start<Element: Sendable, Source: ObservableConvertibleType>(
        _ create: @escaping @Sendable () -> Source
    ) -> TestableObserver<Element> where Source.Element == Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: Defaults.disposed, create: create)
    }

    public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
        simulatesProcessingDelay && time <= clock ? clock + 1 : time
    }
}

/// Virtual time in ticks of a given length.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
    private let resolution: Double

    /// Ticks of `resolution` seconds.
    init(resolution: Double) {
        self.resolution = resolution
    }

    public func convertFromVirtualTime(_ virtualTime: TestTime) -> RxTime {
        Date(timeIntervalSince1970: Double(virtualTime) * resolution)
    }

    public func convertToVirtualTime(_ time: RxTime) -> TestTime { ticks(time.timeIntervalSince1970) }

    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: TestTime) -> TimeInterval {
        Double(virtualTimeInterval) * resolution
    }

    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> TestTime { ticks(timeInterval) }

    public func offsetVirtualTime(_ time: TestTime, offset: TestTime) -> TestTime { time + offset }

    public func compareVirtualTime(_ lhs: TestTime, _ rhs: TestTime) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }

    private func ticks(_ seconds: TimeInterval) -> TestTime {
        Int((seconds / resolution).rounded().clamped(to: -1e15...1e15))
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}
