/// Sends requests, for tests: the same test can ask a handler directly (``InProcessClient``) and through sockets
/// (``SocketClient``).
public protocol Client: Sendable {
    /// Sends a request, and waits for the whole response.
    /// - Parameters:
    ///   - method: what is to be done.
    ///   - target: the path and the query, percent-encoded.
    ///   - fields: the header fields; `Host` becomes the authority.
    ///   - body: the content.
    /// - Throws: what kept the response from being complete, or `CancellationError`.
    func send(_ method: Method, _ target: String, fields: Fields, body: [UInt8]) async throws -> Answer
}

/// A response with all its content.
public struct Answer: Sendable {
    /// The status.
    public let status: Status
    /// The fields, with the `Content-Length` that the server adds.
    public let fields: Fields
    /// The content.
    public let body: [UInt8]

    /// The content as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension Client {
    /// Sends a GET.
    /// - Throws: see ``send(_:_:fields:body:)``.
    public func get(_ target: String, fields: Fields = Fields()) async throws -> Answer {
        try await send(.get, target, fields: fields, body: [])
    }

    /// Sends a request without content.
    /// - Throws: see ``send(_:_:fields:body:)``.
    public func send(_ method: Method, _ target: String, fields: Fields = Fields()) async throws -> Answer {
        try await send(method, target, fields: fields, body: [])
    }

    /// Sends a request with content.
    /// - Throws: see ``send(_:_:fields:body:)``.
    public func send(_ method: Method, _ target: String, body: [UInt8]) async throws -> Answer {
        try await send(method, target, fields: Fields(), body: body)
    }
}
