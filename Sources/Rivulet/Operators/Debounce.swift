import Dispatch
import FoundationEssentials

extension ObservableType {
    /// Each element that is not followed by another within a span of time; the last one at the completion at once.
    ///
    ///     source              --1-2-3------4-|
    ///     debounce(3 frames)  ---------3-----4|
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            let debounce = Debounce(junction, dueTime, scheduler)
            junction.connectGated(source) { element, _ in
                debounce.received(element)
            } ended: { ending, sink in
                debounce.received(ending, sink)
            }
        }
    }

    /// At most one element in a span of time: the first at once, and then, if `latest`, the last of those that came
    /// meanwhile at the end of the span.
    ///
    ///     source                            --1-2-3-4-----5-|
    ///     throttle(3 frames)                --1--3--4-----5-|
    ///     throttle(3 frames, latest: false) --1---3-------5-|
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            let throttle = Throttle(junction, dueTime, latest, scheduler)
            junction.connectGated(source) { element, sink in
                throttle.received(element, sink)
            } ended: { ending, sink in
                throttle.received(ending, sink)
            }
        }
    }
}

/// Confined by the junction's gate.
private final class Debounce<Element: Sendable>: Sendable {
    private let junction: Junction<Element>
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let timer = Succession()
    private let pending = Latest<Element>()
    private let newest = Confined(0)

    init(_ junction: Junction<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType) {
        self.junction = junction
        self.dueTime = dueTime
        self.scheduler = scheduler
        junction.life.add(timer)
    }

    func received(_ element: Element) {
        pending.set(element)
        newest.value += 1
        let number = newest.value
        timer.next {
            scheduler.scheduleRelative((), dueTime: dueTime) { [self] _ in
                junction.perform { [self] sink in if number == newest.value { pending.deliver(to: sink) } }
                return Disposables.create()
            }
        }
    }

    func received(_ ending: Ending, _ sink: Sink<Element>) {
        if ending.isCompletion { pending.deliver(to: sink) }
        if !junction.life.isEnded { sink.terminate(ending) }
    }
}

/// Confined by the junction's gate.
private final class Throttle<Element: Sendable>: Sendable {
    private let junction: Junction<Element>
    private let dueTime: RxTimeInterval
    private let sendsLatest: Bool
    private let scheduler: any SchedulerType
    private let timer = Succession()
    private let pending = Latest<Element>()
    private let lastSent = Confined<RxTime?>(nil)
    private let isDone = Confined(false)

    init(_ junction: Junction<Element>, _ dueTime: RxTimeInterval, _ latest: Bool, _ scheduler: any SchedulerType) {
        self.junction = junction
        self.dueTime = dueTime
        sendsLatest = latest
        self.scheduler = scheduler
        junction.life.add(timer)
    }

    func received(_ element: Element, _ sink: Sink<Element>) {
        let remaining = lastSent.value.map { dueTime.inSeconds - scheduler.now.timeIntervalSince($0) } ?? 0
        // A clock in seconds cannot tell a microsecond apart from none.
        if remaining <= 1e-6 { return send(element, sink) }
        guard sendsLatest else { return }
        let isScheduled = pending.isSet
        pending.set(element)
        if isScheduled { return }
        timer.next {
            scheduler.scheduleRelative((), dueTime: .nanoseconds(Int(min(remaining * 1e9, 9e18)))) { [self] _ in
                junction.perform { [self] sink in
                    if let element = pending.value { send(element, sink) }
                }
                return Disposables.create()
            }
        }
    }

    func received(_ ending: Ending, _ sink: Sink<Element>) {
        if ending.isCompletion, pending.isSet { isDone.value = true } else { sink.terminate(ending) }
    }

    private func send(_ element: Element, _ sink: Sink<Element>) {
        pending.clear()
        lastSent.value = scheduler.now
        sink.next(element)
        if isDone.value, !junction.life.isEnded { sink.terminate(.completed) }
    }
}
