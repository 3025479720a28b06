import CNGHTTP2
import Rivulet

/// One request and its response on an HTTP/2 connection. Confined to the connection's loop.
final class HTTP2Stream {
    let number: Int32
    let http2: HTTP2Connection
    /// Where it is in the connection's list.
    var place = 0

    /// What the response still has to send.
    enum Output {
        case none
        case bytes([UInt8])
        case source(PulledContent)
        case events(EventCursor)
    }

    private(set) var exchange: Exchange?
    private(set) var channel: BodyChannel?
    // Changed while the library asks for content, which no other change can overlap: not checked for at run time, since that
    // costs 10 ns each time.
    @exclusivity(unchecked)
    var output = Output.none
    /// How many of the bytes are sent.
    @exclusivity(unchecked)
    var position = 0
    /// The response's header block, as long as the library may read it where it lies.
    var head: HTTP2Fields?
    private(set) var isInputOver = false
    private(set) var isHead = false
    /// The client has said itself how urgent it is (RFC 9218 §5, §7.1).
    var hasPriority = false
    var expectsContinue = false
    var hasAnswer = false
    private var isResponseOver = false
    private var receivedCount = 0
    /// Received, and the window not opened for it yet.
    var heldCount = 0
    /// How long somebody waits for the request's content.
    private var patience: Patience
    /// When something is to happen: the coming of the content, the handler's answer, or the client's taking of the response.
    var deadline: UInt64?

    init(_ number: Int32, on http2: HTTP2Connection) {
        self.number = number
        self.http2 = http2
        patience = Patience(http2.limits.bodyTimeout.clampedNanoseconds)
    }

    var connection: Connection { http2.connection }

    /// Whether the response may go on for ever.
    var isUnbounded: Bool {
        switch output {
        case .none, .bytes: false
        case .source(let content): content.isEndless
        case .events: true
        }
    }

    /// Whether there is content that the client does not take, rather than content that is not there yet.
    var waitsForWindow: Bool { hasAnswer && !isResponseOver && deadline != nil }

    // MARK: The request

    /// The header is complete, and accepted or not.
    func begin(_ finding: Result<HeaderCollector.Finding, Refusal>, hasBody: Bool) {
        isInputOver = !hasBody
        let exchange = Exchange(
            loop: connection.loop, remoteAddress: connection.remoteAddress, version: .http2, isSecure: connection.isSecure,
            host: self)
        self.exchange = exchange
        expect(within: http2.limits.handlerTimeout)
        do throws(Refusal) {
            let request = try finding.get()
            isHead = request.head.method == .head
            if request.hasPriority { hasPriority = true }
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
    func startWaiting() {
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
    func awaitProgress() { expect(within: http2.limits.writeStall) }

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
        case .source(let content): content.stop()
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
