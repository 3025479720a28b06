import Rivulet
import Testing

@Suite("SignalProducer")
struct SignalProducerTests {
    @Test("starts anew each time")
    func cold() {
        let recorder = EventLog()
        let producer = SignalProducer<Int, Never> { observer, _ in
            recorder.note("start")
            observer.send(value: 1)
            observer.sendCompleted()
        }
        producer.start(recorder.observer())
        producer.startWithValues { recorder.note("value \($0)") }
        #expect(recorder.log == ["start", "1", "|", "start", "value 1"])
    }

    @Test("may hand its observer on to a signal, which then keeps it")
    func handsOn() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let producer = SignalProducer<Int, Trouble> { observer, lifetime in lifetime += signal.observe(observer) }
        let (recorder, disposed) = (EventLog(), EventLog())
        producer.start(recorder.observer())
        producer.start(disposed.observer()).dispose()
        input.send(value: 1)
        input.send(error: .first)
        #expect(recorder.log == ["1", "!first"])
        #expect(disposed.log == ["#"])
    }

    @Test("sends what it is made of")
    func sources() {
        #expect(SignalProducer<Int, Never>(value: 1).log == ["1", "|"])
        #expect(SignalProducer<Int, Never>([1, 2]).log == ["1", "2", "|"])
        #expect(SignalProducer<Int, Never>(values: 1, 2, 3).log == ["1", "2", "3", "|"])
        #expect(SignalProducer<Int, Trouble>(error: .first).log == ["!first"])
        #expect(SignalProducer<Int, Trouble>(result: .failure(.first)).log == ["!first"])
        #expect(SignalProducer<Int, Never>.empty.log == ["|"])
        #expect(SignalProducer<Int, Never>.never.log == [])
        #expect(SignalProducer<Int, any Error>(catching: { throw Trouble.second }).log == ["!second"])
    }

    @Test("interrupts its observer when it is disposed of, then ends the lifetime")
    func interruption() {
        let recorder = EventLog()
        let producer = SignalProducer<Int, Never> { observer, lifetime in
            observer.send(value: 1)
            lifetime.observeEnded {
                recorder.note("ended")
                observer.send(value: 2)
            }
        }
        let start = producer.start(recorder.observer())
        start.dispose()
        start.dispose()
        #expect(recorder.log == ["1", "#", "ended"])
        let never = SignalProducer<Int, Never>.never.start(recorder.observer())
        never.dispose()
        #expect(recorder.log.last == "#")
    }

    @Test("is interrupted when its handler drops the observer")
    func droppedObserver() {
        #expect(SignalProducer<Int, Never> { _, _ in }.log == ["#"])
    }

    @Test("delivers an interruption from inside a value after that value")
    func interruptionInside() {
        let recorder = EventLog()
        let start = SerialDisposable()
        let (signal, input) = Signal<Int, Never>.pipe()
        start.inner = signal.producer.start { event in
            recorder.note("(")
            if event.value == 1 { start.dispose() }
            recorder.note("\(event))")
        }
        input.send(value: 1)
        input.send(value: 2)
        #expect(recorder.log == ["(", "VALUE 1)", "(", "INTERRUPTED)"])
    }

    @Test("gives its signal out before it starts")
    func withSignal() {
        let recorder = EventLog()
        let producer = SignalProducer<Int, Never>([1, 2, 3]).on(started: { recorder.note("started") })
        let count = producer.startWithSignal { signal, _ in
            signal.observe(recorder.observer("a"))
            signal.take(first: 1).observe(recorder.observer("b"))
            return 7
        }
        #expect(count == 7)
        #expect(recorder.log == ["a1", "b1", "b|", "a2", "a3", "a|", "started"])
    }

    @Test("is interrupted through the handle that comes with its signal")
    func interruptHandle() {
        let recorder = EventLog()
        let producer = SignalProducer<Int, Never> { observer, lifetime in
            lifetime.observeEnded {
                recorder.note("ended")
                observer.sendCompleted()
            }
        }
        let handle = producer.startWithSignal { signal, handle in
            signal.observe(recorder.observer())
            return handle
        }
        handle.dispose()
        #expect(recorder.log == ["#", "ended"])
    }

    @Test("calls closures on the way, and tells them of an interruption from outside")
    func on() {
        let recorder = EventLog()
        let (signal, input) = Signal<Int, Never>.pipe()
        let producer = signal.producer.on(
            starting: { recorder.note("starting") }, started: { recorder.note("started") },
            interrupted: { recorder.note("interrupted") }, terminated: { recorder.note("terminated") },
            disposed: { recorder.note("disposed") }, value: { recorder.note("on \($0)") })
        let start = producer.map { $0 * 10 }.start(recorder.observer())
        input.send(value: 1)
        start.dispose()
        #expect(
            recorder.log.filter { $0 != "#" } == ["starting", "started", "on 1", "10", "interrupted", "terminated", "disposed"])
        #expect(recorder.log.contains("#"))
    }
}
