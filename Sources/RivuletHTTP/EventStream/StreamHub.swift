import Rivulet

/// The event streams of one loop: a log for each set of channels that somebody listens to, and the cursors in them.
/// Confined to its loop.
final class StreamHub {
    /// An event that was published, for streams that join a little later than they were made.
    private struct Recent {
        let sequence: UInt64
        let channels: UInt64
        let frame: EventFrame
    }

    private let limits: Limits
    private unowned var core: LoopCore?
    private var logs: [UInt64: EventLog] = [:]
    /// The log that was left last, to go on with: where one stream comes after the other, each would make a ring of its own,
    /// which takes seven system calls and the pages it is written to.
    private var spare: EventLog?
    private var recent = RingQueue<Recent>()
    private var recentBytes = 0
    /// The last event that came, and the last that is not among the recent ones any more.
    private var newest: UInt64 = 0
    private var forgotten: UInt64 = 0
    private var patrolTime = UInt64.max

    /// After this many writes the loop looks at its input again: bursts of events coalesce into one write per stream, ten
    /// times the throughput of a loop that first writes everything (measured at 16 to 64).
    private static let slice = 64
    /// What a stream may miss between its making and its first write: no more than that is kept here.
    private static let recentEvents = 4_096
    private static let recentBytes = 1024 * 1024
    private static let heartbeat = EventFrame(ServerSentEvent.heartbeat)
    private static let second: UInt64 = 1_000_000_000

    init(limits: Limits) {
        self.limits = limits
    }

    func begin(on core: LoopCore) {
        self.core = core
        now = core.now
    }

    /// The loop's clock as of this turn: here as well, since each delivery looks at it.
    var now: UInt64 = 0

    /// How many bytes all logs keep.
    var logBytes: Int { logs.values.reduce(0) { $0 + Int($1.head - $1.tail) } }

    // MARK: Publishing

    /// Says which events were published before this loop began.
    func start(after sequence: UInt64) {
        newest = sequence
        forgotten = sequence
    }

    /// Appends an event to the log of every set of channels that it belongs to.
    func publish(_ frame: EventFrame, channels: UInt64, sequence: UInt64) {
        newest = sequence
        remember(Recent(sequence: sequence, channels: channels, frame: frame))
        for (set, log) in logs where set & channels != 0 {
            for cursor in log.append(frame, sequence: sequence, at: now) { cutOff(cursor, .fellBehind) }
        }
    }

    private func remember(_ event: Recent) {
        recent.append(event)
        recentBytes += event.frame.count
        while recent.count > Self.recentEvents || recentBytes > Self.recentBytes, let oldest = recent.removeOldest() {
            recentBytes -= oldest.frame.count
            forgotten = oldest.sequence
        }
    }

    // MARK: Streams

    /// Begins to send a stream. What it missed between its making and now comes from the recent events, so there is no
    /// seam, whether this loop is ahead of the stream's replay or behind it.
    func attach(_ stream: EventStream, to sink: any EventSink, lifetime: Lifetime, on connection: Connection) -> EventCursor {
        let log = logs[stream.channels] ?? spare.take() ?? EventLog(limits: limits)
        logs[stream.channels] = log
        let box = LoopBound<EventCursor?>(nil, on: connection.loop.thread)
        let subscription = Life {
            box.value?.leave()
            box.value = nil
        }
        let cursor = EventCursor(stream, in: log, of: self, to: sink, address: connection.remoteAddress, subscription: subscription)
        box.value = cursor
        guard connection.context.census.streamBegan(connection.remoteAddress) else {
            // Never a 503, which would end an EventSource for good: it is told to come back later.
            log.insert(cursor, joinsLater: false)
            cursor.end(with: EventFrame(retry: connection.context.randomRetry()))
            lifetime += subscription
            return cursor
        }
        cursor.begin(with: stream.takeReplay())
        // With a gap in them they are worse than nothing: the client would come back with the last one's id.
        let isTooLate = stream.channels != 0 && stream.after < forgotten
        if !isTooLate { for event in missed(since: stream) { cursor.add(event.frame) } }
        log.insert(cursor, joinsLater: stream.after > newest)
        lifetime += subscription
        stream.attached(to: connection.loop, box)
        if isTooLate {
            connection.context.log(.warning, "a stream began too late for the events since its replay", connection.remoteAddress)
            connection.loop.execute { box.value?.fallBehind() }
        }
        patrol(by: now + heartbeat(of: stream))
        return cursor
    }

    private func missed(since stream: EventStream) -> [Recent] {
        guard stream.channels != 0, stream.after < newest else { return [] }
        let start = recent.firstOffset { $0.sequence > stream.after }
        return (start..<recent.count).compactMap { recent[$0] }.filter { $0.channels & stream.channels != 0 }
    }

    /// A cursor's subscription has ended.
    func leave(_ cursor: EventCursor) {
        guard let log = logs[cursor.stream.channels] else { return }
        log.remove(cursor)
        if log.cursors.isEmpty { spare = logs.removeValue(forKey: cursor.stream.channels) }
        core?.context.census.streamEnded(cursor.address)
        cursor.stream.detached()
    }

    /// Breaks a stream off, and says so.
    func cutOff(_ cursor: EventCursor, _ reason: EventStream.CutOff) {
        core?.context.census.count(.cutOff)
        core?.context.log(.warning, "cut off a stream: \(reason.description)", cursor.address)
        cursor.cutOff(reason)
    }

    // MARK: Writing

    var hasWork: Bool { logs.values.contains { $0.hasWork } }

    func writeSlice() {
        guard !logs.isEmpty else { return }
        var budget = Self.slice
        for log in logs.values where log.hasWork && budget > 0 { log.writeSlice(&budget) }
    }

    // MARK: Heartbeats and the stalled

    /// Sees to it that somebody looks after blocked streams soon.
    func watchBlocked() { patrol(by: now + Self.second) }

    /// One timer for all streams of the loop: sends heartbeats where it has been silent, cuts off who takes nothing.
    private func patrol(by time: UInt64) {
        guard time < patrolTime, let core else { return }
        patrolTime = time
        core.schedule(after: time > now ? time - now : 0) { [unowned self] in
            guard patrolTime == time else { return }
            patrolTime = .max
            patrolNow()
        }
    }

    private func patrolNow() {
        var next = UInt64.max
        let stall = limits.streamStall.clampedNanoseconds
        for log in logs.values {
            var stalled: [EventCursor] = []
            var isSilent = false
            for cursor in log.cursors {
                if cursor.isBlocked {
                    if let oldest = cursor.oldestUnsent, now >= oldest + stall { stalled.append(cursor) }
                    next = min(next, now + Self.second)
                } else {
                    let heartbeat = heartbeat(of: cursor.stream)
                    if now >= cursor.lastWrite + heartbeat {
                        cursor.add(Self.heartbeat)
                        isSilent = true
                        next = min(next, now + heartbeat)
                    } else {
                        next = min(next, cursor.lastWrite + heartbeat)
                    }
                }
            }
            if isSilent { log.beginRound() }
            for cursor in stalled { cutOff(cursor, .stalled) }
        }
        // Not more often than once a second, however the streams' silences are spread.
        if next != .max { patrol(by: max(next, now + Self.second)) }
    }

    private func heartbeat(of stream: EventStream) -> UInt64 {
        (stream.heartbeat ?? limits.heartbeat).clampedNanoseconds
    }
}
