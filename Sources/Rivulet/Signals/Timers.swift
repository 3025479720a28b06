import Dispatch
import FoundationEssentials

extension SignalProducer where Value == Date, Error == Never {
    /// A producer of the time, by the scheduler's clock, every `interval` from the start on, until it is interrupted.
    ///
    ///     timer(3 frames)  ---d--d--d…
    public static func timer(interval: DispatchTimeInterval, on scheduler: any DateScheduler) -> SignalProducer<Value, Error> {
        timer(interval: interval, on: scheduler, leeway: DispatchTimeInterval(seconds: interval.seconds / 10))
    }

    /// A producer of the time, by the scheduler's clock, every `interval` from the start on, until it is interrupted.
    ///
    ///     timer(3 frames)  ---d--d--d…
    ///
    /// - Parameters:
    ///   - interval: the time before the first value and between values.
    ///   - scheduler: measures the time, and delivers.
    ///   - leeway: how much later than asked each value may be.
    public static func timer(
        interval: DispatchTimeInterval, on scheduler: any DateScheduler, leeway: DispatchTimeInterval
    ) -> SignalProducer<Value, Error> {
        SignalProducer(
            unchecked: Wiring { sink, life in
                let first = scheduler.currentDate.addingTimeInterval(interval.seconds)
                let timer = scheduler.schedule(after: first, interval: interval, leeway: leeway) {
                    if !life.isEnded { sink.next(scheduler.currentDate) }
                }
                if let timer { life.add(timer) }
            })
    }
}

extension SignalProducer where Error == Never {
    /// A producer of the values of a sequence, one every `interval` from the start on; completes with the last.
    ///
    ///     interval([1, 2], 3 frames)  ---1--2--|
    public static func interval<Values: Sequence & Sendable>(
        _ values: Values, interval: DispatchTimeInterval, on scheduler: any DateScheduler
    ) -> SignalProducer<Value, Error> where Values.Element == Value {
        SignalProducer(
            unchecked: Wiring { sink, life in
                let iterator = Confined(values.makeIterator())
                let first = scheduler.currentDate.addingTimeInterval(interval.seconds)
                // Confined by the scheduler: it runs one action at a time.
                let timer = scheduler.schedule(after: first, interval: interval) {
                    if life.isEnded { return }
                    if let value = iterator.value.next() { sink.next(value) } else { sink.terminate(.completed) }
                }
                if let timer { life.add(timer) }
            })
    }
}

extension SignalProducer where Value == Int, Error == Never {
    /// A producer of 0, 1, 2 …, one every `interval` from the start on, until it is interrupted.
    ///
    ///     interval(3 frames)  ---0--1--2…
    public static func interval(
        _ interval: DispatchTimeInterval, on scheduler: any DateScheduler
    ) -> SignalProducer<Int, Never> {
        .interval(0..., interval: interval, on: scheduler)
    }
}
