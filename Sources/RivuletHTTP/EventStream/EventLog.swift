/// The events of one set of channels on one loop, and the cursors that read them.
///
/// A stream has no queue of its own: it sends what lies between its cursor and the head, everything in one call. The
/// log keeps what the slowest cursor has still to read, up to its limits; beyond them the oldest goes, and who has not
/// read it yet is cut off. Confined to its loop.
///
/// The newest bytes lie in a ring, from which any number of events goes out in one piece; cursors that keep up read
/// there. What is older is kept as the shared ``EventFrame``s only, so that clients who take nothing cost the process
/// one copy of what they have not read, however many there are, on however many loops.
final class EventLog {
    /// How many bytes were ever appended.
    private(set) var head: UInt64 = 0
    /// The oldest byte that is still there.
    private(set) var tail: UInt64 = 0
    private(set) var cursors: [EventCursor] = []
    /// Cursors that wait for an event of a given sequence number, up to which they know everything already.
    private var joining: [EventCursor] = []

    private let limits: Limits
    /// Where each event ends, when it came, and what it is.
    private var events = RingQueue<(end: UInt64, time: UInt64, frame: EventFrame)>()
    private var recent: RecentBytes
    /// What was sent last in a chunk of HTTP/1.1, and the chunk.
    private var lastChunk: (position: UInt64, count: Int, bytes: [UInt8]) = (0, 0, [])
    /// When so much is kept, it is time to look at what everyone has read.
    private var trimSize = EventLog.smallestTrim
    /// Whose turn it is, and how many more have theirs in this round.
    private var turn = 0
    private var due = 0

    /// A cursor sends about so much in one call: more than a socket takes before it is blocked.
    static let pieceSize = 64 * 1024
    private static let smallestTrim = 256 * 1024

    init(limits: Limits) {
        self.limits = limits
        recent = RecentBytes()
    }

    /// Whether some cursor may have something to write.
    var hasWork: Bool { due > 0 }

    /// Gives every cursor its turn.
    func beginRound() { due = cursors.count }

    /// Appends an event.
    /// - Returns: the cursors that had not read what has to make room for it.
    func append(_ frame: EventFrame, sequence: UInt64, at now: UInt64) -> [EventCursor] {
        guard !cursors.isEmpty else { return [] }
        let overrun = makeRoom(for: frame.count)
        recent.write(frame, at: head)
        head += UInt64(frame.count)
        events.append((head, now, frame))
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

    /// How many bytes a cursor at the beginning of an event should send next: whole events, at least one.
    func pieceCount(from position: UInt64) -> Int {
        if Int(head - position) <= Self.pieceSize { return Int(head - position) }
        let first = events.firstOffset { $0.end > position }
        let beyond = events.firstOffset { $0.end > position + UInt64(Self.pieceSize) }
        return Int((events[max(first, beyond - 1)]?.end ?? head) - position)
    }

    /// Bytes of the log in one piece: valid until the next call.
    func window(from position: UInt64, count: Int) -> UnsafeRawBufferPointer {
        if let window = recent.window(from: position, count: count, head: head) { return window }
        return recent.assemble(count) { room in
            var filled = 0
            var offset = events.firstOffset { $0.end > position }
            while filled < count, let event = events[offset] {
                let start = event.end - UInt64(event.frame.count)
                let room = UnsafeMutableRawBufferPointer(rebasing: room[filled..<count])
                filled += event.frame.copy(from: position > start ? Int(position - start) : 0, into: room)
                offset += 1
            }
        }
    }

    /// A window of the log, in a chunk that `make` makes of it unless it has just done that: mostly all streams send the same.
    func chunk(
        from position: UInt64, _ window: UnsafeRawBufferPointer, _ make: (UnsafeRawBufferPointer) -> [UInt8]
    ) -> [UInt8] {
        if lastChunk.position != position || lastChunk.count != window.count {
            lastChunk = (position, window.count, make(window))
        }
        return lastChunk.bytes
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

    private var used: Int { Int(head - tail) }

    /// - Returns: the cursors that had not read what had to go.
    private func makeRoom(for count: Int) -> [EventCursor] {
        if used + count > trimSize || used + count > limits.logBytes || events.count >= limits.logEvents {
            trim()
            trimSize = max(Self.smallestTrim, 2 * (used + count))
        }
        var hasDropped = false
        while events.count >= limits.logEvents || used + count > limits.logBytes, !events.isEmpty {
            dropOldest()
            hasDropped = true
        }
        return hasDropped ? cursors.filter { $0.position < tail } : []
    }

    /// Forgets what every cursor has read.
    private func trim() {
        let slowest = cursors.lazy.map(\.position).min() ?? head
        while let oldest = events.oldest, oldest.end <= slowest { dropOldest() }
    }

    private func dropOldest() {
        if let oldest = events.removeOldest() { tail = oldest.end }
    }
}
