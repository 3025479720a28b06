import Synchronization

extension ObservableType {
    /// The events of the one sequence that is the first to send any.
    ///
    ///     a    -----1--2--|
    ///     b    --x--y----|
    ///     amb  --x--y----|
    public static func amb<Sequence: Swift.Sequence & Sendable>(_ sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        Wiring { sink, life in
            let race = Race<Element>(sink, life)
            for (number, source) in sequence.enumerated() { race.enter(source, number) }
        }
    }

    /// The events of this sequence or of another, whichever is the first to send any.
    ///
    ///     a    -----1--2--|
    ///     b    --x-----y--|
    ///     amb  --x-----y--|
    public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
        Observable.amb([asObservable(), right.asObservable()])
    }
}

private final class Race<Element: Sendable>: Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let winner = Atomic<Int>(-1)
    private let lives = Lock<[Int: Life]>([:])

    init(_ downstream: Sink<Element>, _ life: Life) {
        self.downstream = downstream
        self.life = life
    }

    func enter(_ source: Observable<Element>, _ number: Int) {
        if life.isEnded || winner.load(ordering: .acquiring) != -1 { return }
        let input = life.makeChild()
        lives.withLock { $0[number] = input }
        // Whoever has won meanwhile, on another thread, may not have seen this one.
        if winner.load(ordering: .acquiring) != -1 { return input.dispose() }
        let tail = TailSink<Element>(input) { [self] element in
            if wins(number) { downstream.next(element) }
        } ended: { [self] ending in
            if wins(number) { downstream.terminate(ending) }
        }
        source.start(tail, input)
    }

    private func wins(_ number: Int) -> Bool {
        let (won, current) = winner.compareExchange(expected: -1, desired: number, ordering: .acquiringAndReleasing)
        if !won { return current == number }
        let losers = lives.withLock { lives in
            defer { lives = [:] }
            return lives.filter { $0.key != number }.map(\.value)
        }
        for loser in losers { loser.dispose() }
        return true
    }
}
