import Dispatch
import FoundationEssentials
import Rivulet
import RivuletTesting
import Testing

@Suite("Operators and time")
struct TimingTests {
    private let scheduler = ManualScheduler()
    private let pipe = Signal<Int, Never>.pipe()

    /// Notes each event with the seconds since the start.
    private func record<Value>(_ signal: Signal<Value, Never>, _ script: () -> Void) -> [String] {
        let recorder = EventLog()
        let (start, scheduler) = (scheduler.currentDate, scheduler)
        let observation = signal.observe { event in
            let seconds = scheduler.currentDate.timeIntervalSince(start)
            let text = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
            if let value = event.value { recorder.note("\(text):\(value)") } else { recorder.note("\(text):\(event)") }
        }
        script()
        observation?.dispose()
        return recorder.log
    }

    private func send(_ value: Int, after seconds: Int = 0) {
        scheduler.advance(by: .seconds(seconds))
        pipe.input.send(value: value)
        scheduler.advance()
    }

    @Test("delay values and the completion")
    func delay() {
        let log = record(pipe.output.delay(2, on: scheduler)) {
            send(1)
            send(2, after: 1)
            pipe.input.sendCompleted()
            scheduler.run()
        }
        #expect(log == ["2:1", "3:2", "3:COMPLETED"])
    }

    @Test("observe on a scheduler, in order")
    func observeOn() {
        let log = record(pipe.output.observe(on: scheduler)) {
            pipe.input.send(value: 1)
            pipe.input.send(value: 2)
            pipe.input.sendCompleted()
            scheduler.run()
        }
        #expect(log == ["0:1", "0:2", "0:COMPLETED"])
    }

    @Test("start on a scheduler, unless interrupted before")
    func startOn() {
        let recorder = EventLog()
        let producer = SignalProducer<Int, Never>(value: 1).start(on: scheduler)
        producer.start(recorder.observer("a"))
        producer.start(recorder.observer("b")).dispose()
        #expect(recorder.log == ["b#"])
        scheduler.advance()
        #expect(recorder.log == ["b#", "a1", "a|"])
    }

    @Test("throttle: the first at once, then the last of each span; what waits at the end is dropped")
    func throttle() {
        let log = record(pipe.output.throttle(3, on: scheduler)) {
            send(1)
            send(2, after: 1)
            send(3, after: 1)
            send(4, after: 2)
            pipe.input.sendCompleted()
            scheduler.run()
        }
        #expect(log == ["0:1", "3:3", "4:COMPLETED"])
    }

    @Test("throttle while a property says so")
    func throttleWhile() {
        let isBusy = MutableProperty(false)
        let log = record(pipe.output.throttle(while: isBusy, on: scheduler)) {
            send(1)
            isBusy.value = true
            send(2, after: 1)
            send(3, after: 1)
            isBusy.value = false
            scheduler.advance()
            send(4, after: 1)
        }
        #expect(log == ["0:1", "2:3", "3:4"])
    }

    @Test("debounce: what nothing follows; what waits at the end is dropped, or waited for")
    func debounce() {
        let log = record(pipe.output.debounce(2, on: scheduler)) {
            send(1)
            send(2, after: 1)
            send(3, after: 3)
            pipe.input.sendCompleted()
            scheduler.run()
        }
        #expect(log == ["3:2", "4:COMPLETED"])
        let (kept, input) = Signal<Int, Never>.pipe()
        let patient = record(kept.debounce(2, on: scheduler, discardWhenCompleted: false)) {
            input.send(value: 5)
            input.sendCompleted()
            scheduler.run()
        }
        #expect(patient == ["2:5", "2:COMPLETED"])
    }

    @Test("collect for a span of time")
    func collect() {
        let log = record(pipe.output.collect(every: .seconds(2), on: scheduler, skipEmpty: true, discardWhenCompleted: false)) {
            send(1)
            send(2, after: 1)
            send(3, after: 4)
            pipe.input.sendCompleted()
        }
        #expect(log == ["2:[1, 2]", "5:[3]", "5:COMPLETED"])
    }

    @Test("work out only what somebody will see")
    func lazyMap() {
        let worked = MutableProperty(0)
        let lazy = pipe.output.lazyMap(on: scheduler) { value in
            worked.modify { $0 += 1 }
            return value * 10
        }
        let log = record(lazy) {
            pipe.input.send(value: 1)
            pipe.input.send(value: 2)
            scheduler.advance()
        }
        #expect(log == ["0:20"])
        #expect(worked.value == 1)
    }

    @Test("time out unless ended in time, values or not")
    func timeout() {
        let recorder = EventLog()
        pipe.output.timeout(after: 2, raising: Trouble.first, on: scheduler).observe(recorder.observer("a"))
        SignalProducer<Int, Never>(value: 1).timeout(after: 2, raising: Trouble.first, on: scheduler).start(recorder.observer("b"))
        send(1, after: 1)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.log == ["b1", "b|", "a1", "a!first"])
    }

    @Test("retry after a while")
    func retry() {
        let recorder = EventLog()
        let scheduler = scheduler
        let failing = SignalProducer<Int, Trouble>(error: .first).on(starting: {
            recorder.note("\(scheduler.currentDate.timeIntervalSinceReferenceDate)")
        })
        failing.retry(upTo: 2, interval: 5, on: scheduler).start(recorder.observer())
        scheduler.run()
        #expect(recorder.log == ["0.0", "5.0", "10.0", "!first"])
    }

    @Test("timers")
    func timers() {
        let recorder = EventLog()
        let timer = SignalProducer.timer(interval: .seconds(1), on: scheduler)
            .map { $0.timeIntervalSinceReferenceDate }.start(recorder.observer())
        SignalProducer<String, Never>.interval(["a", "b"], interval: .seconds(2), on: scheduler).start(recorder.observer())
        SignalProducer.interval(.seconds(3), on: scheduler).take(first: 1).start(recorder.observer("i"))
        scheduler.advance(by: .seconds(3))
        timer.dispose()
        scheduler.run()
        #expect(recorder.log == ["1.0", "a", "2.0", "i0", "i|", "3.0", "#", "b", "|"])
    }

    @Test("queues: one action at a time, in order, and none before its date")
    func queue() async {
        let queue = QueueScheduler(name: "test")
        let recorder = EventLog()
        let date = queue.currentDate.addingTimeInterval(0.02)
        await withCheckedContinuation { continuation in
            queue.schedule(after: date) {
                recorder.note(queue.currentDate >= date ? "later" : "too early")
                continuation.resume()
            }
            for number in 0..<3 { queue.schedule { recorder.note("\(number)") } }
        }
        await withCheckedContinuation { continuation in queue.schedule { continuation.resume() } }
        #expect(recorder.log.filter { $0 != "later" } == ["0", "1", "2"])
        #expect(recorder.log.count == 4)
    }
}
