import Rivulet

/// Where one stream is in its loop's log, and what is to be sent to it alone. Confined to its loop.
final class EventCursor {
    /// What to send next.
    enum Piece {
        case nothing
        /// To this stream alone.
        case own(ArraySlice<UInt8>)
        /// What lies between the cursor and the head; then call ``advance(by:)``. It ends where an event does, and once
        /// `isBegun` it must be sent to that end before anything else.
        case window(UnsafeRawBufferPointer, isBegun: Bool)
    }

    let stream: EventStream
    /// The sequence number up to which the stream knows everything already.
    let after: UInt64
    let address: SocketAddress
    /// Where it is in its log's list.
    var place = 0
    private(set) var position: UInt64
    /// How much of the window that was begun is still to be sent.
    private var begun = 0
    /// For this stream alone: what opens it, ticks, heartbeats. Small.
    private var own: [ArraySlice<UInt8>] = []
    private var ownFirst = 0
    /// The connection takes no more; it calls ``socketIsReady()``.
    private(set) var isBlocked = false
    private var blockedAt: UInt64 = 0
    private(set) var lastWrite: UInt64
    private(set) var isEnding = false

    private let log: EventLog
    private unowned let hub: StreamHub
    private weak var sink: (any EventSink)?
    private let subscription: Life

    init(
        _ stream: EventStream, in log: EventLog, of hub: StreamHub, to sink: any EventSink, address: SocketAddress,
        subscription: Life
    ) {
        self.stream = stream
        after = stream.after
        self.log = log
        self.hub = hub
        self.sink = sink
        self.address = address
        self.subscription = subscription
        position = log.head
        lastWrite = hub.now
    }

    // MARK: What there is to send

    var isReady: Bool { !isBlocked && (hasMore || isEnding) }

    private var hasMore: Bool { ownFirst < own.count || position < log.head }

    func nextPiece() -> Piece {
        if begun > 0 { return .window(log.window(from: position, count: begun), isBegun: true) }
        if ownFirst < own.count { return .own(own[ownFirst]) }
        guard position < log.head else { return .nothing }
        begun = Int(log.head - position)
        return .window(log.window(from: position, count: begun), isBegun: false)
    }

    /// Says how much of the window was taken.
    func advance(by count: Int) {
        begun -= count
        position += UInt64(count)
        lastWrite = hub.now
    }

    /// Says that what ``nextPiece()`` gave for this stream alone was taken.
    func dropOwn(_ count: Int) {
        lastWrite = hub.now
        guard count == own[ownFirst].count else {
            own[ownFirst] = own[ownFirst].dropFirst(count)
            return
        }
        own[ownFirst] = []
        ownFirst += 1
        if ownFirst == own.count {
            own = []
            ownFirst = 0
        }
    }

    /// Takes out what is for this stream alone: whole frames, until there are so many bytes.
    func takeOwn(upTo limit: Int) -> ArraySlice<UInt8> {
        var frames = ArraySlice<UInt8>()
        while ownFirst < own.count, frames.count < limit {
            let frame = own[ownFirst]
            frames.append(contentsOf: frame)
            dropOwn(frame.count)
        }
        return frames
    }

    /// Passes over an event that the stream had in its replay.
    func skip(to head: UInt64) { position = head }

    // MARK: Writing

    func add(_ frame: ArraySlice<UInt8>) {
        guard !isEnding, !frame.isEmpty else { return }
        own.append(frame)
    }

    /// Adds a frame and sends it, if the connection takes it now.
    func send(_ frame: [UInt8]) {
        add(frame[...])
        if isReady { write() }
    }

    func end(with frame: [UInt8]) {
        guard !isEnding else { return }
        add(frame[...])
        isEnding = true
        if isReady { write() }
    }

    func write() {
        guard let sink else { return }
        switch sink.writeEvents(self) {
        case .drained:
            isBlocked = false
            if isEnding { sink.endEvents(self) }
        case .blocked: block()
        }
    }

    /// The connection takes more.
    func socketIsReady() {
        isBlocked = false
        if isReady { write() }
    }

    /// Everything was taken, later than ``write()`` asked for it.
    func wasDrained() { isBlocked = false }

    private func block() {
        if !isBlocked { blockedAt = hub.now }
        isBlocked = true
        hub.watchBlocked()
    }

    // MARK: The end

    /// When the oldest byte came that the connection has not taken; nil when it has taken all.
    var oldestUnsent: UInt64? {
        guard isBlocked else { return nil }
        if begun == 0, ownFirst < own.count { return blockedAt }
        return log.time(of: position)
    }

    func cutOff(_ reason: EventStream.CutOff) {
        stream.wasCutOff(reason)
        sink?.cutOff(self)
    }

    /// It began too late: what it needs is gone.
    func fallBehind() { hub.cutOff(self, .fellBehind) }

    /// Its subscription has ended.
    func leave() { hub.leave(self) }

    /// Ends the subscription: the cursor leaves its log.
    func detach() {
        sink = nil
        subscription.dispose()
    }
}

/// What a cursor's bytes go to: an HTTP/1.1 connection or an HTTP/2 stream. On the loop.
protocol EventSink: AnyObject {
    /// Sends what the cursor has, as far as it goes.
    func writeEvents(_ cursor: EventCursor) -> EventSinkState

    /// Ends the response in order: everything was sent.
    func endEvents(_ cursor: EventCursor)

    /// Breaks the response off.
    func cutOff(_ cursor: EventCursor)
}

enum EventSinkState {
    case drained
    case blocked
}
