import Synchronization

/// The observers of a subject, and the order in which events reach them. Not generic, on purpose: generic state is
/// looked up at run time for every event, and that alone costs ten times the delivery.
///
/// The rules (contract 3): an event goes to the observers as of its sending. One thread delivers at a time; an event
/// sent meanwhile, by an observer or by another thread, is queued and delivered by the thread that is at it, after the
/// current event has reached everyone. Nobody blocks.
final class Roster: Sendable {
    /// Who gets the event whose delivery has begun. Retaining them would cost as much again as all else that a delivery to
    /// one takes; the roster itself sees to it that they stay until ``finish()``.
    typealias Delivery = Unmanaged<Entries.Block>

    private struct Job {
        let entries: Entries
        let deliver: @Sendable (Entries) -> Void
    }

    private struct State {
        var entries = Entries()
        var vacancies = 0
        var jobs: [Job] = []
        var closing: Closing?
        /// Keeps what the delivery under way goes through, when `entries` has changed since that began.
        var lent: Entries?
    }

    private let state = Lock(State())

    // Whether a delivery is under way, and whether others wait behind it. Only under the lock does it become busy; the
    // thread that delivers makes it idle again without the lock if nothing waits: 3 atomic operations for an event, not 4.
    private static let idle: UInt8 = 0
    private static let busy: UInt8 = 1
    private static let busyWithJobs: UInt8 = 2
    private let phase = Atomic<UInt8>(Roster.idle)

    /// Why nothing comes any more.
    enum Closing {
        case ended(Ending)
        case disposed
    }

    /// Fills the place of an entry that left, so that leaving takes constant time and keeps the others' order.
    private static let vacant = Entry(sink: AnySink(), life: nil, roster: nil, isOpening: false)

    /// The owner of a roster calls this in its `deinit`. Nothing will ever come for those present: this takes them off
    /// their lives and lets them go, for each keeps the roster and its life keeps it.
    func abandon() {
        abandon(state.withLock { exchange(&$0.entries, with: Entries()) })
    }

    private func abandon(_ entries: Entries) {
        for entry in entries { entry.life?.remove(entry) }
    }

    // MARK: Sending

    /// Sends an element to those present: now, or behind the deliveries that are under way.
    @inline(__always)
    func send<Element: Sendable>(_ element: Element) {
        if let delivery = accept(element, {}) { deliver(element, delivery) }
    }

    /// Begins to send an element, or queues it behind the deliveries that are under way.
    ///
    /// - Parameter commit: runs under the lock when the element is accepted: what must change with it.
    /// - Returns: what ``deliver(_:_:)`` must be called with; nil when there is nothing to do now.
    @inline(__always)
    func accept<Element: Sendable>(_ element: Element, _ commit: () -> Void) -> Delivery? {
        begin {
            commit()
            return true
        } orLater: {
            Self.later(element)
        }
    }

    // Apart: see `Junction`.
    @inline(never)
    private static func later<Element: Sendable>(_ element: Element) -> @Sendable (Entries) -> Void {
        { $0.next(element) }
    }

    /// Delivers an element to those present when ``begin(_:orLater:)`` returned, and finishes that.
    @inline(__always)
    func deliver<Element: Sendable>(_ element: Element, _ delivery: Delivery) {
        // Sound: entries are changed under the lock, and then ``keepLent(_:)`` has kept these if they were lent.
        delivery._withUnsafeGuaranteedRef { $0.next(element) }
        finish()
    }

    /// Begins a delivery, or queues it behind those under way.
    ///
    /// - Parameters:
    ///   - commit: does, under the lock, what must change with the event; tells whether to accept that.
    ///   - deliver: makes the delivery to queue, under the lock too.
    /// - Returns: what ``deliver(_:_:)`` must be called with; nil when there is nothing to do now.
    @inline(__always)
    func begin(_ commit: () -> Bool, orLater deliver: () -> @Sendable (Entries) -> Void) -> Delivery? {
        state.withLock { state in
            if state.closing != nil || !commit() { return nil }
            if claim() { return Unmanaged.passUnretained(state.entries.block) }
            state.jobs.append(Job(entries: state.entries, deliver: deliver()))
            return nil
        }
    }

    /// Makes this thread the one that delivers, or tells the one that does of a job. Only under the lock.
    /// - Returns: false when another thread, or an outer call of this one, delivers; it does what is on the list before it
    ///   gives up, for which it needs the lock.
    @inline(__always)
    private func claim() -> Bool {
        if phase.load(ordering: .acquiring) == Self.idle {
            phase.store(Self.busy, ordering: .relaxed)
            return true
        }
        return phase.exchange(Self.busyWithJobs, ordering: .acquiringAndReleasing) == Self.idle
    }

    /// Before the entries are changed, under the lock: whoever delivers to those before must find them.
    private func keepLent(_ state: inout State) {
        if phase.load(ordering: .acquiring) == Self.idle { return }
        // Whoever delivers lets go of them when it is done.
        if phase.exchange(Self.busyWithJobs, ordering: .acquiringAndReleasing) == Self.idle {
            phase.store(Self.idle, ordering: .releasing)
        } else if state.lent == nil {
            state.lent = state.entries
        }
    }

    /// Ends a delivery: first does what was queued meanwhile.
    @inline(__always)
    private func finish() {
        if !phase.compareExchange(expected: Self.busy, desired: Self.idle, ordering: .releasing).exchanged { drain() }
    }

    private func drain() {
        while true {
            let (jobs, lent) = state.withLock { state in
                if state.jobs.isEmpty { phase.store(Self.idle, ordering: .releasing) }
                return (exchange(&state.jobs, with: []), exchange(&state.lent, with: nil))
            }
            // Released here, outside the lock.
            withExtendedLifetime(lent) {}
            if jobs.isEmpty { return }
            for job in jobs { job.deliver(job.entries) }
        }
    }

    /// Who is to get an event now, for a source that sends one at a time by itself, and never through ``send(_:_:)``.
    @inline(__always)
    var present: Entries? {
        state.withLock { $0.closing == nil ? $0.entries : nil }
    }

    /// Ends the roster: everyone present is told, behind what is under way, and whoever comes later too. `last` runs
    /// under the lock when the ending is accepted, and may return a last delivery, made just before it.
    func terminate(_ ending: Ending, last: () -> (@Sendable (Entries) -> Void)? = { nil }) {
        let job: Job? = state.withLock { state in
            if state.closing != nil { return nil }
            state.closing = .ended(ending)
            keepLent(&state)
            let last = last()
            let job = Job(entries: exchange(&state.entries, with: Entries())) { entries in
                last?(entries)
                entries.terminate(ending)
            }
            if claim() { return job }
            state.jobs.append(job)
            return nil
        }
        guard let job else { return }
        job.deliver(job.entries)
        finish()
    }

    /// Lets go of everyone, without a word, and forgets how it ended, if it had.
    func dispose() {
        let entries = state.withLock { state in
            state.closing = .disposed
            keepLent(&state)
            return exchange(&state.entries, with: Entries())
        }
        for entry in entries { entry.dispose() }
        abandon(entries)
    }

    /// Runs `change` at a moment between two sendings, unless the roster has ended.
    func commit(_ change: () -> Void) {
        state.withLock { state in
            if state.closing == nil { change() }
        }
    }

    // MARK: Coming and going

    /// Why nothing comes any more, if so.
    var closing: Closing? { state.withLock { $0.closing } }

    /// Whether anyone is present. Constant time.
    var hasEntries: Bool { state.withLock { $0.entries.count > $0.vacancies } }

    /// Runs `read` at a moment between two sendings.
    func read<Value: Sendable>(_ read: () -> Value) -> Value {
        state.withLock { _ in read() }
    }

    /// Adds a sink for the events sent from now on, unless the roster has ended.
    /// - Returns: why nothing will come, when the roster has ended: the caller tells the sink.
    func add(_ sink: AnySink, _ life: Life) -> Closing? {
        add(Entry(sink: sink, life: life, roster: self, isOpening: false), life) { _ in nil }
    }

    /// Adds a sink that first gets what the subject keeps for late observers.
    ///
    /// - Parameters:
    ///   - replay: runs under the lock, at the moment of joining, and returns what to do at once, outside of it. Events
    ///     sent meanwhile wait behind that.
    /// - Returns: why nothing will come, when the roster has ended: the caller tells the sink.
    func add(_ sink: AnySink, _ life: Life, replay: (Closing?) -> (@Sendable () -> Void)?) -> Closing? {
        add(Entry(sink: sink, life: life, roster: self, isOpening: true), life, replay)
    }

    private func add(_ entry: Entry, _ life: Life, _ replay: (Closing?) -> (@Sendable () -> Void)?) -> Closing? {
        let (closing, opening): (Closing?, (@Sendable () -> Void)?) = state.withLock { state in
            let opening = replay(state.closing)
            if let closing = state.closing { return (closing, opening) }
            keepLent(&state)
            entry.seat.store(state.entries.count, ordering: .relaxed)
            state.entries.append(entry)
            return (nil, opening)
        }
        opening?()
        if let closing { return closing }
        entry.open()
        life.add(entry)
        return nil
    }

    func remove(_ entry: Entry) {
        state.withLock { state in
            let seat = entry.seat.load(ordering: .relaxed)
            guard state.entries.indices.contains(seat), state.entries[seat] === entry else { return }
            keepLent(&state)
            // Not the last share in the entry, so this releases nothing else: whoever disposes it has another.
            state.entries[seat] = Self.vacant
            state.vacancies += 1
            while state.entries.last === Self.vacant {
                state.entries.removeLast()
                state.vacancies -= 1
            }
            // Closing the ranks costs a pass over all, so it waits until half of the places are empty.
            if state.vacancies > 16, state.vacancies > state.entries.count / 2 {
                state.entries = Entries(state.entries.lazy.filter { $0 !== Self.vacant })
                state.vacancies = 0
                for (index, entry) in state.entries.enumerated() { entry.seat.store(index, ordering: .relaxed) }
            }
        }
    }
}
