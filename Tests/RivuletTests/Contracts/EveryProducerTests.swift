import Rivulet
import Synchronization
import Testing

/// The contracts that hold for all operators of ReactiveSwift's vocabulary. A signal's operators are the same, started.
@Suite("Every operator of producers")
struct EveryProducerTests {
    /// What came, and whether it kept the grammar.
    private final class Recorder: Sendable {
        private let events = Lock<[Signal<Int, Failure>.Event]>([])
        private let inside = Atomic<Int>(0)
        private let overlaps = Atomic<Int>(0)

        func record(_ event: Signal<Int, Failure>.Event) {
            if inside.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { overlaps.add(1, ordering: .relaxed) }
            events.withLock { $0.append(event) }
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }

        var last: Signal<Int, Failure>.Event? { events.withLock { $0.last } }

        var keepsGrammar: Bool {
            overlaps.load(ordering: .acquiring) == 0 && !events.withLock { $0 }.dropLast().contains(where: \.isTerminating)
        }
    }

    /// A source of which one knows whether anyone needs it.
    private func source() -> (producer: Producer, input: Signal<Int, Failure>.Observer, isObserved: @Sendable () -> Bool) {
        let (signal, input) = Signal<Int, Failure>.pipe()
        let count = Running()
        let producer = Producer { observer, lifetime in
            count.value.add(1, ordering: .relaxed)
            lifetime.observeEnded { count.value.subtract(1, ordering: .relaxed) }
            lifetime += signal.observe(observer)
        }
        return (producer, input, { count.value.load(ordering: .relaxed) > 0 })
    }

    @Test("completes when its source does, and lets go of it", arguments: producerTable.filter(\.completes))
    func completes(operator: ProducerCase) {
        let (producer, input, isObserved) = source()
        let recorder = Recorder()
        `operator`.apply(producer).start { recorder.record($0) }
        for number in 1...4 { input.send(value: number) }
        input.sendCompleted()
        #expect(recorder.last?.isCompleted == true)
        #expect(recorder.keepsGrammar)
        #expect(!isObserved())
    }

    @Test("passes a failure of its source on, and lets go of it", arguments: producerTable.filter(\.passesFailure))
    func fails(operator: ProducerCase) {
        let (producer, input, isObserved) = source()
        let recorder = Recorder()
        `operator`.apply(producer).start { recorder.record($0) }
        input.send(error: Failure(7))
        #expect(recorder.last?.error == Failure(7))
        #expect(recorder.keepsGrammar)
        #expect(!isObserved())
    }

    @Test("passes an interruption of its source on, and lets go of it", arguments: producerTable.filter(\.passesInterruption))
    func interrupted(operator: ProducerCase) {
        let (producer, input, isObserved) = source()
        let recorder = Recorder()
        `operator`.apply(producer).start { recorder.record($0) }
        input.send(value: 1)
        input.sendInterrupted()
        #expect(recorder.last?.isInterrupted == true)
        #expect(recorder.keepsGrammar)
        #expect(!isObserved())
    }

    @Test("sends nothing after it was disposed from inside a delivery", arguments: producerTable)
    func disposedInside(operator: ProducerCase) {
        let (producer, input, isObserved) = source()
        let count = Atomic<Int>(0)
        let subscription = SerialDisposable()
        subscription.inner = `operator`.apply(producer).start { event in
            // That it was disposed is told as an interruption, as in ReactiveSwift.
            if !event.isInterrupted { count.add(1, ordering: .relaxed) }
            subscription.dispose()
        }
        for number in 1...4 { input.send(value: number) }
        input.sendCompleted()
        #expect(count.load(ordering: .relaxed) <= 1)
        #expect(!isObserved())
        // What has told of nothing, for it waits for ever, was not disposed.
        subscription.dispose()
    }

    @Test("takes a synchronous source", arguments: producerTable.filter(\.completes))
    func synchronousSource(operator: ProducerCase) {
        let recorder = Recorder()
        `operator`.apply(Producer([1, 2, 3])).start { recorder.record($0) }
        #expect(recorder.last?.isCompleted == true)
        #expect(recorder.keepsGrammar)
    }

    @Test("completes when its source is empty", arguments: producerTable.filter(\.completes))
    func empty(operator: ProducerCase) {
        let recorder = Recorder()
        `operator`.apply(.empty).start { recorder.record($0) }
        #expect(recorder.last?.isCompleted == true)
        #expect(recorder.keepsGrammar)
    }

    @Test("lets go of its source when it is disposed", arguments: producerTable)
    func disposed(operator: ProducerCase) {
        let (producer, input, isObserved) = source()
        let recorder = Recorder()
        let subscription = `operator`.apply(producer).start { recorder.record($0) }
        input.send(value: 1)
        subscription.dispose()
        input.send(value: 2)
        #expect(recorder.keepsGrammar)
        #expect(!isObserved())
    }

    @Test("keeps the grammar when the source is fed by several threads", arguments: producerTable)
    func serialised(operator: ProducerCase) {
        let (producer, input, isObserved) = source()
        let recorder = Recorder()
        let subscription = `operator`.apply(producer).start { recorder.record($0) }
        onThreads(4) { thread in
            for number in 0..<100 {
                input.send(value: thread * 100 + number)
                if thread == 3, number == 80 { input.sendCompleted() }
            }
        }
        #expect(recorder.keepsGrammar)
        subscription.dispose()
        #expect(!isObserved())
    }
}

/// How many runs of a source there are.
private final class Running: Sendable {
    let value = Atomic<Int>(0)
}

extension Signal.Event {
    fileprivate var isInterrupted: Bool {
        if case .interrupted = self { true } else { false }
    }
}
