extension ObservableType {
    /// The elements in arrays: one is sent when it holds `count` elements, or when `timeSpan` has passed since the one
    /// before, then with what there is, and at the completion with the rest.
    ///
    ///     source            --1--2--3-----|
    ///     buffer(count: 2)  -----[1,2]----[3]|
    public func buffer(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) -> Observable<[Element]> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // All confined by the junction's gate.
            let elements = Confined<[Element]>([])
            let turn = Confined(0)
            let timer = Succession()
            life.add(timer)
            @Sendable func restart() {
                let number = turn.value
                timer.next {
                    scheduler.scheduleRelative((), dueTime: timeSpan) { _ in
                        junction.perform { sink in if number == turn.value { flush(sink) } }
                        return Disposables.create()
                    }
                }
            }
            @Sendable func flush(_ sink: Sink<[Element]>) {
                turn.value += 1
                sink.next(exchange(&elements.value, with: []))
                restart()
            }
            restart()
            junction.connectGated(source) { element, sink in
                elements.value.append(element)
                if elements.value.count == count { flush(sink) }
            } ended: { ending, sink in
                if ending.isCompletion { sink.next(exchange(&elements.value, with: [])) }
                if !life.isEnded { sink.terminate(ending) }
            }
        }
    }

    /// The elements in inner sequences: one completes, and the next begins, when it has sent `count` elements or when
    /// `timeSpan` has passed. The source stays subscribed to until the output and all inner sequences are disposed.
    ///
    ///     source           --1--2--3-----4--|
    ///     window(count: 2) a----b-----------|
    ///     a                --1--2|
    ///     b                     ---3-----4|
    public func window(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) -> Observable<Observable<Element>> {
        let source = asObservable()
        return Wiring { sink, life in
            let users = SourceUsers()
            users.use(until: life)
            // Without an output the windows that are observed go on.
            let output = TailSink<Observable<Element>>(users.source) {
                if !life.isEnded { sink.next($0) }
            } ended: {
                if !life.isEnded { sink.terminate($0) }
            }
            let junction = Junction(output, users.source)
            let windows = Windows(junction, users, timeSpan, count, scheduler)
            windows.begin()
            junction.connectGated(source) { element, output in
                windows.received(element, output)
            } ended: { ending, output in
                windows.received(ending, output)
            }
        }
    }
}

/// The windows of one subscription, of which one is open. Confined by the junction's gate.
private final class Windows<Element: Sendable>: Sendable {
    private let junction: Junction<Observable<Element>>
    private let users: SourceUsers
    private let timeSpan: RxTimeInterval
    private let count: Int
    private let scheduler: any SchedulerType
    private let timer = Succession()
    private let open = Confined(PublishSubject<Element>())
    private let size = Confined(0)
    private let number = Confined(0)

    init(
        _ junction: Junction<Observable<Element>>, _ users: SourceUsers, _ timeSpan: RxTimeInterval, _ count: Int,
        _ scheduler: any SchedulerType
    ) {
        self.junction = junction
        self.users = users
        self.timeSpan = timeSpan
        self.count = count
        self.scheduler = scheduler
        junction.life.add(timer)
    }

    func begin() {
        junction.perform { [self] output in output.next(users.sharing(open.value)) }
        startTimer()
    }

    func received(_ element: Element, _ output: Sink<Observable<Element>>) {
        open.value.onNext(element)
        size.value += 1
        if size.value == count { beginNext(output) }
    }

    func received(_ ending: Ending, _ output: Sink<Observable<Element>>) {
        open.value.terminate(ending)
        output.terminate(ending)
    }

    @inline(never)
    private func beginNext(_ output: Sink<Observable<Element>>) {
        number.value += 1
        size.value = 0
        let full = exchange(&open.value, with: PublishSubject())
        full.onCompleted()
        output.next(users.sharing(open.value))
        startTimer()
    }

    private func startTimer() {
        let number = number.value
        timer.next {
            scheduler.scheduleRelative((), dueTime: timeSpan) { [self] _ in
                junction.perform { [self] output in if number == self.number.value { beginNext(output) } }
                return Disposables.create()
            }
        }
    }
}
