extension ObservableType {
    /// The latest element each time another sequence sends one, unless there is none since the last time. Completes at
    /// the first request after the source has completed.
    ///
    ///     source   --1--2-----3---4--|
    ///     sampler  ----x----x---x--x---x--
    ///     sample   ----1----2------3---4|
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
            // Nobody will ask any more, and nothing will come.
            let isOver = Countdown(2)
            junction.connectGated(source) { element, _ in
                latest.set(element)
            } ended: { ending, sink in
                guard ending.isCompletion else { return sink.terminate(ending) }
                isDone.value = true
                if isOver.countDown() { sink.terminate(.interrupted) }
            }
            @Sendable func sample(_ sink: Sink<Element>) {
                send(sink)
                if isDone.value, !life.isEnded { sink.terminate(.completed) }
            }
            junction.connectGated(sampler) { _, sink in
                sample(sink)
            } ended: { ending, sink in
                guard ending.isCompletion else { return sink.terminate(ending) }
                sample(sink)
                if isOver.countDown(), !life.isEnded { sink.terminate(.interrupted) }
            }
        }
    }
}
