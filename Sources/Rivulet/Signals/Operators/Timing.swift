import Dispatch
import FoundationEssentials

extension Signal {
    /// The values and the completion, each `interval` seconds later, on `scheduler`. A failure and an interruption are not
    /// delayed.
    ///
    ///     source           --1--2--|
    ///     delay(3 frames)  -----1--2--|
    public func delay(_ interval: Double, on scheduler: any DateScheduler) -> Signal {
        Signal(hot: source.delay(DispatchTimeInterval(seconds: interval), scheduler: scheduler.asSchedulerType))
    }

    /// At most one value every `interval` seconds, on `scheduler`: the first as it comes, then the last of those that came
    /// meanwhile. A value that waits when the signal ends is dropped.
    ///
    ///     source             --1-2-3-4-----5-|
    ///     throttle(3 frames) --1--3--4-----5-|
    public func throttle(_ interval: Double, on scheduler: any DateScheduler) -> Signal {
        Signal(hot: source.throttle(seconds: interval, on: scheduler))
    }

    /// The values while `shouldThrottle` is false, on `scheduler`; when it becomes false, the last of those that came while
    /// it was true. A value that waits when the signal ends is dropped.
    ///
    ///     source            --1--2--3--4--|
    ///     shouldThrottle    f---t----f----
    ///     throttle(while:)  --1------3-4--|
    public func throttle<Throttle: PropertyProtocol<Bool>>(
        while shouldThrottle: Throttle, on scheduler: any Scheduler
    ) -> Signal {
        let condition = Property(shouldThrottle)
        return Signal(hot: source.throttle(while: condition.producer.source, on: scheduler))
    }

    /// Each value that is not followed by another for `interval` seconds, on `scheduler`.
    ///
    ///     source              --1-2-3------4--|
    ///     debounce(3 frames)  ---------3------|
    ///
    /// - Parameters:
    ///   - interval: seconds.
    ///   - scheduler: measures the time, and delivers.
    ///   - discardWhenCompleted: whether a value that waits when the signal completes is dropped. If not, the completion waits
    ///     with it.
    public func debounce(_ interval: Double, on scheduler: any DateScheduler, discardWhenCompleted: Bool = true) -> Signal {
        Signal(hot: source.debounce(seconds: interval, on: scheduler, discardWhenCompleted: discardWhenCompleted))
    }

    /// The values in arrays, one every `interval`, on `scheduler`.
    ///
    ///     source                    --1--2-------3---|
    ///     collect(every: 6 frames)  ------[1, 2]----[3]|
    ///
    /// - Parameters:
    ///   - interval: the time between two arrays.
    ///   - scheduler: measures the time, and delivers.
    ///   - skipEmpty: whether nothing is sent when nothing has come.
    ///   - discardWhenCompleted: whether what waits when the signal completes is dropped. If not, it is sent at once.
    public func collect(
        every interval: DispatchTimeInterval, on scheduler: any DateScheduler, skipEmpty: Bool = false,
        discardWhenCompleted: Bool = true
    ) -> Signal<[Value], Error> {
        Signal<[Value], Error>(
            hot: source.collect(
                every: interval, on: scheduler, skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted))
    }

    /// Each value transformed on `scheduler`, and only the last one of those that came before it could: what nobody will
    /// see is not worked out.
    ///
    ///     source             --1-2-3--|
    ///     lazyMap { $0*10 }  ---10--30|
    public func lazyMap<Result: Sendable>(
        on scheduler: any Scheduler, transform: @escaping @Sendable (Value) -> Result
    ) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.latest(on: scheduler).map(transform))
    }
}

extension SignalProducer {
    /// The values and the completion, each `interval` seconds later, on `scheduler`. A failure and an interruption are not
    /// delayed.
    ///
    ///     source           --1--2--|
    ///     delay(3 frames)  -----1--2--|
    public func delay(_ interval: Double, on scheduler: any DateScheduler) -> SignalProducer {
        SignalProducer(unchecked: source.delay(DispatchTimeInterval(seconds: interval), scheduler: scheduler.asSchedulerType))
    }

    /// At most one value every `interval` seconds, on `scheduler`: the first as it comes, then the last of those that came
    /// meanwhile. A value that waits when the producer ends is dropped.
    ///
    ///     source             --1-2-3-4-----5-|
    ///     throttle(3 frames) --1--3--4-----5-|
    public func throttle(_ interval: Double, on scheduler: any DateScheduler) -> SignalProducer {
        SignalProducer(unchecked: source.throttle(seconds: interval, on: scheduler))
    }

    /// The values while `shouldThrottle` is false, on `scheduler`; when it becomes false, the last of those that came while
    /// it was true. A value that waits when the producer ends is dropped.
    ///
    ///     source            --1--2--3--4--|
    ///     shouldThrottle    f---t----f----
    ///     throttle(while:)  --1------3-4--|
    public func throttle<Throttle: PropertyProtocol<Bool>>(
        while shouldThrottle: Throttle, on scheduler: any Scheduler
    ) -> SignalProducer {
        let condition = Property(shouldThrottle)
        return SignalProducer(unchecked: source.throttle(while: condition.producer.source, on: scheduler))
    }

    /// Each value that is not followed by another for `interval` seconds, on `scheduler`.
    ///
    ///     source              --1-2-3------4--|
    ///     debounce(3 frames)  ---------3------|
    ///
    /// - Parameters:
    ///   - interval: seconds.
    ///   - scheduler: measures the time, and delivers.
    ///   - discardWhenCompleted: whether a value that waits when the producer completes is dropped. If not, the completion waits
    ///     with it.
    public func debounce(_ interval: Double, on scheduler: any DateScheduler, discardWhenCompleted: Bool = true) -> SignalProducer {
        SignalProducer(unchecked: source.debounce(seconds: interval, on: scheduler, discardWhenCompleted: discardWhenCompleted))
    }

    /// The values in arrays, one every `interval`, on `scheduler`.
    ///
    ///     source                    --1--2-------3---|
    ///     collect(every: 6 frames)  ------[1, 2]----[3]|
    ///
    /// - Parameters:
    ///   - interval: the time between two arrays.
    ///   - scheduler: measures the time, and delivers.
    ///   - skipEmpty: whether nothing is sent when nothing has come.
    ///   - discardWhenCompleted: whether what waits when the producer completes is dropped. If not, it is sent at once.
    public func collect(
        every interval: DispatchTimeInterval, on scheduler: any DateScheduler, skipEmpty: Bool = false,
        discardWhenCompleted: Bool = true
    ) -> SignalProducer<[Value], Error> {
        SignalProducer<[Value], Error>(
            unchecked: source.collect(
                every: interval, on: scheduler, skipEmpty: skipEmpty, discardWhenCompleted: discardWhenCompleted))
    }

    /// Each value transformed on `scheduler`, and only the last one of those that came before it could: what nobody will
    /// see is not worked out.
    ///
    ///     source             --1-2-3--|
    ///     lazyMap { $0*10 }  ---10--30|
    public func lazyMap<Result: Sendable>(
        on scheduler: any Scheduler, transform: @escaping @Sendable (Value) -> Result
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.latest(on: scheduler).map(transform))
    }
}

// MARK: The rules that are ReactiveSwift's own

extension Observable {
    /// RxSwift's waits with the completion for the value that waits; this one drops the value.
    fileprivate func throttle(seconds interval: Double, on scheduler: any DateScheduler) -> Observable<Element> {
        precondition(interval >= 0, "An interval is not negative.")
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // Confined by the junction's gate.
            let waiting = Latest<Element>()
            let lastSent = Confined<Date?>(nil)
            let timer = Succession()
            life.add(timer)
            junction.connect(self) { element in
                junction.perform { _ in
                    let isScheduled = waiting.isSet
                    waiting.set(element)
                    if isScheduled { return }
                    let now = scheduler.currentDate
                    let due = max(now, lastSent.value?.addingTimeInterval(interval) ?? now)
                    timer.next {
                        scheduler.run(at: due > now ? due : nil) {
                            junction.perform { sink in
                                guard let element = waiting.value else { return }
                                waiting.clear()
                                lastSent.value = scheduler.currentDate
                                sink.next(element)
                            }
                        }
                    }
                }
            } ended: { ending in
                timer.end(junction, ending, on: scheduler)
            }
        }
    }

    fileprivate func throttle(while condition: Observable<Bool>, on scheduler: any Scheduler) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            // Both confined by the junction's gate.
            let waiting = Latest<Element>()
            let isThrottling = Confined(false)
            let timer = Succession()
            life.add(timer)
            @Sendable func send() {
                timer.next {
                    scheduler.run {
                        junction.perform { sink in
                            guard !isThrottling.value, let element = waiting.value else { return }
                            waiting.clear()
                            sink.next(element)
                        }
                    }
                }
            }
            junction.connect(condition) { shouldThrottle in
                junction.perform { _ in
                    isThrottling.value = shouldThrottle
                    if !shouldThrottle, waiting.isSet { send() }
                }
            } ended: { _ in
                // It stays as it is.
            }
            junction.connect(self) { element in
                junction.perform { _ in
                    waiting.set(element)
                    if !isThrottling.value { send() }
                }
            } ended: { ending in
                timer.end(junction, ending, on: scheduler)
            }
        }
    }

    fileprivate func debounce(
        seconds interval: Double, on scheduler: any DateScheduler, discardWhenCompleted: Bool
    ) -> Observable<Element> {
        precondition(interval >= 0, "An interval is not negative.")
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // All confined by the junction's gate.
            let waiting = Latest<Element>()
            let newest = Confined(0)
            let isDone = Confined(false)
            let timer = Succession()
            life.add(timer)
            junction.connect(self) { element in
                junction.perform { _ in
                    waiting.set(element)
                    newest.value += 1
                    let number = newest.value
                    timer.next {
                        scheduler.run(at: scheduler.currentDate.addingTimeInterval(interval)) {
                            junction.perform { sink in
                                guard number == newest.value, let element = waiting.value else { return }
                                waiting.clear()
                                sink.next(element)
                                if isDone.value, !life.isEnded { sink.terminate(.completed) }
                            }
                        }
                    }
                }
            } ended: { ending in
                junction.perform { _ in
                    if ending.isCompletion, !discardWhenCompleted, waiting.isSet {
                        isDone.value = true
                    } else {
                        timer.end(junction, ending, on: scheduler)
                    }
                }
            }
        }
    }

    fileprivate func collect(
        every interval: DispatchTimeInterval, on scheduler: any DateScheduler, skipEmpty: Bool, discardWhenCompleted: Bool
    ) -> Observable<[Element]> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            // Confined by the junction's gate.
            let collected = Confined<[Element]>([])
            let date = scheduler.currentDate.addingTimeInterval(interval.seconds)
            let timer = scheduler.schedule(after: date, interval: interval) {
                junction.perform { sink in
                    let elements = exchange(&collected.value, with: [])
                    if !skipEmpty || !elements.isEmpty { sink.next(elements) }
                }
            }
            if let timer { life.add(timer) }
            junction.connect(self) { element in
                junction.perform { _ in collected.value.append(element) }
            } ended: { ending in
                junction.perform { sink in
                    if ending.isCompletion, !discardWhenCompleted, !collected.value.isEmpty { sink.next(collected.value) }
                    if !life.isEnded { sink.terminate(ending) }
                }
            }
        }
    }

    /// The last element of those that came before the scheduler had its turn.
    fileprivate func latest(on scheduler: any Scheduler) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            // Confined by the junction's gate.
            let waiting = Latest<Element>()
            let turns = Succession()
            life.add(turns)
            junction.connect(self) { element in
                junction.perform { _ in
                    let isScheduled = waiting.isSet
                    waiting.set(element)
                    if isScheduled { return }
                    turns.next {
                        scheduler.run {
                            junction.perform { sink in
                                guard let element = waiting.value else { return }
                                waiting.clear()
                                sink.next(element)
                            }
                        }
                    }
                }
            } ended: { ending in
                // Behind the element that may be waiting, whose action stays scheduled.
                life.addIfAny(scheduler.schedule { junction.terminate(ending) })
            }
        }
    }
}

extension Succession {
    /// Ends the output on `scheduler`, in the place of what was to come.
    fileprivate func end<Element>(_ junction: Junction<Element>, _ ending: Ending, on scheduler: any Scheduler) {
        next { scheduler.run { junction.terminate(ending) } }
    }
}

extension Life {
    fileprivate func addIfAny(_ disposable: (any Disposable)?) {
        if let disposable { add(disposable) }
    }
}

extension Scheduler {
    fileprivate func run(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        schedule(action) ?? Disposables.create()
    }
}

extension DateScheduler {
    /// Runs `action` at a date, or as soon as it can.
    fileprivate func run(at date: Date?, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        (date.map { schedule(after: $0, action: action) } ?? schedule(action)) ?? Disposables.create()
    }
}
