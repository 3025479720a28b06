import Rivulet
import Testing

@Suite("Flattening")
struct FlattenTests {
    private typealias Pipe = (output: Signal<String, Trouble>, input: Signal<String, Trouble>.Observer)

    /// Notes what comes of an outer signal of inner ones, of which `script` gets the inputs.
    private func run(
        _ strategy: FlattenStrategy,
        _ script: (_ outer: Signal<Int, Trouble>.Observer, _ inner: [Signal<String, Trouble>.Observer]) -> Void
    ) -> [String] {
        let pipes: [Pipe] = (0..<3).map { _ in Signal.pipe() }
        let outputs = pipes.map(\.output)
        let (outer, outerInput) = Signal<Int, Trouble>.pipe()
        return outer.flatMap(strategy) { outputs[$0] }.record { script(outerInput, pipes.map(\.input)) }
    }

    @Test("merge: all at once; completes with the last")
    func merge() {
        let log = run(.merge) { outer, inner in
            outer.send(value: 0)
            outer.send(value: 1)
            inner[0].send(value: "a")
            inner[1].send(value: "b")
            inner[0].sendCompleted()
            outer.sendCompleted()
            inner[1].send(value: "c")
            inner[1].sendCompleted()
        }
        #expect(log == ["a", "b", "c", "|"])
    }

    @Test("concat: one after the other, from the start of each")
    func concat() {
        let inners = [SignalProducer<Int, Never>([1, 2]), .never, SignalProducer([3])]
        let log = SignalProducer<Int, Never>([0, 2, 0]).flatMap(.concat) { inners[$0] }.log
        #expect(log == ["1", "2", "3", "1", "2", "|"])
        #expect(SignalProducer<Int, Never>([1, 0]).flatMap(.concat) { inners[$0] }.log == [])
    }

    @Test("concurrent: no more than so many at once")
    func concurrent() {
        let running = MutableProperty(0)
        let most = MutableProperty(0)
        let pipes: [Pipe] = (0..<3).map { _ in Signal.pipe() }
        let outputs = pipes.map(\.output)
        let started = SignalProducer<Int, Trouble>(0..<3).flatMap(.concurrent(limit: 2)) { index in
            outputs[index].producer.on(
                started: {
                    running.modify { $0 += 1 }
                    most.modify { $0 = max($0, running.value) }
                }, terminated: { running.modify { $0 -= 1 } })
        }
        let recorder = EventLog()
        started.start(recorder.observer())
        #expect(running.value == 2)
        pipes[0].input.sendCompleted()
        #expect(running.value == 2)
        pipes[2].input.send(value: "c")
        pipes[1].input.sendCompleted()
        pipes[2].input.sendCompleted()
        #expect(recorder.log == ["c", "|"])
        #expect(most.value == 2)
    }

    @Test("latest: a new one stops the one before")
    func latest() {
        let log = run(.latest) { outer, inner in
            outer.send(value: 0)
            inner[0].send(value: "a")
            outer.send(value: 1)
            inner[0].send(value: "late")
            inner[1].send(value: "b")
            outer.sendCompleted()
            inner[1].send(value: "c")
            inner[1].sendCompleted()
        }
        #expect(log == ["a", "b", "c", "|"])
    }

    @Test("latest: tells the one it stops")
    func latestInterrupts() {
        let recorder = EventLog()
        let (outer, input) = Signal<Int, Never>.pipe()
        let switched = outer.flatMap(.latest) { number in
            SignalProducer<Int, Never>.never.on(interrupted: { recorder.note("stopped \(number)") })
        }
        let observation = switched.observe(recorder.observer())
        input.send(value: 1)
        input.send(value: 2)
        #expect(recorder.log == ["stopped 1"])
        observation?.dispose()
        withExtendedLifetime(switched) {}
    }

    @Test("race: the first to send stays")
    func race() {
        let log = run(.race) { outer, inner in
            outer.send(value: 0)
            outer.send(value: 1)
            inner[1].send(value: "b")
            inner[0].send(value: "loser")
            outer.send(value: 2)
            inner[2].send(value: "late")
            inner[1].send(value: "c")
            inner[1].sendCompleted()
            outer.sendCompleted()
        }
        #expect(log == ["b", "c", "|"])
    }

    @Test("throttle: one that comes while another runs is ignored")
    func throttle() {
        let log = run(.throttle) { outer, inner in
            outer.send(value: 0)
            outer.send(value: 1)
            inner[1].send(value: "ignored")
            inner[0].send(value: "a")
            inner[0].sendCompleted()
            outer.send(value: 2)
            inner[2].send(value: "c")
            outer.sendCompleted()
            inner[2].sendCompleted()
        }
        #expect(log == ["a", "c", "|"])
    }

    @Test(
        "an interrupted inner one counts as completed, a failed one ends all, an interrupted outer one interrupts",
        arguments: [FlattenStrategy.merge, .concat, .concurrent(limit: 2), .latest, .throttle])
    func endings(_ strategy: FlattenStrategy) {
        let interrupted = run(strategy) { outer, inner in
            outer.send(value: 0)
            outer.sendCompleted()
            inner[0].sendInterrupted()
        }
        #expect(interrupted == ["|"])
        let failed = run(strategy) { outer, inner in
            outer.send(value: 0)
            inner[0].send(error: .second)
        }
        #expect(failed == ["!second"])
        let outerFailed = run(strategy) { outer, _ in
            outer.send(value: 0)
            outer.send(error: .first)
        }
        #expect(outerFailed == ["!first"])
        let outerInterrupted = run(strategy) { outer, _ in
            outer.send(value: 0)
            outer.sendInterrupted()
        }
        #expect(outerInterrupted == ["#"])
        #expect(run(strategy) { outer, _ in outer.sendCompleted() } == ["|"])
    }

    @Test("lets an error-free inner or outer sequence stand beside one that may fail")
    func mixedErrors() {
        let numbers = SignalProducer<Int, Never>([1])
        #expect(numbers.flatMap(.merge) { _ in SignalProducer<Int, Trouble>(error: .first) }.log == ["!first"])
        #expect(numbers.promoteError(Trouble.self).flatMap(.merge) { SignalProducer<Int, Never>(value: $0) }.log == ["1", "|"])
        #expect(SignalProducer<Property<Int>, Never>(value: Property(value: 4)).flatten(.latest).log == ["4", "|"])
    }
}
