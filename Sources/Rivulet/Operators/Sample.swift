extension ObservableType {
    /// The latest element each time another sequence sends one, unless there is none since the last time.
    ///
    /// - Parameters:
    ///   - sampler: its elements and its completion ask for the latest element; a failure is passed on.
    ///   - defaultValue: sent when there is none.
    public func sample<Source: ObservableType>(_ sampler: Source, defaultValue: Element? = nil) -> Observable<Element> {
        let (source, sampler) = (asObservable(), sampler.asObservable())
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // Both confined by the junction's gate.
            let latest = Latest<Element>()
            let isDone = Confined(false)
            @Sendable func send(_ sink: Sink<Element>) {
                guard let element = latest.value ?? defaultValue else { return }
                latest.clear()
                sink.next(element)
            }
            junction.connect(source) { element in
                junction.perform { _ in latest.set(element) }
            } ended: { ending in
                junction.perform { sink in if ending.isCompletion { isDone.value = true } else { sink.terminate(ending) } }
            }
            junction.connect(sampler) { _ in
                junction.perform { sink in
                    send(sink)
                    if isDone.value, !life.isEnded { sink.terminate(.completed) }
                }
            } ended: { ending in
                junction.perform { sink in
                    if ending.isCompletion { send(sink) }
                    if !life.isEnded { sink.terminate(ending) }
                }
            }
        }
    }
}
