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
            junction.connect(source) { element in
                junction.perform { sink in
                    elements.value.append(element)
                    if elements.value.count == count { flush(sink) }
                }
            } ended: { ending in
                junction.perform { sink in
                    if ending.isCompletion { sink.next(exchange(&elements.value, with: [])) }
                    if !life.isEnded { sink.terminate(ending) }
                }
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
            // All confined by the junction's gate.
            let window = Confined(PublishSubject<Element>())
            let size = Confined(0)
            let turn = Confined(0)
            let timer = Succession()
            users.source.add(timer)
            @Sendable func restart() {
                let number = turn.value
                timer.next {
                    scheduler.scheduleRelative((), dueTime: timeSpan) { _ in
                        junction.perform { output in if number == turn.value { startNext(output) } }
                        return Disposables.create()
                    }
                }
            }
            @Sendable func send(_ output: Sink<Observable<Element>>) {
                let window = window.value
                output.next(
                    Wiring { sink, life in
                        users.use(until: life)
                        window.start(sink, life)
                    })
            }
            @Sendable func startNext(_ output: Sink<Observable<Element>>) {
                turn.value += 1
                size.value = 0
                let full = exchange(&window.value, with: PublishSubject())
                full.onCompleted()
                send(output)
                restart()
            }
            junction.perform(send)
            restart()
            junction.connect(source) { element in
                junction.perform { output in
                    window.value.onNext(element)
                    size.value += 1
                    if size.value == count { startNext(output) }
                }
            } ended: { ending in
                junction.perform { output in
                    window.value.terminate(ending)
                    output.terminate(ending)
                }
            }
        }
    }
}
