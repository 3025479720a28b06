import CNGHTTP2
import Rivulet

/// HTTP/2 on one connection: its streams, its windows, and what it does not put up with. Confined to its loop.
///
/// libnghttp2 does the framing and answers violations of the protocol. What it leaves to the application is here: how
/// often a client may reset streams or have them reset, ping, change settings or send nothing at all.
///
/// Beside this file: what the library tells of (`+Frames`), what streams ask for (`+Streams`), and time (`+Time`).
final class HTTP2Connection: ConnectionDriver {
    let connection: Connection
    /// nil when there was no memory for it. A `let`, so that the callbacks inside its calls find nothing accessed.
    let session: HTTP2Session?
    // What the library's callbacks change, several times for each request. Each access is one call to a value that calls
    // nobody back, so none can overlap another; the check at run time would cost 10 ns.
    /// The streams that are open.
    @exclusivity(unchecked)
    var streams = StreamList()
    /// The header that is arriving: blocks of several streams are never mixed (RFC 9113 §4.3).
    @exclusivity(unchecked)
    var header: HeaderCollector
    /// What is about to be sent, in memory that is the loop's.
    @exclusivity(unchecked)
    private var frames = FrameBuffer()
    @exclusivity(unchecked)
    var numbers = StreamNumbers()
    /// Streams that the client said something of before it has opened them: how urgent they are.
    @exclusivity(unchecked)
    var prioritized: Set<Int32> = []
    /// Streams that this side has reset: the client may not know yet, and what it sends for them is no mistake.
    var resetHere: Set<Int32> = []
    private(set) var isInputOver = false
    private var isFilling = false
    private(set) var isClosing = false
    /// GOAWAY was sent: for trouble, or because the server stops.
    var isLeaving = false
    /// Where the client is in what it sends.
    var progress = FrameProgress()
    /// Until when what it has begun must be complete.
    var headDeadline: UInt64?
    /// When the last frame was complete, or the last stream closed.
    var idleSince: UInt64
    /// When reading last went on that had stopped because the client takes nothing.
    private(set) var resumedAt: UInt64 = 0

    var resets: TokenBucket
    var pings: TokenBucket
    var settings: TokenBucket
    var priorities: TokenBucket
    var empties: TokenBucket

    init(on connection: Connection) {
        self.connection = connection
        let limits = connection.context.limits
        idleSince = connection.now
        headDeadline = connection.now + limits.headTimeout.clampedNanoseconds
        let bucket = TokenBucket(burst: limits.http2Burst, rate: limits.http2Rate, at: connection.now)
        header = HeaderCollector(sizeLimit: limits.headerBlock, countLimit: limits.headerFields)
        session = HTTP2Session(limits: limits, memory: connection.core.blocks)
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
            frames.removeAll()
            connection.core.giveBack(exchange(&frames, with: FrameBuffer()))
            isFilling = false
        }
        // A few rounds at most: the others of this loop have their turn too.
        for _ in 0..<8 {
            guard collect() else { return breakDown() }
            if frames.isEmpty { break }
            connection.write(frames)
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
            for stream in streams.all where stream.waitsForWindow { reset(stream.number, NGHTTP2_CANCEL) }
        }
        if session?.isOver ?? true || isInputOver && streams.isEmpty { close() }
    }

    func close() {
        guard !isClosing else { return }
        isClosing = true
        connection.closeWhenWritten()
    }

    /// Collects what the library has to send, as much as goes into one call.
    /// - Returns: false when the connection can't go on.
    private func collect() -> Bool {
        frames.begin(capacity: Connection.highWater + Self.frameSize)
        while frames.count < Connection.highWater {
            let before = frames.count
            guard let piece = session?.nextPiece() else { return false }
            frames.append(UnsafeRawBufferPointer(piece))
            if frames.count == before { break }
        }
        return true
    }

    /// Content whose turn it is, behind the header of its frame. The library goes on with the next by itself, all that the
    /// windows allow, unless it is told that this is enough for now.
    func send(_ count: Int, of stream: HTTP2Stream, after header: UnsafeBufferPointer<UInt8>) -> Bool {
        guard frames.count < Connection.highWater else { return false }
        frames.append(UnsafeRawBufferPointer(header))
        stream.appendLent(count, to: &frames)
        return true
    }

    /// As long as a frame gets here, with its header (RFC 9113 §4.2).
    private static let frameSize = 9 + 16 * 1024

    /// The library can't go on: it has said why, if it can still be said.
    private func breakDown() {
        context.census.count(.refused)
        _ = collect()
        if !frames.isEmpty { connection.write(frames) }
        close()
    }

    // MARK: The connection's end

    func inputEnded() {
        isInputOver = true
        // Finite responses are finished; whoever waits for more of a request, or goes on for ever, has lost its client.
        for stream in streams.all where stream.isUnbounded || !stream.isInputOver {
            stream.disconnect()
            session?.reset(stream.number, NGHTTP2_CANCEL)
        }
        connection.flushAtEndOfTurn()
    }

    func peerHalfClosed() {}

    func connectionClosed() {
        isClosing = true
        context.census.change(.http2, by: -1)
        let left = streams.all
        streams.removeAll()
        for stream in left {
            session?.setStream(nil, stream.number)
            release(stream)
        }
    }

    func stop() {
        guard !isLeaving else { return }
        isLeaving = true
        for stream in streams.all { stream.stop() }
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
    func calmDown(_ what: String) {
        guard !isLeaving || !isClosing else { return }
        isLeaving = true
        context.log(.warning, "closed an HTTP/2 connection: too many \(what)", connection.remoteAddress)
        session?.terminate(NGHTTP2_ENHANCE_YOUR_CALM)
        connection.flushAtEndOfTurn()
    }
}
