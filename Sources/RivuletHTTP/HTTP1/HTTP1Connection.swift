import Rivulet

/// HTTP/1.1 on one connection: a request at a time, each answered before the next is looked at (RFC 9112 §9.3.2).
/// Confined to the connection's loop.
///
/// What is received goes through ``consume(_:)``, which takes heads and bodies off it as the exchange allows; what it
/// can't use yet is kept, at most ``Limits/readAhead`` bytes of it, and then the socket is not read any more.
final class HTTP1Connection: ConnectionDriver {
    let connection: Connection
    /// The exchange under way.
    private var current: HTTP1Exchange?
    /// Received and not used yet.
    private var kept: [UInt8] = []
    /// How many of the kept bytes ``HeadParser`` has seen: without a line end among the new ones it need not look again.
    private var seenCount = 0
    private var isConsuming = false
    private var isFirstRequest = true
    private var isClosing = false
    private(set) var isInputOver = false
    /// The peer has closed its half, though not everything it sent was received.
    private var isHalfClosed = false

    private static let preface: StaticString = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    init(_ connection: Connection) {
        self.connection = connection
        // A stopping server waits for what was sent already, not for what may come.
        let patience = context.isStopping ? 500_000_000 : limits.headTimeout.clampedNanoseconds
        connection.deadline = connection.now + patience
        context.census.change(.http11, by: 1)
    }

    private var context: ServerContext { connection.context }
    private var limits: Limits { connection.context.limits }

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
        kept.reserveCapacity(kept.count + bytes.count)
        for index in bytes.indices { kept.append(bytes[index]) }
    }

    /// Goes on with what was kept.
    private func consumeKept() {
        guard !isConsuming, !kept.isEmpty else { return }
        let bytes = kept
        kept = []
        let used = consume(bytes.span)
        if used < bytes.count, !connection.isClosed, !isClosing { kept = used == 0 ? bytes : Array(bytes[used...]) }
    }

    /// After anything that may have made room or ended something.
    private func settleInput() {
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
            loop: connection.loop, remoteAddress: connection.remoteAddress, version: head.version, host: self)
        let current = HTTP1Exchange(exchange, head, framing)
        current.patience = limits.bodyTimeout.clampedNanoseconds
        self.current = current
        connection.deadline = connection.now + limits.handlerTimeout.clampedNanoseconds
        exchange.run(context.handler, Request(head: head, body: RequestBody(current.channel), exchange: exchange))
    }

    // MARK: Bodies of requests

    private func consumeBody(of current: HTTP1Exchange, _ bytes: Span<UInt8>, _ position: inout Int) {
        switch current.input.next(bytes, &position) {
        case .data(let range):
            current.receivedCount += range.count
            if current.receivedCount > limits.bodySize {
                return breakBody(
                    of: current, Refusal(.contentTooLarge, "the content is larger than \(limits.bodySize) bytes"),
                    .tooLarge(limit: limits.bodySize))
            }
            stopWaiting(for: current, range.count)
            guard !current.discardsBody else {
                current.discardedCount += range.count
                if current.discardedCount > limits.readAhead { return close() }
                if current.input.isOver { bodyEnded(current) }
                return
            }
            // Looked at before the piece goes out: its receiver may ask for the next at once.
            current.isBodyWanted = false
            let isLast = current.input.isOver
            current.channel?.supply(ArraySlice([UInt8](bytes.extracting(range))))
            if isLast { bodyEnded(current) }
        case .end: bodyEnded(current)
        case .needsMore: break
        case .refused(let refusal): breakBody(of: current, refusal, .malformed)
        }
    }

    /// A client that sends its body a byte now and then does not get for ever.
    private func startWaiting(for current: HTTP1Exchange) {
        guard current.waitsSince == nil, !current.hasAnswer else { return }
        current.waitsSince = connection.now
        connection.deadline = connection.now + current.patience
    }

    private func stopWaiting(for current: HTTP1Exchange, _ count: Int) {
        guard let since = current.waitsSince else { return }
        current.waitsSince = nil
        let waited = connection.now - since
        let left = current.patience > waited ? current.patience - waited : 0
        current.patience = min(left + UInt64(count) * 1_000_000, limits.bodyTimeout.clampedNanoseconds)
        if !current.hasAnswer { connection.deadline = connection.now + limits.handlerTimeout.clampedNanoseconds }
    }

    private func bodyEnded(_ current: HTTP1Exchange) {
        current.channel?.end(.end)
        if current.isResponseOver, self.current === current { next() }
    }

    /// The body can't be read to its end, so nothing that follows can be understood either.
    private func breakBody(of current: HTTP1Exchange, _ refusal: Refusal, _ error: RequestBodyError) {
        current.input = .broken
        current.keepsAlive = false
        if current.isResponseOver { return close() }
        current.exchange.answerInstead(context.response(to: refusal))
        current.channel?.end(.failed(error))
        // The answer had begun already: all that is left is to break it off.
        if self.current === current, !isClosing { connection.lose() }
    }

    // MARK: The connection's end

    func inputEnded() {
        isInputOver = true
        guard let current else {
            // Requests that wait only for room in the output are still answered.
            if connection.outputCount < Connection.highWater || kept.isEmpty { close() }
            return
        }
        if current.isUnbounded { return connection.close() }
        if kept.isEmpty {
            current.keepsAlive = false
            disconnectBody(of: current)
        }
    }

    /// The client went away inside its request's body: that is never an end of the body.
    private func disconnectBody(of current: HTTP1Exchange) {
        guard !current.input.isOver else { return }
        current.channel?.end(.failed(RequestBodyError.disconnected))
        connection.close()
    }

    func peerHalfClosed() {
        isHalfClosed = true
        guard let current else { return }
        if current.isUnbounded { return connection.close() }
        // While nothing is read, the end of the input is seen only here. What the kernel still holds may complete the
        // body; if it can't, the client is gone.
        if !connection.readsInput, case .length(let remaining) = current.input,
            Socket.unreadCount(connection.descriptor) + kept.count < remaining
        {
            disconnectBody(of: current)
        }
    }

    func deadlinePassed() {
        guard let current else {
            if kept.isEmpty { return connection.close() }
            return refuse(Refusal(.requestTimeout, "the request took too long to arrive"))
        }
        if current.isResponseOver { return close() }
        if current.hasAnswer { return }
        if current.waitsSince != nil {
            breakBody(of: current, Refusal(.requestTimeout, "the content took too long to arrive"), .disconnected)
        } else {
            current.keepsAlive = current.keepsAlive && current.input.isOver
            context.log(.warning, "a handler gave no answer in time", connection.remoteAddress)
            current.exchange.answerInstead(context.response(to: Refusal(.gatewayTimeout, "no answer in time")))
        }
    }

    func connectionClosed() {
        context.census.change(.http11, by: -1)
        isClosing = true
        kept = []
        guard let current else { return }
        self.current = nil
        if !current.input.isOver { current.channel?.end(.failed(RequestBodyError.disconnected)) }
        current.end()
    }

    func stop() {
        guard let current else { return close() }
        current.keepsAlive = false
        if let cursor = current.cursor { cursor.stream.end(retry: context.randomRetry()) }
    }

    /// Closes in order, once what is written is sent.
    private func close() {
        isClosing = true
        kept = []
        connection.closeWhenWritten()
    }

    /// Answers what could not be understood, and closes: where the next request would begin is unknown.
    private func refuse(_ refusal: Refusal) {
        let response = context.response(to: refusal)
        guard case .bytes(let body) = response.body else { return close() }
        connection.core.writeHead(response, length: body.count, keepsAlive: false, isHTTP10: false, isChunked: false)
        connection.writeScratch(body: body[...])
        context.census.count(.refused)
        close()
    }
}

// MARK: - Responses

extension HTTP1Connection: ExchangeHost {
    func wantBody() {
        guard let current, !current.input.isOver else { return }
        current.isBodyWanted = true
        startWaiting(for: current)
        if current.expectsContinue, !current.hasAnswer {
            current.expectsContinue = false
            if kept.isEmpty { connection.write(ArraySlice("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        }
        resume()
    }

    /// Goes on reading after something has changed; not from inside the reading itself, which goes on anyway.
    private func resume() {
        guard !isConsuming, !connection.isClosed, !isClosing else { return }
        consumeKept()
        if isInputOver, let current, !current.input.isOver, current.takesBody { return disconnectBody(of: current) }
        settleInput()
    }

    func answer(_ response: Response) {
        guard let current, !current.hasAnswer, !connection.isClosed else { return }
        current.hasAnswer = true
        connection.deadline = .max
        // Nobody waits for the end of something without end.
        if response.body.isUnbounded, !current.isHead, isHalfClosed || isInputOver { return connection.close() }
        decideWhatFollows(current)
        let sendsBody = !current.isHead && !response.status.forbidsContent
        switch response.body {
        case .empty: complete(response, with: [], current)
        case .bytes(let bytes): complete(response, with: bytes, current)
        case .source(let source, let length):
            let isChunked = length == nil && current.isHTTP11
            if length == nil, !current.isHTTP11 { current.keepsAlive = false }
            writeHead(response, length: length, current, isChunked: isChunked)
            guard sendsBody else {
                connection.writeScratch()
                current.exchange.headWasWritten()
                source.stop()
                return finish(current)
            }
            connection.writeLater(ArraySlice(connection.core.scratch.bytes))
            current.output = .source(source, remaining: length, isChunked: isChunked)
            let exchange = current.exchange
            source.start(on: connection.loop) { [weak exchange] in exchange?.wake() }
            exchange.headWasWritten()
            pullBody()
        case .events(let stream):
            if !current.isHTTP11 { current.keepsAlive = false }
            writeHead(response, length: nil, current, isChunked: current.isHTTP11)
            connection.writeScratch()
            guard sendsBody else {
                current.exchange.headWasWritten()
                return finish(current)
            }
            beginEvents(stream, current)
        }
        if !isConsuming { resume() }
    }

    /// Sends a response that is all there, in one call.
    private func complete(_ response: Response, with bytes: [UInt8], _ current: HTTP1Exchange) {
        writeHead(response, length: bytes.count, current)
        connection.writeScratch(body: current.isHead || response.status.forbidsContent ? [] : bytes[...])
        current.exchange.headWasWritten()
        finish(current)
    }

    /// Whether the connection can go on after this answer. A body that nobody has read is in the way: a small rest is
    /// read and thrown away, with a larger one the connection closes.
    private func decideWhatFollows(_ current: HTTP1Exchange) {
        if context.isStopping || isInputOver && kept.isEmpty { current.keepsAlive = false }
        if current.input.isOver { return }
        current.discardsBody = true
        guard case .length(let remaining) = current.input, remaining <= limits.readAhead, !current.expectsContinue else {
            if case .chunked = current.input, !current.expectsContinue { return }
            current.keepsAlive = false
            return
        }
    }

    private func writeHead(_ response: Response, length: Int?, _ current: HTTP1Exchange, isChunked: Bool = false) {
        connection.core.writeHead(
            response, length: length, keepsAlive: current.keepsAlive, isHTTP10: !current.isHTTP11, isChunked: isChunked)
    }

    func pullBody() {
        guard let current, case .source(let source, var remaining, let isChunked) = current.output, !current.isPulling else { return }
        current.isPulling = true
        defer { current.isPulling = false }
        while connection.outputCount < Connection.highWater, !connection.isClosed {
            switch source.pull(atMost: min(Connection.highWater, remaining ?? .max)) {
            case .bytes(let bytes):
                if let left = remaining { remaining = left - bytes.count }
                current.output = .source(source, remaining: remaining, isChunked: isChunked)
                writeBody(bytes, isChunked: isChunked)
                guard remaining == 0 else { continue }
                fallthrough
            case .end:
                if let remaining, remaining > 0 { return breakOff(current, "a body was shorter than its length said") }
                if isChunked { connection.writeLater(ArraySlice("0\r\n\r\n".utf8)) }
                source.stop()
                current.output = .none
                return finish(current)
            case .later: return connection.flushAtEndOfTurn()
            case .failed(let error): return breakOff(current, "a body could not be read to its end: \(error)")
            }
        }
    }

    private func writeBody(_ bytes: ArraySlice<UInt8>, isChunked: Bool) {
        guard isChunked else { return connection.writeLater(bytes) }
        var size = ByteBuilder()
        size.append(hexadecimal: bytes.count)
        size.append("\r\n")
        connection.writeLater(ArraySlice(size.bytes))
        connection.writeLater(bytes)
        connection.writeLater(ArraySlice("\r\n".utf8))
    }

    /// A response that has begun and can't be completed ends with its connection: a clean end would be a lie.
    private func breakOff(_ current: HTTP1Exchange, _ reason: String) {
        context.log(.error, reason, connection.remoteAddress)
        connection.lose()
    }

    func outputDrained() {
        if let cursor = current?.cursor { return cursor.socketIsReady() }
        pullBody()
        if current == nil || current?.takesBody == true { resume() }
    }

    /// The response is complete.
    private func finish(_ current: HTTP1Exchange) {
        current.isResponseOver = true
        current.end()
        if !current.keepsAlive {
            self.current = nil
            return close()
        }
        if current.input.isOver { next() } else { connection.deadline = connection.now + limits.headTimeout.clampedNanoseconds }
    }

    /// Makes ready for the next request.
    private func next() {
        current = nil
        seenCount = 0
        connection.deadline = connection.now + limits.idleTimeout.clampedNanoseconds
        if !isConsuming { resume() }
    }
}

// MARK: - Event streams

extension HTTP1Connection: EventSink {
    private func beginEvents(_ stream: EventStream, _ current: HTTP1Exchange) {
        current.keepsAlive = false
        connection.stallLimit = nil
        connection.prepareForStream()
        let exchange = current.exchange
        current.output = .events(isChunked: current.isHTTP11)
        current.cursor = connection.core.streams.attach(stream, to: self, lifetime: exchange.lifetime, on: connection)
        exchange.headWasWritten()
        current.cursor?.socketIsReady()
    }

    func writeEvents(_ cursor: EventCursor) -> EventSinkState {
        guard case .events(let isChunked) = current?.output else { return .blocked }
        return ChunkedEvents(isChunked: isChunked).write(cursor, to: connection)
    }

    func endEvents(_ cursor: EventCursor) {
        guard let current, case .events(let isChunked) = current.output else { return }
        // Before the write, which calls back when the connection has taken everything: the end is written once.
        current.output = .none
        if isChunked { connection.write(ArraySlice("0\r\n\r\n".utf8)) }
        finish(current)
    }

    func cutOff(_ cursor: EventCursor) { connection.lose() }
}
