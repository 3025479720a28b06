import Rivulet
import Testing

@Suite("Action")
struct ActionTests {
    private func note(_ action: Action<Int, Int, Trouble>, _ recorder: EventLog) {
        action.values.observeValues { recorder.note("value \($0)") }
        action.errors.observeValues { recorder.note("error \($0)") }
        action.completed.observeValues { recorder.note("completed") }
        action.disabledErrors.observeValues { recorder.note("disabled") }
        action.isExecuting.producer.startWithValues { recorder.note("executing \($0)") }
    }

    @Test("runs one at a time, and tells what comes of it")
    func oneAtATime() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let action = Action<Int, Int, Trouble> { factor in signal.producer.map { $0 * factor } }
        let recorder = EventLog()
        note(action, recorder)
        action.apply(10).start()
        #expect(!action.isEnabled.value)
        #expect(action.apply(20).log == ["!disabled"])
        input.send(value: 1)
        input.sendCompleted()
        #expect(action.isEnabled.value)
        #expect(
            recorder.log == ["executing false", "executing true", "disabled", "value 10", "executing false", "completed"])
    }

    @Test("passes a failure on, and is enabled again")
    func failure() {
        let action = Action<Int, Int, Trouble> { _ in SignalProducer(error: .first) }
        let recorder = EventLog()
        note(action, recorder)
        #expect(action.apply(1).log == ["!producerFailed(RivuletTests.Trouble.first)"])
        #expect(recorder.log == ["executing false", "executing true", "executing false", "error first"])
    }

    @Test("stops its work when a run is interrupted")
    func interruption() {
        let recorder = EventLog()
        let action = Action<Int, Int, Trouble> { _ in SignalProducer.never.on(interrupted: { recorder.note("stopped") }) }
        let run = action.apply(1).start()
        #expect(action.isExecuting.value)
        run.dispose()
        #expect(recorder.log == ["stopped"])
        #expect(!action.isExecuting.value)
    }

    @Test("is enabled by a state, and works on it")
    func state() {
        let name = MutableProperty<String?>(nil)
        let action = Action<String, String, Never>(unwrapping: name) { SignalProducer(value: "\($1), \($0)!") }
        #expect(!action.isEnabled.value)
        name.value = "World"
        #expect(action.isEnabled.value)
        #expect(action.apply("Hello").log == ["Hello, World!", "|"])
    }

    @Test("takes its input from what is bound to it")
    func binding() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let action = Action<Int, Int, Never> { SignalProducer(value: $0 + 1) }
        let last = MutableProperty(0)
        last <~ action.values
        action <~ signal
        input.send(value: 41)
        #expect(last.value == 42)
    }

    @Test("of a validated property runs with what was accepted, and only then")
    func validated() throws {
        let amount = ValidatingProperty<Int, Trouble>(1) { $0 > 0 ? .valid : .invalid(.first) }
        let action = Action<Int, Int, Never>(validated: amount) { amount, input in SignalProducer(value: amount * input) }
        let twice = Action<Void, Int, Never>(validated: amount) { SignalProducer(value: $0 * 2) }
        #expect(try action.apply(10).first()?.get() == 10)
        amount.value = 0
        #expect(!action.isEnabled.value)
        #expect(throws: ActionError<Never>.disabled) { try action.apply(10).first()?.get() }
        amount.value = 3
        #expect(try action.apply(10).first()?.get() == 30)
        #expect(try twice.apply().first()?.get() == 6)
    }
}
