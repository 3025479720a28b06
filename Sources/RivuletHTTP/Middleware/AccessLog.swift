import Rivulet
import Synchronization

/// Tells somebody of every answer: for a log, or for metrics by route.
public struct AccessLog: Middleware {
    /// A request that was answered.
    public struct Entry: Sendable {
        /// The request, with the pattern of its route.
        public let request: Request
        /// The status of the response.
        public let status: Status
        /// From when the request reached this middleware until its response was there, not until it was sent.
        public let duration: Duration
        /// How long the content is, in bytes; nil when that is not known yet.
        public let length: Int?
    }

    private let record: @Sendable (Entry) -> Void

    /// - Parameter record: gets each entry when the response is there, on the thread it comes on, mostly an event loop's:
    ///   it must not block.
    public init(_ record: @escaping @Sendable (Entry) -> Void) {
        self.record = record
    }

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        let start = ContinuousClock.now
        let record = record
        let note: @Sendable (Status, Int?) -> Void = { status, length in
            record(Entry(request: request, status: status, duration: ContinuousClock.now - start, length: length))
        }
        let answer = next(request)
        if let response = answer.elementAtHand {
            note(response.status, response.body.length)
            return answer
        }
        return answer.noting(for: request, note)
    }
}

extension Observable<Response> {
    /// Tells of the answer that a client got to a request: this one, or the server's own if it came before this one. A client that
    /// has gone got none.
    func noting(for request: Request, _ note: @escaping @Sendable (Status, Int?) -> Void) -> Observable<Response> {
        self.do(
            onNext: { note($0.status, $0.body.length) }, onError: { note(($0 as? Problem)?.status ?? .internalServerError, nil) },
            onDispose: { if let status = request.exchange.statusInstead { note(status, nil) } })
    }
}
