import Rivulet

/// What a handler answers: a status, fields and a body.
///
/// `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are the server's business: it adds what the
/// connection and the body ask for, and drops what a handler put there under these names.
public struct Response: Sendable {
    /// Passed on by many hands before it is sent, so it is one reference, not five; what is changed is a new one.
    private final class Parts: Sendable {
        let status: Status
        let fields: Fields
        let body: ResponseBody
        let prepared: PreparedResponse?

        init(_ status: Status, _ fields: Fields, _ body: ResponseBody, _ prepared: PreparedResponse? = nil) {
            self.status = status
            self.fields = fields
            self.body = body
            self.prepared = prepared
        }
    }

    private var parts: Parts

    /// A response of these parts.
    public init(_ status: Status = .ok, fields: Fields = Fields(), body: ResponseBody = .empty) {
        parts = Parts(status, fields, body)
    }

    /// The status.
    public var status: Status {
        get { parts.status }
        set { parts = Parts(newValue, fields, body) }
    }

    /// The header fields.
    public var fields: Fields {
        get { parts.fields }
        set { parts = Parts(status, newValue, body) }
    }

    /// The content.
    public var body: ResponseBody {
        get { parts.body }
        set { parts = Parts(status, fields, newValue) }
    }

    /// What was worked out of it for all who get it; nil for a response that is made for one request, or was changed.
    var prepared: PreparedResponse? { parts.prepared }

    /// This response, for many: what every connection would work out is worked out now.
    func preparedForMany() -> Response {
        var response = self
        response.parts = Parts(status, fields, body, PreparedResponse(self))
        return response
    }

    /// A response with plain text.
    public init(_ status: Status = .ok, text: String) {
        self.init(status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }

    /// A response with JSON that is encoded already.
    public init(_ status: Status = .ok, json bytes: [UInt8]) {
        self.init(status, fields: ["Content-Type": "application/json"], body: .bytes(bytes))
    }
}

/// The content of a response.
public enum ResponseBody: Sendable {
    /// None.
    case empty
    /// Bytes that are there already. The array is shared, never copied: many responses may carry the same one.
    case bytes([UInt8])
    /// Bytes that are asked for as the connection can take them, `length` in all if that is known.
    case source(any ByteSource, length: Int?)
    /// A live stream of events.
    case events(EventStream)

    /// How long it is, in bytes; nil when that shows only at its end.
    var length: Int? {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .source(_, let length): length
        case .events: nil
        }
    }
}

extension Response {
    /// A problem as a response (RFC 9457 §3).
    public init(_ problem: Problem) {
        var fields = problem.fields
        fields["Content-Type"] = "application/problem+json"
        self.init(problem.status, fields: fields, body: .bytes(problem.encoded()))
    }
}

/// Something that a handler may return.
public protocol ResponseConvertible: Sendable {
    /// This as a response.
    /// - Throws: a ``Problem`` to be told the client; anything else becomes a 500 that tells nothing.
    func response() throws -> Response

    /// The same as a handler returns it: by default, a sequence of that one response.
    /// - Throws: as ``response()``.
    func answer() throws -> Observable<Response>
}

extension ResponseConvertible {
    public func answer() throws -> Observable<Response> { .just(try response()) }
}

extension Response: ResponseConvertible {
    public func response() -> Response { self }
}

extension Problem: ResponseConvertible {
    public func response() -> Response { Response(self) }
}

extension String: ResponseConvertible {
    /// Plain text.
    public func response() -> Response { Response(text: self) }
}
