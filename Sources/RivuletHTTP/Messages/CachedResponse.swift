import Rivulet

/// A response that is put together once and sent to many, for content that has an entity tag: the fields and the content
/// of every answer are the same shared buffers, and so is what a client is told that has it already.
public struct CachedResponse: Sendable {
    private final class Parts: Sendable {
        let whole: Answer
        let notModified: Answer
        let tag: EntityTag
        let lastModified: HTTPDate?

        init(whole: Answer, notModified: Answer, _ tag: EntityTag, _ lastModified: HTTPDate?) {
            self.whole = whole
            self.notModified = notModified
            self.tag = tag
            self.lastModified = lastModified
        }
    }

    private let parts: Parts

    /// The response to a request without conditions.
    public var response: Response { parts.whole.response() }
    /// The version of the content.
    public var tag: EntityTag { parts.tag }

    /// A response with an `ETag`.
    /// - Parameters:
    ///   - status: its status.
    ///   - fields: its fields; the tag is added.
    ///   - body: its content.
    ///   - tag: the version of the content.
    public init(_ status: Status = .ok, fields: Fields = Fields(), body: ResponseBody, tag: EntityTag) {
        self.init(status, fields: fields, body: body, tag: tag, lastModified: nil)
    }

    init(_ status: Status = .ok, fields: Fields, body: ResponseBody, tag: EntityTag, lastModified: HTTPDate?) {
        var fields = fields
        fields["ETag"] = tag.text
        if let lastModified { fields["Last-Modified"] = lastModified.text }
        parts = Parts(
            whole: Answer(Response(status, fields: fields, body: body).preparedForMany()),
            notModified: Answer(Response(.notModified, fields: fields.ofNotModified).preparedForMany()), tag, lastModified)
    }

    /// What to answer: the response, 304 to a client that has this version, or 412 to one that wanted another
    /// (RFC 9110 §13).
    public func answer(to head: RequestHead) -> Answer {
        guard head.fields.contains(prefix: "if-") else { return parts.whole }
        return switch Preconditions(head, tag: tag, lastModified: parts.lastModified) {
        case .proceed: parts.whole
        case .notModified: parts.notModified
        case .failed: Answer(Response(Problem(.preconditionFailed)))
        }
    }

    /// One of its responses, for a handler to return: as the sequence that the server wants of it, made once as well.
    public struct Answer: ResponseConvertible {
        private final class Parts: Sendable {
            let response: Response
            let answer: Observable<Response>

            init(_ response: Response) {
                self.response = response
                answer = .just(response)
            }
        }

        private let parts: Parts

        fileprivate init(_ response: Response) { parts = Parts(response) }

        public func response() -> Response { parts.response }

        public func answer() -> Observable<Response> { parts.answer }
    }
}

extension Response {
    /// This response with an entity tag; or 304 to a client that has this version, or 412 to one that wanted another
    /// (RFC 9110 §13). What is sent more than once is cheaper as a ``CachedResponse``.
    public func conditional(on tag: EntityTag, for head: RequestHead) -> Response {
        var response = self
        response.fields["ETag"] = tag.text
        guard head.fields.contains(prefix: "if-") else { return response }
        return switch Preconditions(head, tag: tag, lastModified: nil) {
        case .proceed: response
        case .notModified: Response(.notModified, fields: response.fields.ofNotModified)
        case .failed: Response(Problem(.preconditionFailed))
        }
    }
}

extension Fields {
    /// Those that a 304 repeats: what a cache may need to update what it has (RFC 9110 §15.4.5).
    fileprivate var ofNotModified: Fields {
        var result = Fields()
        for name in ["Cache-Control", "Content-Location", "ETag", "Expires", "Last-Modified", "Vary"] {
            for value in values(of: name) { result.append(name, value) }
        }
        return result
    }
}
