/// The events of one set of channels on one loop, each encoded once, and the cursors that read them.
///
/// A stream has no queue of its own: it sends what lies between its cursor and the head, everything in one call. The
/// log keeps what the slowest cursor has still to read, up to its limits; beyond them the oldest goes, and who has not
/// read it yet is cut off. Confined to its loop.
final class EventLog {
    /// How many bytes were ever appended.
    private(set) var head: UInt64 = 0
    /// The oldest byte that is still there.
    private(set) var tail: UInt64 = 0
    private(set) var cursors: [EventCursor] = []
    /// Cursors that wait for an event of a given sequence number, up to which they know everything already.
    private var joining: [EventCursor] = []

    private let limits: Limits
    private var ring: MappedRing?
    /// Where each event ends, and when it came.
    private var events = RingQueue<(end: UInt64, time: UInt64)>()
    /// Whose turn it is, and how many more have theirs in this round.
    private var turn = 0
    private var due = 0

    private static let initialCapacity = 64 * 1024

    init(limits: Limits) {
        self.limits = limits
    }

    /// Whether some cursor may have something to write.
    var hasWork: Bool { due > 0 }

    /// Gives every cursor its turn.
    func beginRound() { due = cursors.count }

    /// Appends an event.
    /// - Returns: the cursors that had not read what has to make room for it.
    func append(_ frame: [UInt8], sequence: UInt64, at now: UInt64) -> [EventCursor] {
        guard !cursors.isEmpty else { return [] }
        let isComplete = makeRoom(for: frame.count)
        let overrun = cursors.filter { $0.position < tail || !isComplete }
        if isComplete {
            frame.withUnsafeBytes { ring?.write($0, at: head) }
            head += UInt64(frame.count)
            events.append((head, now))
        }
        joining.removeAll { cursor in
            if sequence > cursor.after { return true }
            cursor.skip(to: head)
            return false
        }
        beginRound()
        return overrun
    }

    /// When the event came that the byte at a position belongs to; nil when everything was read.
    func time(of position: UInt64) -> UInt64? {
        events[events.firstOffset { $0.end > position }]?.time
    }

    func window(from position: UInt64, count: Int) -> UnsafeRawBufferPointer {
        ring?.window(from: position, count: count) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    // MARK: Cursors

    func insert(_ cursor: EventCursor, joinsLater: Bool) {
        cursor.place = cursors.count
        cursors.append(cursor)
        if joinsLater { joining.append(cursor) }
    }

    func remove(_ cursor: EventCursor) {
        guard cursor.place < cursors.count, cursors[cursor.place] === cursor else { return }
        let last = cursors.removeLast()
        if last !== cursor {
            last.place = cursor.place
            cursors[cursor.place] = last
            // The one that moved may have missed its turn.
            if due > 0 { beginRound() }
        }
        joining.removeAll { $0 === cursor }
        if cursors.isEmpty { trim() }
    }

    /// Lets cursors write that have something to, at most `budget` of them, going on where the last slice ended.
    func writeSlice(_ budget: inout Int) {
        while due > 0, budget > 0 {
            if turn >= cursors.count { turn = 0 }
            guard turn < cursors.count else {
                due = 0
                return
            }
            let cursor = cursors[turn]
            turn += 1
            due -= 1
            if cursor.isReady {
                cursor.write()
                budget -= 1
            }
        }
    }

    // MARK: Room

    /// - Returns: whether there is room now; not when the system has no memory for it.
    private func makeRoom(for count: Int) -> Bool {
        if events.count >= limits.logEvents {
            trim()
            while events.count >= limits.logEvents { dropOldest() }
        }
        if used + count <= ring?.capacity ?? 0 { return true }
        trim()
        if grow(toHold: used + count) { return true }
        while used + count > ring?.capacity ?? 0, !events.isEmpty { dropOldest() }
        return used + count <= ring?.capacity ?? 0 || grow(toHold: count)
    }

    private var used: Int { Int(head - tail) }

    /// Forgets what every cursor has read.
    private func trim() {
        let slowest = cursors.lazy.map(\.position).min() ?? head
        while let oldest = events.oldest, oldest.end <= slowest { dropOldest() }
        // In the middle of an event the rest of it is kept, and that is all of it that is needed.
        tail = max(tail, min(slowest, head))
    }

    private func dropOldest() {
        if let oldest = events.removeOldest() { tail = max(tail, oldest.end) }
    }

    private func grow(toHold count: Int) -> Bool {
        var capacity = max(Self.initialCapacity, ring?.capacity ?? 0)
        while capacity < count { capacity *= 2 }
        if capacity == ring?.capacity { return true }
        guard capacity <= max(limits.logBytes, Self.initialCapacity), let larger = MappedRing(capacity: capacity) else { return false }
        if let ring { larger.write(ring.window(from: tail, count: used), at: tail) }
        ring = larger
        return true
    }
}
