import Rivulet

/// HTTP/1.1 on one connection: a request at a time, each answered before the next is looked at (RFC 9112 §9.3.2).
/// Confined to the connection's loop.
///
/// What is received goes through ``consume(_:)``, which takes heads and bodies off it as the exchange allows; what it
/// can't use yet is kept, at most ``Limits/readAhead`` bytes of it, and then the socket is not read any more.
///
/// Beside this file: the bodies of requests (`+Bodies`), responses (`+Responses`), event streams (`+Events`), and how it
/// all ends (`+End`).
final class HTTP1Connection: ConnectionDriver {
    let connection: Connection
    /// The exchange under way.
    // Only ever replaced as a whole: not checked for at run time, as in an HTTP2Stream.
    @exclusivity(unchecked)
    var current: HTTP1Exchange?
    /// Received and not used yet.
    var kept: [UInt8] = []
    /// How many of the kept bytes ``HeadParser`` has seen: without a line end among the new ones it need not look again.
    var seenCount = 0
    var isConsuming = false
    private var isFirstRequest = true
    var isClosing = false
    var isInputOver = false
    /// The peer has closed its half, though not everything it sent was received.
    var isHalfClosed = false

    private static let preface: StaticString = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    init(_ connection: Connection) {
        self.connection = connection
        // A stopping server waits for what was sent already, not for what may come.
        let patience = context.isStopping ? 500_000_000 : limits.headTimeout.clampedNanoseconds
        connection.deadline = connection.now + patience
        context.census.change(.http11, by: 1)
    }

    var context: ServerContext { connection.context }
    var limits: Limits { connection.context.limits }

    // MARK: Input

    func receive(_ bytes: Span<UInt8>) {
        if kept.isEmpty {
            let used = consume(bytes)
            if used < bytes.count { keep(bytes.extracting(used..<bytes.count)) }
        } else {
            keep(bytes)
            consumeKept()
        }
        settleInput()
    }

    private func keep(_ bytes: Span<UInt8>) {
        guard !connection.isClosed, !isClosing, connection.driver === self else { return }
        var all = exchange(&kept, with: [])
        all.append(contentsOf: [UInt8](bytes))
        kept = all
    }

    /// Goes on with what was kept.
    func consumeKept() {
        guard !isConsuming, !kept.isEmpty else { return }
        let bytes = kept
        kept = []
        let used = consume(bytes.span)
        if used < bytes.count, !connection.isClosed, !isClosing { kept = used == 0 ? bytes : Array(bytes[used...]) }
    }

    /// After anything that may have made room or ended something.
    func settleInput() {
        guard !connection.isClosed, !isClosing, connection.driver === self, !isConsuming else { return }
        if isInputOver {
            if current == nil, connection.outputCount < Connection.highWater { close() }
            return
        }
        connection.readsInput = kept.count < limits.readAhead
    }

    /// Takes off `bytes` what can be used now.
    /// - Returns: how many were used.
    private func consume(_ bytes: Span<UInt8>) -> Int {
        isConsuming = true
        defer { isConsuming = false }
        var position = 0
        while position < bytes.count, !connection.isClosed, !isClosing {
            if let current {
                guard current.takesBody else { break }
                consumeBody(of: current, bytes, &position)
            } else {
                // A client that sends requests and reads no answers waits.
                guard connection.outputCount < Connection.highWater else { break }
                guard consumeHead(bytes.extracting(position..<bytes.count), &position) else { break }
            }
        }
        return connection.driver === self ? position : bytes.count
    }

    // MARK: Heads

    /// - Returns: false when the head is not all there.
    private func consumeHead(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        if isFirstRequest, let isComplete = matchPreface(bytes) {
            guard isComplete else { return wait(bytes) }
            let session = HTTP2Connection(on: connection)
            context.census.change(.http11, by: -1)
            connection.handOver(to: session)
            session.receive(bytes)
            return false
        }
        // Looking again is for nothing without another line end, or much more.
        if seenCount > 0, bytes.count > seenCount, bytes.count - seenCount < 256,
            !(seenCount..<bytes.count).contains(where: { bytes[$0] == 0x0A })
        {
            return false
        }
        switch context.headParser.parse(bytes) {
        case .partial: return wait(bytes)
        case .refused(let refusal):
            refuse(refusal)
            return false
        case .complete(let parts):
            seenCount = 0
            isFirstRequest = false
            position += parts.count
            begin(parts, bytes)
            return true
        }
    }

    private func wait(_ bytes: Span<UInt8>) -> Bool {
        if seenCount == 0 { connection.deadline = connection.now + limits.headTimeout.clampedNanoseconds }
        seenCount = bytes.count
        return false
    }

    /// - Returns: whether the whole preface of HTTP/2 is there (RFC 9113 §3.4); nil when this is something else.
    private func matchPreface(_ bytes: Span<UInt8>) -> Bool? {
        let length = Self.preface.utf8CodeUnitCount
        for index in 0..<min(bytes.count, length) where bytes[index] != Self.preface.utf8Start[index] { return nil }
        return bytes.count >= length
    }

    private func begin(_ parts: HeadParser.Parts, _ bytes: Span<UInt8>) {
        do throws(Refusal) {
            let framing = try RequestFraming(parts.fields, in: bytes, version: parts.version)
            let method = Method(bytes, parts.method)
            guard method != .connect else { throw Refusal(.notImplemented, "this server makes no tunnels") }
            let target = try RequestTarget(parts.target, in: bytes, isOptions: method == .options)
            if case .length(let length) = framing.body, length > limits.bodySize {
                throw Refusal(.contentTooLarge, "the content is larger than \(limits.bodySize) bytes")
            }
            let head = RequestHead(parts, target, framing.host, method: method, isSecure: connection.isSecure, in: bytes)
            begin(head, framing)
        } catch {
            refuse(error)
        }
    }

    private func begin(_ head: RequestHead, _ framing: RequestFraming) {
        let exchange = Exchange(
            loop: connection.loop, remoteAddress: connection.remoteAddress, version: head.version, isSecure: connection.isSecure,
            host: self)
        let current = HTTP1Exchange(exchange, head, framing, patience: Patience(limits.bodyTimeout.clampedNanoseconds))
        self.current = current
        connection.deadline = connection.now + limits.handlerTimeout.clampedNanoseconds
        exchange.run(context.handler, Request(head: head, body: RequestBody(current.channel), exchange: exchange))
    }
}
