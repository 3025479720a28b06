import Rivulet

/// Where one stream is in its loop's log, and what is to be sent to it alone. Confined to its loop.
final class EventCursor {
    /// What to send next.
    enum Piece {
        case nothing
        /// To this stream alone, from some byte of it on; then call ``dropOwn(_:)``.
        case own(EventFrame, from: Int)
        /// What lies between the cursor and the head, or the first of it; then call ``advance(by:)``. It ends where an
        /// event does, and once `isBegun` it must be sent to that end before anything else. Valid until the next piece.
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
    /// For this stream alone: what it begins with, ticks, heartbeats.
    private var own = OwnFrames()
    /// The connection takes no more; it calls ``socketIsReady()``.
    private(set) var isBlocked = false
    private var blockedAt: UInt64 = 0
    private(set) var lastWrite: UInt64
    private(set) var isEnding = false

    /// Compresses everything, where the client asked for that.
    private var compressor: EventCompressor?
    private let log: EventLog
    private let hub: StreamHub
    /// Until ``detach()``, which every exchange comes to: it holds the cursor, so this is a ring. Weak, it costs a look that is
    /// counted for each delivery, and a block of memory for each stream.
    private var sink: (any EventSink)?
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
        compressor = stream.makeDeflater().map(EventCompressor.init)
    }

    // MARK: What there is to send

    var isReady: Bool { !isBlocked && (hasMore || isEnding) }

    private var hasMore: Bool { !own.isEmpty || position < log.head || compressor?.isReady == true }

    func nextPiece() -> Piece {
        guard compressor != nil else { return nextPlainPiece() }
        if compressor?.isReady != true { compressNext() }
        guard let compressor, compressor.isReady else { return .nothing }
        return .own(compressor.ready, from: compressor.sent)
    }

    /// Compresses what there is, up to a limit, and has it come out whole.
    private func compressNext() {
        var isEmpty = true
        while let compressor, compressor.count < EventLog.pieceSize {
            switch nextPlainPiece() {
            case .nothing:
                compressor.finish(isEnd: isEnding, isEmpty: isEmpty)
                return
            case .own(let frame, let offset):
                compressor.add(frame, from: offset)
                dropPlainOwn(frame.count - offset)
            case .window(let window, _):
                compressor.add(window)
                advance(by: window.count)
            }
            isEmpty = false
        }
        compressor?.finish(isEnd: false, isEmpty: false)
    }

    private func nextPlainPiece() -> Piece {
        if begun > 0 { return .window(log.window(from: position, count: begun), isBegun: true) }
        if let frame = own.first { return .own(frame, from: own.sent) }
        guard position < log.head else { return .nothing }
        begun = log.pieceCount(from: position)
        return .window(log.window(from: position, count: begun), isBegun: false)
    }

    /// Says how much of the window was taken.
    func advance(by count: Int) {
        begun -= count
        position += UInt64(count)
        lastWrite = hub.now
    }

    /// The window that begins here in a chunk of HTTP/1.1: what `make` makes of it, or has made for another cursor before.
    func chunk(of window: UnsafeRawBufferPointer, _ make: (UnsafeRawBufferPointer) -> [UInt8]) -> [UInt8] {
        log.chunk(from: position, window, make)
    }

    /// Says how much was taken of what ``nextPiece()`` gave for this stream alone.
    func dropOwn(_ count: Int) {
        guard compressor == nil else {
            lastWrite = hub.now
            compressor?.drop(count)
            return
        }
        dropPlainOwn(count)
    }

    private func dropPlainOwn(_ count: Int) {
        lastWrite = hub.now
        own.drop(count)
    }

    /// Takes out what is for this stream alone: whole frames, until there are so many bytes.
    func takeOwn(upTo limit: Int) -> [UInt8] {
        var frames: [UInt8] = []
        while frames.count < limit, !own.isEmpty || compressor != nil, case .own(let frame, let offset) = nextPiece() {
            frames += frame.bytes.dropFirst(offset)
            dropOwn(frame.count - offset)
        }
        return frames
    }

    /// Passes over an event that the stream had in its replay.
    func skip(to head: UInt64) { position = head }

    // MARK: Writing

    /// Begins with that, before anything is added.
    func begin(with replay: EventReplay) { own = OwnFrames(replay) }

    func add(_ frame: EventFrame) {
        guard !isEnding else { return }
        own.append(frame)
    }

    /// Adds a frame and sends it, if the connection takes it now.
    func send(_ frame: EventFrame) {
        add(frame)
        if isReady { write() }
    }

    func end(with frame: EventFrame) {
        guard !isEnding else { return }
        add(frame)
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
        if begun == 0, !own.isEmpty || compressor?.isReady == true { return blockedAt }
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
