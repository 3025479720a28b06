import CLinux
import Glibc

/// One accepted socket: reads, writes, deadlines and the way it closes. What the bytes mean is its driver's business.
/// Confined to its loop.
final class Connection {
    let descriptor: Int32
    let remoteAddress: SocketAddress
    let name: ConnectionName
    /// Which forgets the connection when it closes, so this keeps nothing for ever; it is asked many times for each request.
    let core: LoopCore
    let loop: EventLoop

    /// HTTP/1.1 or HTTP/2, or what discards the rest while the connection closes.
    private(set) var driver: (any ConnectionDriver)?
    private(set) var interest: Poller.Interest = [.input, .peerClosed]
    private(set) var isClosed = false

    /// TLS, once the client has begun with it; without it bytes go to the socket as they are.
    private var secure: SecureSocket?
    // Held only while it sends, which changes nothing else here: not checked for at run time, since that costs 63 instructions
    // for each look (callgrind), two or three times a response.
    @exclusivity(unchecked)
    private var output = OutputQueue()
    private var isFlushPlanned = false
    private var closesWhenWritten = false

    /// When the driver wants to be told that time is up, on the loop's clock.
    var deadline = UInt64.max { didSet { armTimer() } }
    /// When output that makes no progress is given up.
    private var writeDeadline = UInt64.max { didSet { armTimer() } }
    /// How long output may make no progress, in nanoseconds; nil while somebody else watches over that.
    var stallLimit: UInt64?
    private var armedAt = UInt64.max

    /// Output above this much waits for the socket before more is produced.
    static let highWater = 64 * 1024

    init(_ descriptor: Int32, from address: SocketAddress, name: ConnectionName, core: LoopCore, loop: EventLoop) {
        self.descriptor = descriptor
        remoteAddress = address
        self.name = name
        self.core = core
        self.loop = loop
        stallLimit = core.context.limits.writeStall.clampedNanoseconds
    }

    var context: ServerContext { core.context }
    var now: UInt64 { core.now }

    /// Starts with a handshake where TLS is spoken, otherwise with HTTP/1.1, which knows the preface of HTTP/2 when it sees
    /// one.
    func begin() {
        if let identity = core.identity { driver = Handshake(self, identity) } else { driver = HTTP1Connection(self) }
    }

    /// Has another driver go on.
    func handOver(to driver: any ConnectionDriver) { self.driver = driver }

    // MARK: Readiness

    func becameReady(_ readiness: Poller.Interest) {
        if !readiness.isDisjoint(with: [.error, .hangUp]) { return lose() }
        if readiness.contains(.output) { flush() }
        if readiness.contains(.input), !isClosed { read() }
        if readiness.contains(.peerClosed), !isClosed {
            setInterest(interest.subtracting(.peerClosed))
            driver?.peerHalfClosed()
        }
    }

    private func read() {
        switch Socket.receive(descriptor, into: core.readBuffer) {
        case .done(let count):
            // There may be more, which nothing would report any more; others have their turn first.
            defer { if count == core.readBuffer.count, readsInput, !isClosed { core.changeInterest(of: self) } }
            let bytes = UnsafeRawBufferPointer(rebasing: core.readBuffer[..<count])
            if let secure { return decrypt(bytes, secure) }
            driver?.receive(bytes.bindMemory(to: UInt8.self).span)
        case .ended: endInput()
        case .wouldBlock: break
        case .failed: lose()
        }
    }

    /// Edge-triggered, with two exceptions. A connection that waits for room: what it writes next may be little, and not run
    /// into the end of the room again. And one whose peer's end was told: nothing happens any more, though there may be
    /// something left to read.
    var trigger: Poller.Trigger { interest.contains(.output) || !interest.contains(.peerClosed) ? .level : .edge }

    private func endInput() {
        setInterest(interest.subtracting([.input, .peerClosed]))
        driver?.inputEnded()
    }

    /// Whether the kernel's buffer is read as it fills. Off, the peer's window closes by and by.
    var readsInput: Bool {
        get { interest.contains(.input) }
        set { setInterest(newValue ? interest.union(.input) : interest.subtracting(.input)) }
    }

    private func setInterest(_ wanted: Poller.Interest) {
        guard wanted != interest, !isClosed else { return }
        interest = wanted
        core.changeInterest(of: self)
    }

    // MARK: TLS

    /// Whether what is said here is encrypted.
    var isSecure: Bool { secure != nil }

    /// The client has begun with TLS: from now on everything goes through it, these first bytes included.
    func beginTLS(_ secure: SecureSocket, _ bytes: UnsafeRawBufferPointer) {
        self.secure = secure
        decrypt(bytes, secure)
    }

    /// Hands on what is in some bytes off the wire, and sends what TLS itself has to say to them.
    private func decrypt(_ bytes: UnsafeRawBufferPointer, _ secure: SecureSocket) {
        secure.session.receive(bytes)
        while !isClosed, self.secure != nil {
            let reading = secure.session.read(into: core.plainBuffer)
            if secure.session.isEstablished, let handshake = driver as? Handshake { handshake.complete(secure.session) }
            switch reading {
            case .content(let count):
                let content = UnsafeRawBufferPointer(rebasing: core.plainBuffer[..<count])
                driver?.receive(content.bindMemory(to: UInt8.self).span)
                continue
            case .needsMore: break
            case .ended: endInput()
            case .failed(let reason): return fail(reason, secure)
            }
            break
        }
        if !isClosed, secure.unsentCount > 0 { sendOutput() }
    }

    /// TLS can't go on. It has said why, if the peer wants to know.
    private func fail(_ reason: String, _ secure: SecureSocket) {
        _ = secure.flush()
        guard driver is Handshake else { return lose() }
        context.census.count(.failedHandshake)
        context.log(.info, "a TLS handshake failed: \(reason)", remoteAddress)
        closeWhenWritten()
    }

    // MARK: Writing

    /// How many bytes wait for the socket.
    var outputCount: Int { output.count + (secure?.unsentCount ?? 0) }

    /// Sends what some buffers hold, as far as it goes.
    private func transmit(_ vectors: UnsafeMutableBufferPointer<iovec>) -> Socket.Outcome {
        secure?.send(vectors, using: &core.cipherText) ?? Socket.send(descriptor, vectors)
    }

    /// Whether the socket takes no more at the moment.
    var isBlocked: Bool { interest.contains(.output) }

    /// Sends the head that was put together in the loop's scratch space, and a body, in one call if the socket takes
    /// it; keeps what it does not take.
    func writeScratch(body: ArraySlice<UInt8> = []) {
        guard !isClosed else { return }
        let head = core.scratch.bytes
        var sent = 0
        if outputCount == 0 {
            let outcome = head.withUnsafeBytes { head in
                body.withUnsafeBytes { body in
                    Socket.withVectors(head, body, UnsafeRawBufferPointer(start: nil, count: 0), transmit)
                }
            }
            guard let count = account(outcome) else { return }
            sent = count
        }
        if sent < head.count { output.append(head[sent...]) }
        if sent < head.count + body.count { output.append(body.dropFirst(max(0, sent - head.count))) }
        settle()
    }

    /// Sends bytes, or keeps them for when the socket takes them. The driver is not called back.
    func write(_ bytes: ArraySlice<UInt8>) {
        guard !isClosed else { return }
        output.append(bytes)
        if output.count == bytes.count { sendOutput() } else { settle() }
    }

    /// Sends frames, in memory that is used again: of what the socket does not take now, a copy is kept.
    func write(_ frames: FrameBuffer) {
        guard !isClosed else { return }
        var sent = 0
        if outputCount == 0 {
            guard let count = account(frames.withVectors(transmit)) else { return }
            sent = count
        }
        if sent < frames.count { for piece in frames.rest(after: sent) { output.append(piece) } }
        settle()
    }

    /// Keeps bytes for when the socket is ready again.
    func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isClosed else { return }
        output.append(bytes)
        settle()
    }

    /// Keeps bytes for the end of this turn.
    func writeLater(_ bytes: ArraySlice<UInt8>) {
        guard !isClosed else { return }
        output.append(bytes)
        flushAtEndOfTurn()
    }

    /// Has ``flush()`` called once, when this turn's work is done.
    func flushAtEndOfTurn() {
        guard !isFlushPlanned, !isClosed else { return }
        isFlushPlanned = true
        core.flushLater(self)
    }

    /// Sends a window of memory that is not copied: the caller keeps track of what was taken.
    /// - Returns: how many bytes of the three parts were taken; nil when the connection is lost.
    func sendWindow(_ prefix: UnsafeRawBufferPointer, _ window: UnsafeRawBufferPointer, _ suffix: UnsafeRawBufferPointer) -> Int? {
        let outcome = Socket.withVectors(prefix, window, suffix, transmit)
        return taken(outcome, of: prefix.count + window.count + suffix.count)
    }

    /// The same for a window that lies in one piece with what is around it.
    func sendWindow(_ whole: UnsafeRawBufferPointer) -> Int? {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        guard secure == nil else { return sendWindow(none, whole, none) }
        return taken(Socket.send(descriptor, whole), of: whole.count)
    }

    private func taken(_ outcome: Socket.Outcome, of total: Int) -> Int? {
        guard let count = account(outcome) else { return nil }
        if count < total || outputCount > 0 { setInterest(interest.union(.output)) }
        return count
    }

    /// Sends what waits; then the driver may produce more.
    func flush() {
        isFlushPlanned = false
        sendOutput()
        if outputCount < Self.highWater, !isClosed, !closesWhenWritten { driver?.outputDrained() }
    }

    private func sendOutput() {
        guard !isClosed else { return }
        if let secure, secure.unsentCount > 0, account(secure.flush()) == nil { return }
        while !output.isEmpty {
            let before = output.count
            guard account(output.send(transmit)) != nil else { return }
            if output.count == before { break }
        }
        settle()
    }

    /// - Returns: how much was sent; nil when the connection is lost.
    private func account(_ outcome: Socket.Outcome) -> Int? {
        switch outcome {
        case .done(let count):
            if count > 0, let stallLimit { writeDeadline = now + stallLimit }
            return count
        case .wouldBlock, .ended: return 0
        case .failed:
            lose()
            return nil
        }
    }

    private func settle() {
        guard !isClosed else { return }
        if outputCount == 0 {
            writeDeadline = .max
            setInterest(interest.subtracting(.output))
            if closesWhenWritten { linger() }
        } else {
            if writeDeadline == .max, let stallLimit { writeDeadline = now + stallLimit }
            setInterest(interest.union(.output))
        }
    }

    /// Tunes the socket for a response without end: the kernel keeps little that is not sent yet, so that what piles up
    /// does so in the log, where it costs nothing; and gives a peer up that acknowledges nothing any more.
    func prepareForStream() {
        Socket.set(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, to: 32 * 1024)
        Socket.set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: context.limits.userTimeout)
    }

    // MARK: Time

    private func armTimer() {
        let next = min(deadline, writeDeadline)
        guard next < armedAt, !isClosed else { return }
        armedAt = next
        core.insertTimer(for: name, at: next)
    }

    /// Looks at what is due. Deadlines are mostly postponed, so the timer comes too early as a rule and is set again.
    func timerFired(at time: UInt64) {
        guard time == armedAt else { return }
        armedAt = .max
        if now >= writeDeadline {
            context.log(.info, "closed a connection that read nothing for too long", remoteAddress)
            return lose()
        }
        if now >= deadline {
            deadline = .max
            driver?.deadlinePassed()
        }
        if !isClosed { armTimer() }
    }

    // MARK: Closing

    /// Closes in order once everything is written: our half first, and the rest of what the peer sends is read and
    /// thrown away, for closing over unread bytes would reset the connection and destroy the answer on its way.
    func closeWhenWritten() {
        guard !isClosed, !closesWhenWritten else { return }
        closesWhenWritten = true
        deadline = .max
        if outputCount == 0 { linger() } else { readsInput = false }
    }

    private func linger() {
        secure?.end()
        secure = nil
        shutdown(descriptor, Int32(SHUT_WR))
        closesWhenWritten = false
        let finished = driver
        driver = nil
        finished?.connectionClosed()
        if finished?.isInputOver ?? true { return close() }
        driver = Lingering(self)
        readsInput = true
    }

    /// The server stops.
    func stop() { driver?.stop() }

    /// Gives everything up: the peer is gone, or is to be.
    func lose() {
        guard !isClosed else { return }
        close()
    }

    /// Closes at once. Whatever hangs on the connection's exchanges is disposed first, then the descriptor goes.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        driver?.connectionClosed()
        driver = nil
        output.removeAll()
        secure = nil
        core.forget(self)
        _ = Glibc.close(descriptor)
    }
}
