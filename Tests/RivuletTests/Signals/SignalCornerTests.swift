import Rivulet
import RivuletTesting
import Testing

/// What ReactiveSwift's operators do with nothing, at the same moment, and after the end.
@Suite("Corners, as ReactiveSwift's")
struct SignalCornerTests {
    private typealias Numbers = SignalProducer<Int, Trouble>

    @Test("of no producers")
    func noProducers() {
        #expect(Numbers.merge([Numbers]()).log == ["|"])
        #expect(Numbers.combineLatest([Numbers]()).map(\.count).log == ["|"])
        #expect(Numbers.zip([Numbers]()).map(\.count).log == ["|"])
    }

    @Test("of no values, none asked for, and too many")
    func numbers() {
        #expect(Numbers([1, 2]).take(first: 0).log == ["|"])
        #expect(Numbers([1, 2]).take(last: 0).log == ["|"])
        #expect(Numbers([1, 2]).take(last: 5).log == ["1", "2", "|"])
        #expect(Numbers.empty.collect().map(\.count).log == ["0", "|"])
        #expect(Numbers.empty.reduce(7, +).log == ["7", "|"])
        #expect(Numbers([1, 2]).repeat(0).log == ["|"])
        #expect(Numbers(error: .first).retry(upTo: 0).log == ["!first"])
        #expect(Numbers(error: .first).take(last: 2).log == ["!first"])
        #expect(Numbers([1]).combinePrevious().map { "\($0)" }.log == ["|"])
    }

    @Test("single takes exactly one, first and last one of many")
    func waiting() throws {
        #expect(try Numbers([1]).single()?.get() == 1)
        #expect(Numbers([1, 2]).single() == nil)
        #expect(Numbers.empty.single() == nil)
        #expect(try Numbers([1, 2]).first()?.get() == 1)
        #expect(try Numbers([1, 2]).last()?.get() == 2)
        #expect(throws: Trouble.first) { try Numbers(error: .first).wait().get() }
    }

    @Test("then says nothing of what came before it, but for a failure")
    func then() {
        #expect(Numbers([1, 2]).then(Numbers([8, 9])).log == ["8", "9", "|"])
        #expect(Numbers([1]).concat(error: .second).then(Numbers([8])).log == ["!second"])
    }

    @Test("a shared start replays its failure, and is not made again")
    func replayLazily() {
        let starts = EventLog()
        let shared = Numbers { observer, _ in
            starts.note("s")
            observer.send(value: 1)
            observer.send(value: 2)
            observer.send(error: .first)
        }.replayLazily(upTo: 1)
        #expect(shared.log.last == "!first")
        #expect(shared.log == ["2", "!first"])
        #expect(starts.log == ["s"])
        let nothing = Numbers([1, 2]).replayLazily(upTo: 0)
        _ = nothing.start()
        #expect(nothing.log == ["|"])
    }

    @Test("a lifetime that has ended disposes what comes later at once")
    func lifetime() {
        let (lifetime, token) = Lifetime.make()
        let (early, late) = (AnyDisposable(), AnyDisposable())
        lifetime += early
        #expect(!lifetime.hasEnded && !early.isDisposed)
        token.dispose()
        #expect(lifetime.hasEnded && early.isDisposed)
        lifetime += late
        #expect(late.isDisposed)
        let log = EventLog()
        lifetime.observeEnded { log.note("ended") }
        #expect(log.log == ["ended"])
    }

    @Test("a property: what modify returns, what swap takes out, and the previous value inside a delivery")
    func property() {
        let property = MutableProperty(1)
        let log = EventLog()
        let observation = property.signal.observeValues { log.note("\($0)=\(property.value)") }
        defer { observation?.dispose() }
        let doubled = property.modify { value -> Int in
            value = 5
            return value * 2
        }
        #expect(doubled == 10 && property.swap(6) == 5 && property.withValue { $0 } == 6)
        #expect(log.log == ["5=5", "6=6"])
    }

    @Test("a binding: the latest of two sources, each until it ends")
    func bindings() {
        let property = MutableProperty(0)
        let (first, firstInput) = Signal<Int, Never>.pipe()
        let (second, secondInput) = Signal<Int, Never>.pipe()
        let binding = property <~ first
        property <~ second
        firstInput.send(value: 1)
        secondInput.send(value: 2)
        #expect(property.value == 2)
        binding?.dispose()
        firstInput.send(value: 3)
        #expect(property.value == 2)
        secondInput.sendCompleted()
        property.value = 4
        #expect(property.value == 4)
    }

    @Test("race: the first to send wins, also with its end; the others are let go of")
    func race() {
        let (outer, outerInput) = Signal<Signal<Int, Never>, Never>.pipe()
        let (first, firstInput) = Signal<Int, Never>.pipe()
        let (second, secondInput) = Signal<Int, Never>.pipe()
        let log = outer.flatten(.race).record {
            outerInput.send(value: first)
            outerInput.send(value: second)
            secondInput.send(value: 2)
            firstInput.send(value: 1)
            secondInput.send(value: 3)
            secondInput.sendCompleted()
            outerInput.sendCompleted()
        }
        #expect(log == ["2", "3", "|"])
    }

    @Test("an action that runs refuses, says so, and is enabled again behind the end")
    func action() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let action = Action<Int, Int, Trouble> { _ in Numbers(signal) }
        let log = EventLog()
        action.isEnabled.signal.observeValues { log.note($0 ? "on" : "off") }
        action.isExecuting.signal.observeValues { log.note($0 ? "busy" : "idle") }
        action.disabledErrors.observeValues { log.note("refused") }
        action.values.observeValues { log.note("\($0)") }
        action.completed.observeValues { log.note("done") }
        action.apply(1).start()
        #expect(!action.isEnabled.value && action.isExecuting.value)
        let refused = EventLog()
        action.apply(2).startWithFailed { error in
            if case .disabled = error { refused.note("disabled") }
        }
        #expect(refused.log == ["disabled"])
        input.send(value: 7)
        input.sendCompleted()
        #expect(action.isEnabled.value && !action.isExecuting.value)
        #expect(log.log.filter { !["busy", "idle", "on", "off"].contains($0) } == ["refused", "7", "done"])
        #expect(Set(log.log.prefix(2)) == ["busy", "off"])
    }

    @Test("flatMap(.latest) to an empty producer stops the one before, and completes with the outer")
    func latestOfEmpty() {
        let (outer, outerInput) = Signal<Int, Never>.pipe()
        let (inner, innerInput) = Signal<Int, Never>.pipe()
        let log = outer.flatMap(.latest) { $0 == 0 ? SignalProducer<Int, Never>(inner) : .empty }.record {
            outerInput.send(value: 0)
            innerInput.send(value: 1)
            outerInput.send(value: 1)
            innerInput.send(value: 2)
            outerInput.sendCompleted()
        }
        #expect(log == ["1", "|"])
    }

    @Test("a producer that is interrupted interrupts what is made of it, concat and all; merge goes on without")
    func interruption() {
        let interrupted = Numbers { observer, _ in observer.sendInterrupted() }
        #expect(interrupted.map { $0 + 1 }.log == ["#"])
        #expect(interrupted.flatMapError { _ in Numbers(value: 1) }.log == ["#"])
        #expect(interrupted.retry(upTo: 3).log == ["#"])
        #expect(interrupted.materialize().map { _ in "event" }.log == ["event", "#"])
        #expect(Numbers.merge(interrupted, Numbers(value: 1)).log == ["1", "|"])
    }
}
