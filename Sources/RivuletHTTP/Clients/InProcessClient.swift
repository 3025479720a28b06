import Rivulet

/// Asks a handler without a server and sockets, for tests: everything else is as it is there. The handler runs on an event
/// loop, in an exchange with a lifetime; the response's byte source is pulled on that loop.
///
///     let client = try InProcessClient(router.handler)
///     let answer = try await client.get("/articles?page=2")
///     #expect(answer.status == .ok)
///
/// Cancelling the task that waits is the client's going away.
public final class InProcessClient: Client {
    private let loop: EventLoop
    private let handler: Handler

    /// A client of a handler, with an event loop of its own.
    /// - Throws: ``ServerError/system(call:code:)`` when the system is out of descriptors or threads.
    public init(_ handler: @escaping Handler) throws(ServerError) {
        self.handler = handler
        loop = try EventLoop(index: 0, context: ServerContext(limits: Limits(), logger: { _, _, _ in }, handler: handler))
        try loop.start()
    }

    deinit { loop.stop {} }

    public func send(_ method: Method, _ target: String, fields: Fields = Fields(), body: [UInt8] = []) async throws -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let head = RequestHead(
            method: method, path: parts.first.map(String.init) ?? "", query: parts.count > 1 ? String(parts[1]) : nil,
            authority: fields["Host"] ?? "in-process", fields: fields)
        let call = InProcessCall(loop, isHead: method == .head)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                loop.execute { [handler] in call.begin(handler, head, body) { continuation.resume(with: $0) } }
            }
        } onCancel: {
            call.cancel()
        }
    }
}

/// One request of an ``InProcessClient``, and what becomes of it.
private final class InProcessCall: Sendable {
    private let loop: EventLoop
    private let host: LoopBound<InProcessHost>

    init(_ loop: EventLoop, isHead: Bool) {
        self.loop = loop
        host = LoopBound(InProcessHost(isHead: isHead), on: loop.thread)
    }

    /// On the loop.
    func begin(
        _ handler: Handler, _ head: RequestHead, _ body: [UInt8],
        _ completion: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) {
        let exchange = Exchange(loop: loop, remoteAddress: .none, version: head.version, host: host.value)
        guard host.value.begin(exchange, completion) else { return completion(.failure(CancellationError())) }
        exchange.run(handler, Request(head: head, body: body.isEmpty ? .empty : RequestBody(body), exchange: exchange))
    }

    func cancel() {
        loop.execute { [host] in host.value.finish(.failure(CancellationError())) }
    }
}

/// Takes the place of a connection. On the loop only.
private final class InProcessHost: ExchangeHost {
    private let isHead: Bool
    private var exchange: Exchange?
    private var completion: ((Result<Answer, any Error>) -> Void)?
    private var isOver = false
    private var response: Response?
    private var source: (any ByteSource)?
    private var content: [UInt8] = []

    init(isHead: Bool) {
        self.isHead = isHead
    }

    /// - Returns: false when it was cancelled already.
    func begin(_ exchange: Exchange, _ completion: @escaping (Result<Answer, any Error>) -> Void) -> Bool {
        if isOver { return false }
        (self.exchange, self.completion) = (exchange, completion)
        return true
    }

    func answer(_ response: Response) {
        guard !isOver, let exchange else { return }
        var response = response
        let hasContent = !isHead && !response.status.forbidsContent
        switch response.body {
        case .empty: response.setLength(0)
        case .bytes(let bytes):
            response.setLength(bytes.count)
            if hasContent { content = bytes }
        case .source(let source, let length):
            if let length { response.setLength(length) }
            if hasContent { self.source = source } else { source.stop() }
        case .events: break
        }
        self.response = response
        if let source { source.start(on: exchange.loop) { [weak exchange] in exchange?.wake() } }
        exchange.headWasWritten()
        if source == nil { complete() } else { pullBody() }
    }

    func wantBody() {}

    func pullBody() {
        while let source {
            switch source.pull(atMost: 64 * 1024) {
            case .bytes(let bytes): content += bytes
            case .later: return
            case .end: complete()
            case .failed(let error): finish(.failure(error))
            }
        }
    }

    private func complete() {
        guard let response else { return }
        finish(.success(Answer(status: response.status, fields: response.fields, body: content)))
    }

    func finish(_ result: Result<Answer, any Error>) {
        guard !isOver else { return }
        isOver = true
        source?.stop()
        source = nil
        exchange?.end()
        exchange = nil
        completion?(result)
        completion = nil
    }
}

extension Response {
    fileprivate mutating func setLength(_ length: Int) {
        if !status.forbidsContent { fields["Content-Length"] = String(length) }
    }
}
