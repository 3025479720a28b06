/// `latest`: a new inner sequence stops the one before.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class FlattenLatest<Element: Sendable, Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let transform: @Sendable (Element) -> Observable<Value>

    init(_ source: Observable<Element>, _ transform: @escaping @Sendable (Element) -> Observable<Value>) {
        upstream = Upstream(source)
        self.transform = transform
    }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        NewestInner(Junction(sink, life)).run(upstream.source, transform)
    }
}

private final class NewestInner<Value: Sendable>: Flattening {
    let junction: Junction<Value>
    private let current = SerialDisposable()
    /// The outer sequence sends one at a time, so only one thread counts.
    private let lastNumber = Confined(0)
    /// Confined by the gate.
    private let state = Confined(State())

    private struct State {
        var running: Int?
        var isOuterCompleted = false
    }

    init(_ junction: Junction<Value>) {
        self.junction = junction
        junction.life.add(current)
    }

    func begin(_ inner: Observable<Value>) {
        lastNumber.value += 1
        let number = lastNumber.value
        let innerLife = Life()
        junction.perform { [state] _ in state.value.running = number }
        current.inner = innerLife
        inner.start(InnerSink(self, innerLife, number), innerLife)
    }

    func outerCompleted() {
        junction.perform { [state] sink in
            state.value.isOuterCompleted = true
            if state.value.running == nil { sink.terminate(.completed) }
        }
    }

    private func innerEnded(_ number: Int) {
        junction.perform { [state] sink in
            guard state.value.running == number else { return }
            state.value.running = nil
            if state.value.isOuterCompleted { sink.terminate(.completed) }
        }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class InnerSink: Sink<Value>, @unchecked Sendable {
        private let flatten: NewestInner<Value>
        private let life: Life
        private let number: Int

        init(_ flatten: NewestInner<Value>, _ life: Life, _ number: Int) {
            self.flatten = flatten
            self.life = life
            self.number = number
        }

        override func next(_ value: Value) { flatten.junction.next(value, of: life) }

        override func terminate(_ ending: Ending) {
            // Ended already: replaced by another, and its end is of no interest.
            if life.isEnded { return }
            life.dispose()
            if case .failed = ending { flatten.junction.terminate(ending) } else { flatten.innerEnded(number) }
        }
    }
}
