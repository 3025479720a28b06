import CNGHTTP2
import Rivulet

/// HTTP/2 on one connection: its streams, its windows, and what it does not put up with. Confined to its loop.
///
/// libnghttp2 does the framing and answers violations of the protocol. What it leaves to the application is here: how
/// often a client may reset streams or have them reset, ping, change settings or send nothing at all.
final class HTTP2Connection: ConnectionDriver {
    let connection: Connection
    /// nil when there was no memory for it. A `let`, so that the callbacks inside its calls find nothing accessed.
    private let session: HTTP2Session?
    private var streams: [Int32: HTTP2Stream] = [:]
    /// The header that is arriving: blocks of several streams are never mixed (RFC 9113 §4.3).
    private var header: HeaderCollector
    /// What is about to be sent, in memory that is the loop's.
    private var frames: [UInt8] = []
    private var numbers = StreamNumbers()
    /// Streams that this side has reset: the client may not know yet, and what it sends for them is no mistake.
    private var resetHere: Set<Int32> = []
    /// Streams that the client said something of before it has opened them: how urgent they are.
    private var prioritized: Set<Int32> = []
    private(set) var isInputOver = false
    private var isFilling = false
    private var isClosing = false
    /// GOAWAY was sent: for trouble, or because the server stops.
    private var isLeaving = false
    /// Where the client is in what it sends.
    private var progress = FrameProgress()
    /// Until when what it has begun must be complete.
    private var headDeadline: UInt64?
    /// When the last frame was complete, or the last stream closed.
    private var idleSince: UInt64
    /// When reading last went on that had stopped because the client takes nothing.
    private var resumedAt: UInt64 = 0

    private var resets: TokenBucket
    private var pings: TokenBucket
    private var settings: TokenBucket
    private var priorities: TokenBucket
    private var empties: TokenBucket

    init(on connection: Connection) {
        self.connection = connection
        let limits = connection.context.limits
        idleSince = connection.now
        headDeadline = connection.now + limits.headTimeout.clampedNanoseconds
        let bucket = TokenBucket(burst: limits.http2Burst, rate: limits.http2Rate, at: connection.now)
        header = HeaderCollector(sizeLimit: limits.headerBlock, countLimit: limits.headerFields)
        session = HTTP2Session(limits: limits)
        (resets, pings, settings, priorities, empties) = (bucket, bucket, bucket, bucket, bucket)
        session?.setOwner(self)
        connection.context.census.change(.http2, by: 1)
        setDeadline()
        if connection.context.isStopping { stop() }
    }

    var context: ServerContext { connection.context }
    var limits: Limits { connection.context.limits }

    // MARK: Bytes

    func receive(_ bytes: Span<UInt8>) {
        guard !isClosing else { return }
        if session?.receive(bytes) != true { return breakDown() }
        connection.flushAtEndOfTurn()
        // Who sends and does not read waits.
        connection.readsInput = connection.outputCount < Connection.highWater
        watchProgress(over: bytes)
    }

    func outputDrained() {
        guard !isFilling, !isClosing else { return }
        isFilling = true
        frames = connection.core.borrowFrames()
        defer {
            connection.core.giveBack(exchange(&frames, with: []))
            isFilling = false
        }
        // A few rounds at most: the others of this loop have their turn too.
        for _ in 0..<8 {
            guard collect() else { return breakDown() }
            if frames.isEmpty { break }
            connection.writeCopying(frames)
            if connection.isClosed { return }
            if connection.outputCount >= Connection.highWater { return }
        }
        if session?.wantsWrite == true { connection.flushAtEndOfTurn() }
        if !isInputOver, !connection.readsInput {
            connection.readsInput = true
            resumedAt = connection.now
        }
        closeIfOver()
    }

    /// Has what the library wants to send collected at the end of this turn.
    func sendSoon() { connection.flushAtEndOfTurn() }

    private func closeIfOver() {
        if isInputOver, session?.wantsWrite != true, connection.outputCount == 0 {
            // What waits for a window waits for ever: nobody is there to open it.
            for stream in streams.values where stream.waitsForWindow { reset(stream.number, NGHTTP2_CANCEL) }
        }
        if session?.isOver ?? true || isInputOver && streams.isEmpty { close() }
    }

    private func close() {
        guard !isClosing else { return }
        isClosing = true
        connection.closeWhenWritten()
    }

    /// Collects what the library has to send, as much as goes into one call.
    /// - Returns: false when the connection can't go on.
    private func collect() -> Bool {
        frames.removeAll(keepingCapacity: true)
        while frames.count < Connection.highWater {
            let before = frames.count
            guard let piece = session?.nextPiece() else { return false }
            frames.append(contentsOf: piece)
            if frames.count == before { break }
        }
        return true
    }

    /// Content whose turn it is, behind the header of its frame. The library goes on with the next by itself, all that the
    /// windows allow, unless it is told that this is enough for now.
    func send(_ count: Int, of stream: HTTP2Stream, after header: UnsafeBufferPointer<UInt8>) -> Bool {
        guard frames.count < Connection.highWater else { return false }
        frames.append(contentsOf: header)
        stream.appendLent(count, to: &frames)
        return true
    }

    /// The library can't go on: it has said why, if it can still be said.
    private func breakDown() {
        context.census.count(.refused)
        _ = collect()
        if !frames.isEmpty { connection.writeCopying(frames) }
        close()
    }

    // MARK: The connection's end

    func inputEnded() {
        isInputOver = true
        // Finite responses are finished; whoever waits for more of a request, or goes on for ever, has lost its client.
        for stream in streams.values where stream.isUnbounded || !stream.isInputOver {
            stream.disconnect()
            session?.reset(stream.number, NGHTTP2_CANCEL)
        }
        connection.flushAtEndOfTurn()
    }

    func peerHalfClosed() {}

    func connectionClosed() {
        isClosing = true
        context.census.change(.http2, by: -1)
        let left = streams
        streams = [:]
        for stream in left.values { release(stream) }
    }

    func stop() {
        guard !isLeaving else { return }
        isLeaving = true
        for stream in streams.values { stream.stop() }
        session?.submitShutdownNotice()
        connection.flushAtEndOfTurn()
        // Streams that the client opened before it heard of it are still served; then it is told which was the last.
        connection.core.schedule(after: Self.noticeTime) { [weak self] in
            guard let self, !isClosing else { return }
            session?.submitGoAway()
            connection.flushAtEndOfTurn()
        }
    }

    private static let noticeTime: UInt64 = 100_000_000

    /// Too much of something: goodbye.
    private func calmDown(_ what: String) {
        guard !isLeaving || !isClosing else { return }
        isLeaving = true
        context.log(.warning, "closed an HTTP/2 connection: too many \(what)", connection.remoteAddress)
        session?.terminate(NGHTTP2_ENHANCE_YOUR_CALM)
        connection.flushAtEndOfTurn()
    }

    // MARK: Time

    /// Only what is complete proves that the client is there for something: a byte now and then keeps nothing open.
    private func watchProgress(over bytes: Span<UInt8>) {
        let hasCompleted = progress.advance(over: bytes)
        if hasCompleted { idleSince = connection.now }
        if !progress.isUnfinished {
            headDeadline = nil
        } else if hasCompleted || headDeadline == nil {
            let end = connection.now + limits.headTimeout.clampedNanoseconds
            headDeadline = end
            expect(by: end)
        }
        if streams.isEmpty { setDeadline() }
    }

    /// Looks at all streams, so not for each of their steps: a deadline that comes too early is set again when it has come.
    /// Without streams it is exact.
    private func setDeadline() {
        guard !isClosing else { return }
        if streams.isEmpty {
            connection.deadline = headDeadline ?? idleDeadline
        } else {
            connection.deadline = min(streams.values.lazy.compactMap(\.deadline).min() ?? .max, headDeadline ?? .max)
        }
    }

    /// Whether silence is the client's. While it takes nothing of what it is sent, for which it has a time of its own, nobody
    /// listens; and to what it said meanwhile not before the next turn.
    var isReading: Bool { connection.readsInput && resumedAt < connection.now }

    private var idleDeadline: UInt64 { idleSince + limits.idleTimeout.clampedNanoseconds }

    func deadlinePassed() {
        if let headDeadline, connection.now >= headDeadline {
            // In any case past and done with: a deadline that stays in the past would fire again at once.
            self.headDeadline = nil
            if isReading {
                session?.terminate(NGHTTP2_ENHANCE_YOUR_CALM)
                isLeaving = true
            } else {
                self.headDeadline = connection.now + limits.headTimeout.clampedNanoseconds
            }
        } else if streams.isEmpty, headDeadline == nil, connection.now >= idleDeadline {
            session?.submitGoAway()
            connection.flush()
            return close()
        }
        for stream in streams.values {
            if let deadline = stream.deadline, connection.now >= deadline { stream.deadlinePassed() }
        }
        connection.flushAtEndOfTurn()
        setDeadline()
    }

    // MARK: What the library tells

    /// - Returns: false when the connection must not go on.
    func frameBegins(_ header: nghttp2_frame_hd) -> Bool {
        guard UInt32(header.type) == NGHTTP2_HEADERS.rawValue, header.stream_id % 2 == 1 else { return true }
        switch numbers.open(header.stream_id) {
        case .opened: break
        case .passedOver: session?.terminate(NGHTTP2_PROTOCOL_ERROR)
        case .known:
            // Trailers of a stream that is open, or else of one that the client itself has closed (RFC 9113 §5.1).
            if streams[header.stream_id] == nil, !resetHere.contains(header.stream_id) {
                session?.terminate(NGHTTP2_STREAM_CLOSED)
            }
        }
        return true
    }

    func streamBegins(_ number: Int32) {
        let stream = HTTP2Stream(number, on: self)
        stream.hasPriority = prioritized.remove(number) != nil
        streams[number] = stream
        header.begin()
        session?.setStream(stream, number)
        context.census.changeHTTP2Streams(by: 1)
    }

    func fieldArrived(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool { header.add(name, value) }

    func frameArrived(_ frame: nghttp2_frame) {
        let header = frame.hd
        let isLast = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        let isAnswer = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_HEADERS:
            guard let stream = streams[header.stream_id] else { return }
            if frame.headers.cat == NGHTTP2_HCAT_REQUEST {
                stream.begin(self.header, hasBody: !isLast)
            } else if isLast {
                stream.bodyEnded()
            }
        case NGHTTP2_DATA:
            if isLast {
                streams[header.stream_id]?.bodyEnded()
            } else if header.length == 0 {
                count(&empties, "empty frames")
            }
        case NGHTTP2_RST_STREAM: count(&resets, "resets")
        case NGHTTP2_PING: if !isAnswer { count(&pings, "PINGs") }
        case NGHTTP2_SETTINGS: if !isAnswer { count(&settings, "SETTINGS") }
        case NGHTTP2_PRIORITY: count(&priorities, "PRIORITY frames")
        case NGHTTP2_PRIORITY_UPDATE:
            count(&priorities, "PRIORITY frames")
            if let update = frame.ext.payload?.assumingMemoryBound(to: nghttp2_ext_priority_update.self) {
                priorityArrived(update.pointee.stream_id)
            }
        default: break
        }
    }

    /// The library has taken it to heart; here it is noted that the client has a will of its own.
    private func priorityArrived(_ number: Int32) {
        if let stream = streams[number] {
            stream.hasPriority = true
        } else if numbers.isAhead(number), prioritized.count < limits.http2Streams {
            prioritized.insert(number)
        }
    }

    private func count(_ bucket: inout TokenBucket, _ what: String) {
        if !bucket.take(at: connection.now) { calmDown(what) }
    }

    func contentArrived(_ number: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        session?.consumeConnection(bytes.count)
        streams[number]?.contentArrived(bytes)
    }

    func frameSent(_ frame: nghttp2_frame) {
        let header = frame.hd
        let isLast = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch nghttp2_frame_type(UInt32(header.type)) {
        case NGHTTP2_HEADERS, NGHTTP2_DATA:
            guard isLast, let stream = streams[header.stream_id] else { return }
            stream.responseEnded()
            if !stream.isInputOver { awaitEnd(of: stream) }
        case NGHTTP2_RST_STREAM:
            if resetHere.count >= 1024 { resetHere.removeAll() }
            resetHere.insert(header.stream_id)
            // A client can make the server reset its streams as well, by breaking the rules on each.
            if frame.rst_stream.error_code != NGHTTP2_NO_ERROR.rawValue { count(&resets, "resets") }
        default: break
        }
    }

    /// The rest of a request that was answered already is not wanted, and the client is told so (RFC 9113 §8.1); but not
    /// at once: curl, for one, loses the answer when the reset reaches it while it is still sending.
    private func awaitEnd(of stream: HTTP2Stream) {
        connection.core.schedule(after: Self.answerTime) { [weak self, weak stream] in
            guard let self, let stream, streams[stream.number] === stream, !stream.isInputOver else { return }
            reset(stream.number, NGHTTP2_NO_ERROR)
        }
    }

    private static let answerTime: UInt64 = 1_000_000_000

    func streamClosed(_ number: Int32, code: UInt32) {
        guard let stream = streams.removeValue(forKey: number) else { return }
        release(stream)
        guard streams.isEmpty else { return }
        idleSince = connection.now
        setDeadline()
    }

    private func release(_ stream: HTTP2Stream) {
        context.census.changeHTTP2Streams(by: -1)
        stream.disconnect()
    }

    // MARK: What streams ask for

    func submit(_ fields: HTTP2Fields, for stream: HTTP2Stream, hasContent: Bool) {
        let date = connection.core.dateLine.currentValue()
        if session?.submitResponse(fields, date: date, for: stream, hasContent: hasContent) != true {
            session?.reset(stream.number, NGHTTP2_INTERNAL_ERROR)
        }
        sendSoon()
    }

    /// Events go before whatever else the connection carries: they are small, and late ones are worth little.
    func prioritize(_ number: Int32) { session?.prioritize(number, urgency: 1) }

    func submitContinue(_ number: Int32) {
        session?.submitInterim(HTTP2Fields(.continue), number)
        sendSoon()
    }

    func resume(_ number: Int32) {
        session?.resume(number)
        sendSoon()
    }

    func reset(_ number: Int32, _ code: nghttp2_error_code) {
        session?.reset(number, code)
        sendSoon()
    }

    /// Opens a stream's window by what its reader has taken.
    func openWindow(_ number: Int32, _ count: Int) {
        session?.consumeStream(number, count)
        sendSoon()
    }

    /// A stream has a deadline that may be earlier than the others'.
    func expect(by deadline: UInt64) {
        if deadline < connection.deadline { connection.deadline = deadline }
    }
}
