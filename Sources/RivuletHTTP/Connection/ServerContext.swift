import Synchronization

/// What all loops of a server share: what to do with a request, the limits, the counters, the log.
final class ServerContext: Sendable {
    let handler: Handler
    let limits: Limits
    /// Who the server is when it starts; nil without TLS.
    let identity: TLSIdentity?
    let headParser: HeadParser
    let census: Census
    private let stopping = Atomic<Bool>(false)
    private let logger: Server.Logger

    init(limits: Limits, identity: TLSIdentity? = nil, logger: @escaping Server.Logger, handler: @escaping Handler) {
        self.limits = limits
        self.identity = identity
        self.logger = logger
        self.handler = handler
        // The table of fields has 16 bits for a length, and a head lies in one buffer.
        headParser = HeadParser(
            lineLimit: min(limits.requestLine, 60 * 1024), blockLimit: min(limits.headerBlock, 60 * 1024),
            fieldLimit: limits.headerFields)
        census = Census(limits: limits)
    }

    /// Whether the server is on its way out: connections close after the response under way.
    var isStopping: Bool { stopping.load(ordering: .acquiring) }

    func beginStopping() { stopping.store(true, ordering: .releasing) }

    func log(_ level: Server.LogLevel, _ message: @autoclosure () -> String, _ address: SocketAddress? = nil) {
        logger(level, message(), address)
    }

    /// After how many milliseconds a client shall come back: spread, so that not all come at once.
    func randomRetry() -> Int { .random(in: 2_000...10_000) }

    // MARK: Responses of the server's own

    func response(to refusal: Refusal) -> Response {
        Response(Problem(refusal.status, detail: refusal.detail))
    }

    /// The response to a handler's error: what a ``Problem`` says, and nothing about anything else, which is logged.
    func response(to error: any Error) -> Response {
        if let problem = error as? Problem { return Response(problem) }
        switch error as? RequestBodyError {
        case .tooLarge(let limit): return response(to: Refusal(.contentTooLarge, "the content is larger than \(limit) bytes"))
        case .malformed: return response(to: Refusal(.badRequest, "malformed content"))
        // Nobody is there to read it, and nothing is wrong with the handler.
        case .disconnected: return Response(Problem(.badRequest))
        case .readTwice, nil: break
        }
        logger(.error, "a handler failed: \(error)", nil)
        return Response(Problem(.internalServerError))
    }

    func responseToSilence() -> Response {
        logger(.error, "a handler completed without a response", nil)
        return Response(Problem(.internalServerError))
    }
}
