import Synchronization

/// `throttle`: an inner sequence that comes while another runs is ignored.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class FlattenThrottle<Element: Sendable, Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let transform: @Sendable (Element) -> Observable<Value>

    init(_ source: Observable<Element>, _ transform: @escaping @Sendable (Element) -> Observable<Value>) {
        upstream = Upstream(source)
        self.transform = transform
    }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        ThrottledInner(Junction(sink, life)).run(upstream.source, transform)
    }
}

private final class ThrottledInner<Value: Sendable>: Flattening {
    let junction: Junction<Value>
    private let current = SerialDisposable()
    private let isRunning = Atomic<Bool>(false)
    /// Confined by the gate.
    private let isOuterCompleted = Confined(false)

    init(_ junction: Junction<Value>) {
        self.junction = junction
        junction.life.add(current)
    }

    func begin(_ inner: Observable<Value>) {
        if isRunning.exchange(true, ordering: .acquiringAndReleasing) { return }
        let innerLife = Life()
        current.inner = innerLife
        inner.start(InnerSink(self, innerLife), innerLife)
    }

    func outerCompleted() {
        junction.perform { [self] sink in
            isOuterCompleted.value = true
            if !isRunning.load(ordering: .acquiring) { sink.terminate(.completed) }
        }
    }

    private func innerEnded() {
        junction.perform { [self] sink in
            isRunning.store(false, ordering: .releasing)
            if isOuterCompleted.value { sink.terminate(.completed) }
        }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class InnerSink: Sink<Value>, @unchecked Sendable {
        private let flatten: ThrottledInner<Value>
        private let life: Life

        init(_ flatten: ThrottledInner<Value>, _ life: Life) {
            self.flatten = flatten
            self.life = life
        }

        override func next(_ value: Value) { flatten.junction.next(value) }

        override func terminate(_ ending: Ending) {
            life.dispose()
            if case .failed = ending { flatten.junction.terminate(ending) } else { flatten.innerEnded() }
        }
    }
}
