import CNGHTTP2
import Rivulet

/// One request and its response on an HTTP/2 connection. Confined to the connection's loop.
final class HTTP2Stream {
    let number: Int32
    private let http2: HTTP2Connection

    /// What the response still has to send.
    private enum Output {
        case none
        case bytes([UInt8], position: Int)
        /// `left` is what was pulled and did not fit.
        case source(any ByteSource, remaining: Int?, left: ArraySlice<UInt8>)
        case events(EventCursor)
    }

    private var exchange: Exchange?
    private var channel: BodyChannel?
    private var output = Output.none
    private(set) var isInputOver = false
    private var isHead = false
    /// The client has said itself how urgent it is (RFC 9218 §5, §7.1).
    var hasPriority = false
    private var expectsContinue = false
    private var hasAnswer = false
    private var isResponseOver = false
    private var receivedCount = 0
    /// Received, and the window not opened for it yet.
    private var heldCount = 0
    /// How long somebody waits for the request's content.
    private var patience: Patience
    /// When something is to happen: the coming of the content, the handler's answer, or the client's taking of the response.
    private(set) var deadline: UInt64?

    init(_ number: Int32, on http2: HTTP2Connection) {
        self.number = number
        self.http2 = http2
        patience = Patience(http2.limits.bodyTimeout.clampedNanoseconds)
    }

    private var connection: Connection { http2.connection }

    /// Whether the response may go on for ever.
    var isUnbounded: Bool {
        switch output {
        case .none, .bytes: false
        case .source(let source, _, _): source.isEndless
        case .events: true
        }
    }

    /// Whether there is content that the client does not take, rather than content that is not there yet.
    var waitsForWindow: Bool { hasAnswer && !isResponseOver && deadline != nil }

    // MARK: The request

    /// The header is complete.
    func begin(_ header: HeaderCollector, hasBody: Bool) {
        isInputOver = !hasBody
        let exchange = Exchange(
            loop: connection.loop, remoteAddress: connection.remoteAddress, version: .http2, isSecure: connection.isSecure,
            host: self)
        self.exchange = exchange
        expect(within: http2.limits.handlerTimeout)
        do throws(Refusal) {
            let request = try header.finish()
            isHead = request.head.method == .head
            if request.head.fields.contains("Priority") { hasPriority = true }
            if hasBody {
                if let length = request.contentLength, length > http2.limits.bodySize { throw Self.tooLarge(http2.limits.bodySize) }
                channel = exchange.makeBodyChannel(length: request.contentLength)
                expectsContinue = request.expectsContinue
            }
            exchange.run(
                http2.context.handler, Request(head: request.head, body: RequestBody(channel), exchange: exchange))
        } catch {
            http2.context.census.count(.refused)
            exchange.answerInstead(http2.context.response(to: error))
        }
    }

    private static func tooLarge(_ limit: Int) -> Refusal {
        Refusal(.contentTooLarge, "the content is larger than \(limit) bytes")
    }

    func contentArrived(_ bytes: UnsafeBufferPointer<UInt8>) {
        receivedCount += bytes.count
        guard receivedCount <= http2.limits.bodySize else {
            if !hasAnswer { exchange?.answerInstead(http2.context.response(to: Self.tooLarge(http2.limits.bodySize))) }
            channel?.end(.failed(RequestBodyError.tooLarge(limit: http2.limits.bodySize)))
            return
        }
        // What nobody will read needs no window: the client stops by itself.
        guard !hasAnswer || channel != nil else { return }
        heldCount += bytes.count
        expectsContinue = false
        // Looked at before the piece goes out: its receiver may ask for the next at once.
        stopWaiting(bytes.count)
        channel?.supply(ArraySlice(bytes))
    }

    func bodyEnded() {
        isInputOver = true
        stopWaiting(0)
        channel?.end(.end)
    }

    // MARK: Time

    /// It is the client's turn: what is asked for must come, now and then at least.
    private func startWaiting() {
        guard !isInputOver, !hasAnswer, let end = patience.begin(at: connection.now) else { return }
        expect(by: end)
    }

    /// It is the handler's turn again.
    private func stopWaiting(_ count: Int) {
        guard patience.end(at: connection.now, count: count), !hasAnswer else { return }
        expect(within: http2.limits.handlerTimeout)
    }

    private func expect(within span: RxTimeInterval) { expect(by: connection.now + span.clampedNanoseconds) }

    private func expect(by time: UInt64) {
        deadline = time
        http2.expect(by: time)
    }

    func deadlinePassed() {
        deadline = nil
        guard hasAnswer else { return answerLate() }
        http2.context.log(.info, "reset a stream whose client took nothing for too long", connection.remoteAddress)
        http2.reset(number, NGHTTP2_CANCEL)
    }

    /// Answers for a handler that has not: because of the client, or of itself.
    private func answerLate() {
        guard patience.isWaiting else {
            http2.context.log(.warning, "a handler gave no answer in time", connection.remoteAddress)
            exchange?.answerInstead(http2.context.response(to: Refusal(.gatewayTimeout, "no answer in time")))
            return
        }
        guard http2.isReading else {
            patience = Patience(http2.limits.bodyTimeout.clampedNanoseconds)
            return startWaiting()
        }
        exchange?.answerInstead(http2.context.response(to: Refusal(.requestTimeout, "the content took too long to arrive")))
        channel?.end(.failed(RequestBodyError.disconnected))
    }

    /// As long as the client has something to take, it must take something now and then. An event stream's client is
    /// watched by the log.
    private func awaitProgress() { expect(within: http2.limits.writeStall) }

    // MARK: The end

    /// The last of the response is on its way.
    func responseEnded() {
        isResponseOver = true
        deadline = nil
        end()
    }

    /// The client has gone, or the connection.
    func disconnect() {
        if !isInputOver { channel?.end(.failed(RequestBodyError.disconnected)) }
        isInputOver = true
        end()
    }

    private func end() {
        switch output {
        case .source(let source, _, _): source.stop()
        case .events(let cursor): cursor.detach()
        case .none, .bytes: break
        }
        output = .none
        exchange?.end()
        exchange = nil
    }

    /// The server stops.
    func stop() {
        if case .events(let cursor) = output { cursor.stream.end(retry: http2.context.randomRetry()) }
    }
}

// MARK: - The response

extension HTTP2Stream: ExchangeHost {
    func wantBody() {
        if expectsContinue, !hasAnswer {
            expectsContinue = false
            http2.submitContinue(number)
        }
        // What was asked for may have come meanwhile: who has it and pauses is sent no more.
        guard channel?.isWanted != false else { return }
        startWaiting()
        guard heldCount > 0 else { return }
        http2.openWindow(number, heldCount)
        heldCount = 0
    }

    func answer(_ response: Response) {
        guard !hasAnswer, exchange != nil else { return }
        hasAnswer = true
        deadline = nil
        // Nobody waits for the end of something without end.
        if response.body.isUnbounded, !isHead, http2.isInputOver { return http2.reset(number, NGHTTP2_CANCEL) }
        let sendsBody = !isHead && !response.status.forbidsContent
        switch response.body {
        case .empty, .events: break
        case .bytes(let bytes): if sendsBody, !bytes.isEmpty { output = .bytes(bytes, position: 0) }
        case .source(let source, let length):
            if sendsBody { output = .source(source, remaining: length, left: []) } else { source.stop() }
        }
        let block = response.prepared?.block ?? HTTP2Fields(response, length: response.body.length)
        begin(response.body, block, sendsBody: sendsBody)
    }

    private func begin(_ body: ResponseBody, _ block: HTTP2Fields, sendsBody: Bool) {
        guard let exchange else { return }
        if sendsBody, case .events(let stream) = body {
            connection.prepareForStream()
            let cursor = connection.core.streams.attach(stream, to: self, lifetime: exchange.lifetime, on: connection)
            output = .events(cursor)
            if !hasPriority { http2.prioritize(number) }
            http2.submit(block, for: self, hasContent: true)
            exchange.headWasWritten()
            return cursor.socketIsReady()
        }
        var hasContent = false
        switch output {
        case .none, .events: break
        case .bytes:
            hasContent = true
            awaitProgress()
        case .source(let source, _, _):
            hasContent = true
            source.start(on: connection.loop) { [weak exchange] in exchange?.wake() }
            awaitProgress()
        }
        http2.submit(block, for: self, hasContent: hasContent)
        exchange.headWasWritten()
    }

    func pullBody() {
        if case .source = output { http2.resume(number) }
    }

    /// What the library gets when it asks for content.
    enum Read {
        case some(Int)
        /// So many bytes, not copied: the library calls for them with their frame, see ``appendLent(_:to:)``.
        case lent(Int, isLast: Bool)
        case later
        case last(Int)
        case failed
    }

    /// Gives the next bytes of the content.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        switch output {
        case .none: return .last(0)
        case .bytes(let bytes, let position):
            let count = min(buffer.count, bytes.count - position)
            let isLast = position + count == bytes.count
            if !isLast { awaitProgress() }
            return .lent(count, isLast: isLast)
        case .source(let source, let remaining, let left): return read(source, remaining, left, into: buffer)
        case .events(let cursor): return read(cursor, into: buffer)
        }
    }

    /// Puts bytes that were lent where they are sent from.
    func appendLent(_ count: Int, to frames: inout [UInt8]) {
        guard case .bytes(let bytes, let position) = output else { return }
        frames.append(contentsOf: bytes[position..<position + count])
        output = .bytes(bytes, position: position + count)
    }

    private func read(
        _ source: any ByteSource, _ remaining: Int?, _ left: ArraySlice<UInt8>, into buffer: UnsafeMutableRawBufferPointer
    ) -> Read {
        var bytes = left
        var isEnd = false
        if bytes.isEmpty {
            switch source.pull(atMost: min(buffer.count, remaining ?? .max)) {
            case .bytes(let pulled): bytes = pulled
            case .later:
                deadline = nil
                return .later
            case .end: isEnd = true
            case .failed(let error):
                http2.context.log(.error, "a body could not be read to its end: \(error)", connection.remoteAddress)
                return .failed
            }
        }
        if isEnd {
            if let remaining, remaining > 0 {
                http2.context.log(.error, "a body was shorter than its length said", connection.remoteAddress)
                return .failed
            }
            return .last(0)
        }
        let count = min(buffer.count, bytes.count)
        bytes.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
        let nowRemaining = remaining.map { $0 - count }
        output = .source(source, remaining: nowRemaining, left: bytes.dropFirst(count))
        if nowRemaining == 0 { return .last(count) }
        awaitProgress()
        return .some(count)
    }

    private func read(_ cursor: EventCursor, into buffer: UnsafeMutableRawBufferPointer) -> Read {
        var filled = 0
        while filled < buffer.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch cursor.nextPiece() {
            case .own(let frame, let offset):
                let count = frame.copy(from: offset, into: room)
                cursor.dropOwn(count)
                filled += count
            case .window(let window, _):
                let count = min(room.count, window.count)
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[..<count]))
                cursor.advance(by: count)
                filled += count
            case .nothing:
                if cursor.isEnding { return .last(filled) }
                if filled > 0 { return .some(filled) }
                cursor.wasDrained()
                return .later
            }
        }
        return .some(filled)
    }
}

extension HTTP2Stream: EventSink {
    /// The library asks for the bytes when the window has room; until it has taken all, the cursor counts as blocked.
    func writeEvents(_ cursor: EventCursor) -> EventSinkState {
        http2.resume(number)
        return .blocked
    }

    func endEvents(_ cursor: EventCursor) { http2.resume(number) }

    func cutOff(_ cursor: EventCursor) { http2.reset(number, NGHTTP2_CANCEL) }
}
