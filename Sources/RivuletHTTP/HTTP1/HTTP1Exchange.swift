/// The state of one exchange on an HTTP/1.1 connection: how far its request is read and its response written.
final class HTTP1Exchange {
    /// How far the request's body is read.
    enum Input {
        case over
        case length(Int)
        case chunked(ChunkedDecoder)
        /// It broke the rules: nothing more can be read from this connection.
        case broken

        var isOver: Bool {
            switch self {
            case .over, .broken: true
            case .length, .chunked: false
            }
        }

        /// Takes the next piece.
        mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> ChunkedDecoder.Step {
            switch self {
            case .over, .broken: return .end
            case .length(let remaining):
                let count = min(remaining, bytes.count - position)
                self = count == remaining ? .over : .length(remaining - count)
                position += count
                return .data(position - count..<position)
            case .chunked(var decoder):
                let step = decoder.next(bytes, &position)
                self = step == .end ? .over : .chunked(decoder)
                return step
            }
        }
    }

    /// What the response still has to send.
    enum Output {
        case none
        case source(any ByteSource, remaining: Int?, isChunked: Bool)
        case events
    }

    let exchange: Exchange
    let isHead: Bool
    let isHTTP11: Bool
    /// The way of the body to its reader, when there is one.
    let channel: BodyChannel?
    var input: Input
    // Only ever replaced as a whole: not checked for at run time, as in an HTTP2Stream.
    @exclusivity(unchecked)
    var output = Output.none
    var cursor: EventCursor?
    var keepsAlive: Bool
    var expectsContinue: Bool
    var receivedCount = 0
    var discardedCount = 0
    /// Somebody waits for a piece of the body.
    var isBodyWanted = false
    /// … as long as this lasts.
    var patience: Patience
    /// The response is there, and the rest of the body is in the way of the next request.
    var discardsBody = false
    var hasAnswer = false
    var isResponseOver = false
    var isPulling = false

    init(_ exchange: Exchange, _ head: RequestHead, _ framing: RequestFraming, patience: Patience) {
        self.exchange = exchange
        self.patience = patience
        isHead = head.method == .head
        isHTTP11 = head.version == .http11
        keepsAlive = framing.keepsAlive
        expectsContinue = framing.expectsContinue && framing.hasBody
        switch framing.body {
        case .none:
            input = .over
            channel = nil
        case .length(let length):
            input = .length(length)
            channel = exchange.makeBodyChannel(length: length)
        case .chunked:
            input = .chunked(ChunkedDecoder())
            channel = exchange.makeBodyChannel(length: nil)
        }
    }

    /// Whether a piece of the body can be used now.
    var takesBody: Bool { !input.isOver && (isBodyWanted || discardsBody) }

    /// Whether the response may go on for ever, so that a client that has closed its half counts as gone.
    var isUnbounded: Bool {
        switch output {
        case .none: false
        case .source(let source, _, _): source.isEndless
        case .events: true
        }
    }

    /// Ends everything that hangs on the exchange.
    func end() {
        switch output {
        case .none: break
        case .source(let source, _, _):
            source.stop()
            output = .none
        case .events: output = .none
        }
        if let cursor {
            cursor.detach()
            self.cursor = nil
        }
        exchange.end()
    }
}
