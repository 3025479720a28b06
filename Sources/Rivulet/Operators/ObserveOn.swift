/// A scheduler on which one action may deliver several queued events in a row: what matters is where they are
/// delivered, not in how many actions. Not so for virtual time, which moves between actions.
package protocol BatchingScheduler: ImmediateSchedulerType {
    /// Runs `action` as soon as it can. Cheaper than to schedule it, for it cannot be cancelled.
    func perform(_ action: @escaping @Sendable () -> Void)
}

extension SerialDispatchQueueScheduler: BatchingScheduler {}

extension ConcurrentDispatchQueueScheduler: BatchingScheduler {}

extension QueueScheduler: BatchingScheduler {
    package func perform(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}

extension ObservableType {
    /// The same events, delivered on a scheduler: one at a time and in order, whatever the scheduler is. Unbounded
    /// queue between, but on an ``ImmediateScheduler``. Disposal takes effect at once, for what is queued too.
    ///
    ///     source       --1--2-3--|
    ///     observe(on:) ---1--2-3--|
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = asObservable()
        // Events come one at a time and in order as it is.
        if scheduler is ImmediateScheduler { return source }
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
    ///
    ///     subscribed to here  -s
    ///     source               --1--2--|
    ///     subscribe(on:)      ---1--2--|
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
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
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
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ObserveOnSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let input: Life
    private let scheduler: any ImmediateSchedulerType
    private let batchingScheduler: (any BatchingScheduler)?
    private let turns = Succession()
    private let state = Lock(ObserveOnState())
    // One takes what comes in, under the lock; the other, from which the running action delivers, is that action's alone.
    // The action changes them over, under the lock, once it has emptied its own.
    private let backlog1 = Backlog<Element>()
    private let backlog2 = Backlog<Element>()

    init(_ downstream: Sink<Element>, _ life: Life, _ input: Life, _ scheduler: any ImmediateSchedulerType) {
        self.downstream = downstream
        self.life = life
        self.input = input
        self.scheduler = scheduler
        batchingScheduler = scheduler as? any BatchingScheduler
        super.init()
        life.add(turns)
    }

    override func next(_ element: Element) {
        let mustSchedule = state.withLock { state in
            incoming(state).append(element)
            return state.begin()
        }
        if mustSchedule { schedule() }
    }

    override func terminate(_ ending: Ending) {
        guard input.end() else { return }
        let mustSchedule = state.withLock { state in
            state.ending = ending
            return state.begin()
        }
        if mustSchedule { schedule() }
    }

    private func incoming(_ state: ObserveOnState) -> Backlog<Element> { state.isChangedOver ? backlog2 : backlog1 }

    private func outgoing(_ state: ObserveOnState) -> Backlog<Element> { state.isChangedOver ? backlog1 : backlog2 }

    private func schedule() {
        if let batchingScheduler {
            batchingScheduler.perform { [self] in
                if deliver() { schedule() }
            }
        } else {
            turns.next {
                scheduler.schedule(()) { [self] _ in
                    if deliver() { schedule() }
                    return Disposables.create()
                }
            }
        }
    }

    /// Delivers one event, or all that were waiting when it began.
    /// - Returns: whether there is more to deliver.
    private func deliver() -> Bool {
        if life.isEnded { return false }
        let now = state.withLock { state in
            if outgoing(state).isEmpty { state.isChangedOver.toggle() }
            return state
        }
        let backlog = outgoing(now)
        if backlog.isEmpty, let ending = now.ending {
            downstream.terminate(ending)
            return false
        }
        while !backlog.isEmpty, !life.isEnded {
            backlog.deliverFirst(to: downstream)
            if batchingScheduler == nil { break }
        }
        if life.isEnded { return false }
        return state.withLock { state in
            state.isScheduled = !backlog.isEmpty || !incoming(state).isEmpty || state.ending != nil
            return state.isScheduled
        }
    }
}

/// Not inside the generic class: its type would be looked up at run time for every event.
private struct ObserveOnState {
    var ending: Ending?
    var isScheduled = false
    var isChangedOver = false

    /// - Returns: whether an action must be scheduled, for none is.
    mutating func begin() -> Bool { !exchange(&isScheduled, with: true) }
}
