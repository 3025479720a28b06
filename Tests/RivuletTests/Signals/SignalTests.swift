import Rivulet
import Testing

@Suite("Signal")
struct SignalTests {
    @Test("shares one stream among all observers, operators included")
    func shares() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let recorder = EventLog()
        let doubled = signal.map { value -> Int in
            recorder.note("map")
            return value * 2
        }
        input.send(value: 1)
        doubled.observe(recorder.observer("a"))
        doubled.observe(recorder.observer("b"))
        input.send(value: 2)
        input.sendCompleted()
        #expect(recorder.log == ["map", "map", "a4", "b4", "a|", "b|"])
        withExtendedLifetime(doubled) {}
    }

    @Test("interrupts whoever observes it after its end")
    func late() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        input.send(error: .first)
        let recorder = EventLog()
        #expect(signal.observe(recorder.observer()) == nil)
        #expect(Signal<Int, Never>.empty.observe(recorder.observer("empty")) == nil)
        #expect(recorder.log == ["#", "empty#"])
    }

    @Test("is interrupted when its input goes away, through operators too")
    func inputGone() {
        let recorder = EventLog()
        var input: Signal<Int, Never>.Observer?
        let signal: Signal<Int, Never>
        (signal, input) = Signal.pipe()
        let mapped = signal.map { $0 + 1 }
        mapped.observe(recorder.observer())
        input?.send(value: 1)
        input = nil
        #expect(recorder.log == ["2", "#"])
        withExtendedLifetime(mapped) {}
    }

    @Test("lives while it is held or observed, then ends without a word, with its lifetime")
    func lifetime() throws {
        let recorder = EventLog()
        let kept = EventLog()
        nonisolated(unsafe) var input: Signal<Int, Never>.Observer?
        var signal: Signal<Int, Never>? = Signal { observer, lifetime in
            input = observer
            lifetime.observeEnded { recorder.note("ended") }
        }
        let observation = try #require(signal?.map { $0 }.observe(kept.observer()))
        signal = nil
        input?.send(value: 1)
        #expect(recorder.log == [])
        observation.dispose()
        #expect(recorder.log == ["ended"])
        #expect(kept.log == ["1"])
        withExtendedLifetime(input) {}
    }

    @Test("queues what is sent from inside a delivery until the one under way has reached everyone")
    func reentrance() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let recorder = EventLog()
        signal.observeValues { if $0 == 1 { input.send(value: 2) } }
        signal.observe(recorder.observer())
        input.send(value: 1)
        input.sendCompleted()
        #expect(recorder.log == ["1", "2", "|"])
    }

    @Test("tells each of its observers what it asked for")
    func observers() {
        let recorder = EventLog()
        let (signal, input) = Signal<Int, Trouble>.pipe()
        signal.observeResult { recorder.note("\($0)") }
        signal.observeFailed { recorder.note("failed \($0)") }
        signal.observeCompleted { recorder.note("completed") }
        signal.observeInterrupted { recorder.note("interrupted") }
        input.send(value: 1)
        input.send(error: .second)
        #expect(recorder.log.count == 3)
        #expect(recorder.log.last == "failed second")
    }
}
