import FoundationEssentials

extension SignalProducer {
    /// Starts the producer again when it fails, at most `count` times (0 or more); then fails as it did. At constant stack.
    ///
    ///     source          --1--X
    ///     retry(upTo: 1)  --1----1--X
    public func retry(upTo count: Int) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be retried a negative number of times.")
        return SignalProducer(unchecked: source.retry(count == .max ? count : count + 1))
    }

    /// Starts the producer again when it fails, at most `count` times (0 or more), each time `interval` seconds later; then
    /// fails as it did.
    ///
    ///     source                    --1--X
    ///     retry(upTo: 1, 4 frames)  --1--------1--X
    public func retry(upTo count: Int, interval: Double, on scheduler: any DateScheduler) -> SignalProducer {
        precondition(count >= 0, "A producer cannot be retried a negative number of times.")
        let source = source
        return SignalProducer(
            unchecked: .deferred {
                let failures = MutableProperty(0)
                return source.retry { (errors: Observable<any Swift.Error>) in
                    errors.flatMap(.concat) { error -> Observable<()> in
                        // One failure at a time: nobody else counts.
                        if failures.swap(failures.value + 1) >= count { return .error(error) }
                        return .pause(interval, on: scheduler)
                    }
                }
            })
    }
}

extension Observable<()> {
    /// Sends once, so many seconds later.
    fileprivate static func pause(_ seconds: Double, on scheduler: any DateScheduler) -> Observable<()> {
        Wiring { sink, life in
            let scheduled = scheduler.schedule(after: scheduler.currentDate.addingTimeInterval(seconds)) {
                if life.isEnded { return }
                sink.next(())
                if !life.isEnded { sink.terminate(.completed) }
            }
            if let scheduled { life.add(scheduled) }
        }
    }
}
