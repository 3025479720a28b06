import Synchronization

extension ObservableType {
    /// The elements; fails with ``RxError/timeout`` when none comes for a span of time, counted from the subscription
    /// and from each element.
    ///
    ///     source             --1--2---------3--|
    ///     timeout(5 frames)  --1--2-----X
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        timeout(dueTime, other: Observable.error(RxError.timeout), scheduler: scheduler)
    }

    /// The elements; when none comes for a span of time, those of another sequence instead.
    ///
    ///     source             --1--2---------3--|
    ///     other                         --8--|
    ///     timeout(5 frames)  --1--2-------8--|
    public func timeout<Source: ObservableConvertibleType>(
        _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
    ) -> Observable<Element> where Source.Element == Element {
        let (source, other) = (asObservable(), other.asObservable())
        return Wiring { sink, life in
            let subscription = SerialDisposable()
            let input = Life()
            subscription.inner = input
            let timeout = TimeoutSink(sink, input, dueTime, scheduler) {
                subscription.inner = Disposables.create()
                if !life.isEnded { other.start(sink, life) }
            }
            life.add(subscription)
            life.add(timeout.timer)
            timeout.restart()
            source.start(timeout, input)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class TimeoutSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    let timer = Succession()
    private let downstream: Sink<Element>
    private let input: Life
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let onTimeout: @Sendable () -> Void
    /// How many events have come in time, or `isOver`. An event and the timer that it races with both try to change it,
    /// and one of them does.
    private let inTime = Atomic<Int>(0)

    private static var isOver: Int { -1 }

    init(
        _ downstream: Sink<Element>, _ input: Life, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType,
        onTimeout: @escaping @Sendable () -> Void
    ) {
        self.downstream = downstream
        self.input = input
        self.dueTime = dueTime
        self.scheduler = scheduler
        self.onTimeout = onTimeout
    }

    override func next(_ element: Element) {
        let count = inTime.load(ordering: .relaxed)
        guard count != Self.isOver, change(from: count, to: count + 1) else { return }
        downstream.next(element)
        restart()
    }

    override func terminate(_ ending: Ending) {
        let count = inTime.load(ordering: .relaxed)
        guard count != Self.isOver, change(from: count, to: Self.isOver) else { return }
        timer.dispose()
        if input.end() { input.tearDown() }
        downstream.terminate(ending)
    }

    func restart() {
        let count = inTime.load(ordering: .relaxed)
        timer.next {
            scheduler.scheduleRelative((), dueTime: dueTime) { [self] _ in
                if change(from: count, to: Self.isOver) { onTimeout() }
                return Disposables.create()
            }
        }
    }

    private func change(from old: Int, to new: Int) -> Bool {
        inTime.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}
