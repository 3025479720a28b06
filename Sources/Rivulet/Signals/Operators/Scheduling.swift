extension Signal {
    /// The same events, delivered on a scheduler, in order.
    ///
    ///     source        --1--2-3--|
    ///     observe(on:)  ---1--2-3--|
    public func observe(on scheduler: any Scheduler) -> Signal {
        Signal(hot: source.observe(on: scheduler.asImmediateSchedulerType))
    }
}

extension SignalProducer {
    /// The same events, delivered on a scheduler, in order.
    ///
    ///     source        --1--2-3--|
    ///     observe(on:)  ---1--2-3--|
    public func observe(on scheduler: any Scheduler) -> SignalProducer {
        SignalProducer(unchecked: source.observe(on: scheduler.asImmediateSchedulerType))
    }

    /// Starts the producer on a scheduler. Where events are delivered is up to the producer.
    ///
    ///     started here  -s
    ///     source         --1--2--|
    ///     start(on:)    ---1--2--|
    public func start(on scheduler: any Scheduler) -> SignalProducer {
        let source = source
        return SignalProducer(
            unchecked: Wiring { sink, life in
                let scheduled = scheduler.schedule {
                    if !life.isEnded { source.start(sink, life) }
                }
                if let scheduled { life.add(scheduled) }
            })
    }
}
