import Dispatch
import FoundationEssentials

extension ObservableType {
    /// The elements and the completion, each a span of time later. A failure is not delayed, and overtakes what is.
    ///
    ///     source           --1--2--|
    ///     delay(3 frames)  -----1--2--|
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            let delayed = DelayedEvents(junction, dueTime, scheduler)
            junction.connect(source) {
                delayed.add(.element($0))
            } ended: { ending in
                if ending.isCompletion { delayed.add(.completion) } else { junction.terminate(ending) }
            }
        }
    }

    /// Subscribes to the source a span of time later.
    ///
    ///     source                     --1--2--3--4--|
    ///     delaySubscription(frame 4) -----2--3--4--|
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            life.add(
                scheduler.scheduleRelative((), dueTime: dueTime) { _ in
                    if !life.isEnded { source.start(sink, life) }
                    return Disposables.create()
                })
        }
    }
}

/// What waits for its time. One action at a time is scheduled, for the first in the queue: actions for the same time
/// would not keep their order on every scheduler.
private final class DelayedEvents<Element: Sendable>: Sendable {
    enum Delayed: Sendable {
        case element(Element)
        case completion
    }

    private struct State {
        var waiting = Queue<(event: Delayed, due: RxTime)>()
        var isScheduled = false
    }

    private let junction: Junction<Element>
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let turns = Succession()
    private let state = Lock(State())

    init(_ junction: Junction<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType) {
        self.junction = junction
        self.dueTime = dueTime
        self.scheduler = scheduler
        junction.life.add(turns)
    }

    func add(_ event: Delayed) {
        let due = scheduler.now.addingTimeInterval(dueTime.inSeconds)
        let mustSchedule = state.withLock { state in
            state.waiting.append((event, due))
            return !exchange(&state.isScheduled, with: true)
        }
        if mustSchedule { schedule(after: dueTime) }
    }

    private func schedule(after span: RxTimeInterval) {
        turns.next {
            scheduler.scheduleRelative((), dueTime: span) { [self] _ in
                deliver()
                return Disposables.create()
            }
        }
    }

    private func deliver() {
        // The scheduler is trusted to be in time for the first; its clock is asked about the others.
        var isDue = true
        while true {
            let now = scheduler.now
            let (event, remaining): (Delayed?, RxTimeInterval?) = state.withLock { state in
                guard let first = state.waiting.first else {
                    state.isScheduled = false
                    return (nil, nil)
                }
                // A clock in seconds cannot tell a microsecond apart from none.
                let remaining = exchange(&isDue, with: false) ? 0 : first.due.timeIntervalSince(now)
                if remaining > 1e-6 { return (nil, .nanoseconds(Int(min(remaining * 1e9, 9e18)))) }
                _ = state.waiting.popFirst()
                return (first.event, nil)
            }
            switch event {
            case .element(let element): junction.next(element)
            case .completion: return junction.terminate(.completed)
            case nil:
                if let remaining { schedule(after: remaining) }
                return
            }
        }
    }
}
