import Rivulet

/// A sequence of recorded events for tests, which records who subscribed to it when.
///
/// A *hot* one sends at absolute times to whoever is subscribed then; a *cold* one at times counted from each
/// subscription.
public final class TestableObservable<Element: Sendable>: ObservableType {
    private struct State {
        var observers: [(number: Int, observer: AnyObserver<Element>)] = []
        var subscriptions: [Subscription] = []
    }

    private let scheduler: TestScheduler
    private let isHot: Bool
    private let state = Lock(State())

    /// What it sends, and when.
    public let recordedEvents: [Recorded<Event<Element>>]

    init(_ scheduler: TestScheduler, _ events: [Recorded<Event<Element>>], isHot: Bool) {
        self.scheduler = scheduler
        self.isHot = isHot
        recordedEvents = events
        guard isHot else { return }
        for event in events {
            scheduler.scheduleAt(event.time) { [weak self] in
                let observers = self?.state.withLock { $0.observers } ?? []
                for (_, observer) in observers { observer.on(event.value) }
            }
        }
    }

    /// When it was subscribed to, and until when.
    public var subscriptions: [Subscription] { state.withLock { $0.subscriptions } }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        let now = scheduler.clock
        let observer = AnyObserver(observer)
        let number = state.withLock { state in
            let number = state.subscriptions.count
            state.subscriptions.append(Subscription(now))
            if isHot { state.observers.append((number, observer)) }
            return number
        }
        let scheduled =
            isHot
            ? []
            : recordedEvents.map { event in
                scheduler.scheduleRelativeVirtual((), dueTime: event.time) { _ in
                    observer.on(event.value)
                    return Disposables.create()
                }
            }
        return Disposables.create { [self] in
            for event in scheduled { event.dispose() }
            ended(number)
        }
    }

    private func ended(_ number: Int) {
        let now = scheduler.clock
        let left = state.withLock { state in
            state.subscriptions[number] = Subscription(state.subscriptions[number].subscribe, now)
            let left = state.observers.filter { $0.number == number }
            state.observers.removeAll { $0.number == number }
            return left
        }
        // Released outside the lock.
        withExtendedLifetime(left) {}
    }
}
