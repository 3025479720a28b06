import Synchronization

/// `race`: the first inner sequence to send an event stays, the others stop.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class FlattenRace<Element: Sendable, Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let transform: @Sendable (Element) -> Observable<Value>

    init(_ source: Observable<Element>, _ transform: @escaping @Sendable (Element) -> Observable<Value>) {
        upstream = Upstream(source)
        self.transform = transform
    }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        RacingInners(Junction(sink, life)).run(upstream.source, transform)
    }
}

private final class RacingInners<Value: Sendable>: Flattening {
    let junction: Junction<Value>

    private static var nobody: Int { 0 }

    private let contenders = Lock<[Int: Life]>([:])
    private let winner = Atomic<Int>(RacingInners.nobody)
    /// The outer sequence sends one at a time, so only one thread counts.
    private let lastNumber = Confined(0)
    /// Confined by the gate.
    private let state = Confined(State())

    private struct State {
        var isWinnerCompleted = false
        var isOuterCompleted = false
    }

    init(_ junction: Junction<Value>) {
        self.junction = junction
    }

    func begin(_ inner: Observable<Value>) {
        if winner.load(ordering: .acquiring) != Self.nobody { return }
        lastNumber.value += 1
        let number = lastNumber.value
        let innerLife = junction.life.makeChild()
        contenders.withLock { $0[number] = innerLife }
        inner.start(InnerSink(self, innerLife, number), innerLife)
    }

    func outerCompleted() {
        junction.perform { [self] sink in
            state.value.isOuterCompleted = true
            let nobodyRuns = winner.load(ordering: .acquiring) == Self.nobody && contenders.withLock { $0.isEmpty }
            if state.value.isWinnerCompleted || nobodyRuns { sink.terminate(.completed) }
        }
    }

    private func winnerCompleted() {
        junction.perform { [state] sink in
            state.value.isWinnerCompleted = true
            if state.value.isOuterCompleted { sink.terminate(.completed) }
        }
    }

    /// Whether an event of this inner sequence counts. The first to ask wins.
    private func isWinner(_ number: Int) -> Bool {
        let (isFirst, winning) = winner.compareExchange(
            expected: Self.nobody, desired: number, ordering: .acquiringAndReleasing)
        guard isFirst else { return winning == number }
        let others = contenders.withLock { contenders in
            contenders[number] = nil
            return exchange(&contenders, with: [:])
        }
        for other in others.values { other.dispose() }
        return true
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class InnerSink: Sink<Value>, @unchecked Sendable {
        private let flatten: RacingInners<Value>
        private let life: Life
        private let number: Int

        init(_ flatten: RacingInners<Value>, _ life: Life, _ number: Int) {
            self.flatten = flatten
            self.life = life
            self.number = number
        }

        override func next(_ value: Value) {
            if flatten.isWinner(number) { flatten.junction.next(value, of: life) }
        }

        override func terminate(_ ending: Ending) {
            guard flatten.isWinner(number) else { return life.dispose() }
            life.dispose()
            if case .completed = ending { flatten.winnerCompleted() } else { flatten.junction.terminate(ending) }
        }
    }
}
