import Synchronization

/// One observer's place on a roster.
final class Entry: Disposable, Sendable {
    private let sink: AnySink
    let life: Life?
    /// Kept until the entry is released, which is soon after it left the roster or was abandoned by it. A weak reference
    /// would cost 60 ns a subscription.
    private let roster: Roster?

    /// Where in the roster's array this entry is; touched under the roster's lock only.
    let seat = Atomic<Int>(-1)

    // An entry is open, or still busy with what was replayed to it (then events wait in `waiting`), or has left.
    private static let isOpen: UInt8 = 0
    private static let isOpening: UInt8 = 1
    private static let hasLeft: UInt8 = 2
    private let state: Atomic<UInt8>
    private let waiting = Lock<[Gate.Job]>([])

    init(sink: AnySink, life: Life?, roster: Roster?, isOpening: Bool) {
        self.sink = sink
        self.life = life
        self.roster = roster
        state = Atomic(roster == nil ? Self.hasLeft : isOpening ? Self.isOpening : Self.isOpen)
    }

    /// Leaves the roster: nothing is delivered here any more, not even of an event that is under way.
    func dispose() {
        // Nothing waits behind the replay of one that is open.
        let hasWaiting = state.exchange(Self.hasLeft, ordering: .acquiringAndReleasing) == Self.isOpening
        if hasWaiting {
            let jobs = waiting.withLock { exchange(&$0, with: []) }
            withExtendedLifetime(jobs) {}
        }
        roster?.remove(self)
    }

    @inline(__always)
    func next<Element: Sendable>(_ element: Element) {
        if state.load(ordering: .acquiring) == Self.isOpen {
            // Sound: a roster belongs to one subject, and only sinks of that subject's element are added to it.
            Unmanaged.passUnretained(sink)._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Sink<Element>.self).next(element) }
        } else {
            nextBehindReplay(element)
        }
    }

    // Apart: see `Junction`.
    @inline(never)
    private func nextBehindReplay<Element: Sendable>(_ element: Element) {
        deliverBehindReplay { [sink] in unsafeDowncast(sink, to: Sink<Element>.self).next(element) }
    }

    func terminate(_ ending: Ending) {
        if state.load(ordering: .acquiring) == Self.isOpen {
            sink.terminate(ending)
        } else {
            deliverBehindReplay { [sink] in sink.terminate(ending) }
        }
    }

    private func deliverBehindReplay(_ job: @escaping Gate.Job) {
        let isOpen = waiting.withLock { jobs in
            switch state.load(ordering: .acquiring) {
            case Self.isOpening:
                jobs.append(job)
                return false
            case Self.isOpen: return true
            default: return false
            }
        }
        if isOpen { job() }
    }

    /// Ends the replay: delivers what waited behind it, then events come directly.
    func open() {
        while state.load(ordering: .acquiring) == Self.isOpening {
            let jobs = waiting.withLock { jobs in
                if jobs.isEmpty {
                    _ = state.compareExchange(expected: Self.isOpening, desired: Self.isOpen, ordering: .acquiringAndReleasing)
                }
                return exchange(&jobs, with: [])
            }
            if jobs.isEmpty { return }
            for job in jobs where state.load(ordering: .acquiring) != Self.hasLeft { job() }
        }
    }
}
