/// A scheduler on which one action may deliver several queued events in a row: what matters is where they are
/// delivered, not in how many actions. Not so for virtual time, which moves between actions.
package protocol BatchingScheduler: ImmediateSchedulerType {}

extension SerialDispatchQueueScheduler: BatchingScheduler {}

extension ObservableType {
    /// The same events, delivered on a scheduler: one at a time and in order, whatever the scheduler is. Unbounded
    /// queue between. Disposal takes effect at once, for what is queued too.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        #if TRACE_RESOURCES
            let count = scheduler is SerialDispatchQueueScheduler ? SerialQueueObservableCount() : nil
        #endif
        return Wiring { sink, life in
            #if TRACE_RESOURCES
                // Kept by this closure.
                withExtendedLifetime(count) {}
            #endif
            // Ended by the source, but torn down with the output only, when what is queued has been delivered.
            let input = Life()
            life.add(
                Departure {
                    _ = input.end()
                    input.tearDown()
                })
            source.start(ObserveOnSink(sink, life, input, scheduler), input)
        }
    }

    /// Subscribes to the source on a scheduler, and ends that subscription there. Where events are delivered is up to
    /// the source.
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            let subscription = SerialDisposable()
            life.add(subscription)
            let scheduled = scheduler.schedule(()) { _ in
                if life.isEnded { return Disposables.create() }
                // Ended by the source, but torn down on the scheduler only.
                let input = Life()
                let tearDown = Departure {
                    _ = input.end()
                    input.tearDown()
                }
                subscription.inner = ScheduledDisposable(scheduler: scheduler, disposable: tearDown)
                source.start(SubscribeOnSink(sink, life, input), input)
                return Disposables.create()
            }
            life.add(scheduled)
        }
    }
}

/// The tail of a source whose subscription is ended elsewhere.
private final class SubscribeOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let input: Life

    init(_ downstream: Sink<Element>, _ life: Life, _ input: Life) {
        self.downstream = downstream
        self.life = life
        self.input = input
    }

    override func next(_ element: Element) {
        if !life.isEnded { downstream.next(element) }
    }

    override func terminate(_ ending: Ending) {
        if input.end(), !life.isEnded { downstream.terminate(ending) }
    }
}

/// Queues events for a scheduler, on which one action at a time delivers them.
private final class ObserveOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let input: Life
    private let scheduler: any ImmediateSchedulerType
    private let isBatching: Bool
    private let turns = Succession()
    private let state = Lock(State())
    /// Touched under the state's lock only.
    private let waiting = Confined<[Element]>([])

    private struct State {
        var ending: Ending?
        var isScheduled = false
    }

    init(_ downstream: Sink<Element>, _ life: Life, _ input: Life, _ scheduler: any ImmediateSchedulerType) {
        self.downstream = downstream
        self.life = life
        self.input = input
        self.scheduler = scheduler
        isBatching = scheduler is any BatchingScheduler
        super.init()
        life.add(turns)
    }

    override func next(_ element: Element) {
        let mustSchedule = state.withLock { state in
            waiting.value.append(element)
            return !exchange(&state.isScheduled, with: true)
        }
        if mustSchedule { schedule() }
    }

    override func terminate(_ ending: Ending) {
        guard input.end() else { return }
        let mustSchedule = state.withLock { state in
            state.ending = ending
            return !exchange(&state.isScheduled, with: true)
        }
        if mustSchedule { schedule() }
    }

    private func schedule() {
        turns.next {
            scheduler.schedule(()) { [self] _ in
                if deliver() { schedule() }
                return Disposables.create()
            }
        }
    }

    /// Delivers one event, or all that are waiting.
    /// - Returns: whether there is more to deliver.
    private func deliver() -> Bool {
        let (elements, ending): ([Element], Ending?) = state.withLock { state in
            if waiting.value.isEmpty { return ([], state.ending) }
            if isBatching { return (exchange(&waiting.value, with: []), nil) }
            return ([waiting.value.removeFirst()], nil)
        }
        for element in elements where !life.isEnded { downstream.next(element) }
        if life.isEnded { return false }
        if let ending {
            downstream.terminate(ending)
            return false
        }
        return state.withLock { state in
            state.isScheduled = !waiting.value.isEmpty || state.ending != nil
            return state.isScheduled
        }
    }
}
