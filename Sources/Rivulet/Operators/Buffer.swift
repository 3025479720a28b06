extension ObservableType {
    /// The elements in arrays: one is sent when it holds `count` elements, or when `timeSpan` has passed since the one
    /// before, then with what there is, and at the completion with the rest.
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
    /// `timeSpan` has passed.
    public func window(timeSpan: RxTimeInterval, count: Int, scheduler: any SchedulerType) -> Observable<Observable<Element>> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // All confined by the junction's gate.
            let window = Confined(PublishSubject<Element>())
            let size = Confined(0)
            let turn = Confined(0)
            let timer = Succession()
            life.add(timer)
            @Sendable func restart() {
                let number = turn.value
                timer.next {
                    scheduler.scheduleRelative((), dueTime: timeSpan) { _ in
                        junction.perform { sink in if number == turn.value { startNext(sink) } }
                        return Disposables.create()
                    }
                }
            }
            @Sendable func startNext(_ sink: Sink<Observable<Element>>) {
                turn.value += 1
                size.value = 0
                let full = exchange(&window.value, with: PublishSubject())
                full.onCompleted()
                sink.next(window.value)
                restart()
            }
            junction.perform { $0.next(window.value) }
            restart()
            junction.connect(source) { element in
                junction.perform { sink in
                    window.value.onNext(element)
                    size.value += 1
                    if size.value == count { startNext(sink) }
                }
            } ended: { ending in
                junction.perform { sink in
                    window.value.terminate(ending)
                    sink.terminate(ending)
                }
            }
        }
    }
}
