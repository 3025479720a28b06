import Rivulet

/// An observer that records each event with the virtual time at which it came.
public final class TestableObserver<Element: Sendable>: ObserverType {
    private let scheduler: TestScheduler
    private let recorded = Lock<[Recorded<Event<Element>>]>([])

    init(_ scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    /// What came, in order.
    public var events: [Recorded<Event<Element>>] { recorded.withLock { $0 } }

    public func on(_ event: Event<Element>) {
        let event = Recorded(time: scheduler.clock, value: event)
        recorded.withLock { $0.append(event) }
    }
}
