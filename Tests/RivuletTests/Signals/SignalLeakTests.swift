import Rivulet
import Testing

@Suite("What signals hold is released")
struct SignalLeakTests {
    /// Whether what the closures of `build` held is gone once what it returned is.
    private func releases(_ build: (Witness) -> [any Sendable]) -> Bool {
        weak var held: Witness?
        do {
            let witness = Witness()
            held = witness
            withExtendedLifetime(build(witness)) {}
        }
        return held == nil
    }

    @Test("by a chain of signals that nobody holds or observes, input alive or not")
    func chain() {
        let (signal, input) = Signal<Int, Never>.pipe()
        #expect(
            releases { witness in
                let mapped = signal.map { value in withExtendedLifetime(witness) { value } }
                let flat = mapped.flatMap(.latest) { value in SignalProducer<Int, Never>.never.map { _ in value } }
                return [flat.filter { _ in true }.scan(0, +)]
            })
        input.send(value: 1)
        #expect(releases { witness in [Signal<Int, Never>.pipe().output.map { _ in witness }] })
    }

    @Test("by an observed signal, once its input has gone or it has ended")
    func observed() {
        #expect(
            releases { witness in
                let (signal, input) = Signal<Int, Never>.pipe()
                signal.map { $0 + 1 }.observeValues { _ in withExtendedLifetime(witness) {} }
                input.send(value: 1)
                return []
            })
        let (signal, input) = Signal<Int, Never>.pipe()
        #expect(
            releases { witness in
                signal.take(first: 1).observeValues { _ in withExtendedLifetime(witness) {} }
                input.send(value: 1)
                return []
            })
    }

    @Test("by a started producer, once disposed of, though the disposable is kept")
    func producer() {
        var disposables: [any Disposable] = []
        #expect(
            releases { witness in
                let start = SignalProducer<Int, Never>.never.map { _ in witness }.start { _ in withExtendedLifetime(witness) {} }
                start.dispose()
                disposables.append(start)
                return []
            })
        #expect(disposables.count == 1)
    }

    @Test("by properties, bindings and actions that go away")
    func properties() {
        let source = MutableProperty(0)
        #expect(
            releases { witness in
                let composed = Property.combineLatest(source, source.map { _ in witness })
                let target = MutableProperty<Witness?>(nil)
                target <~ composed.map { $0.1 }
                let action = Action<Int, Int, Never>(enabledIf: source.map { $0 >= 0 }) { input in
                    SignalProducer(value: input).on(value: { _ in withExtendedLifetime(witness) {} })
                }
                action <~ source
                action.apply(1).start()
                return [composed, target, action]
            })
        source.value = 1
    }
}
