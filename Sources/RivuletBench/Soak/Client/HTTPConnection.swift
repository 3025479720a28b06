import Glibc

/// Requests one after the other over one connection, each waited for. Belongs to one thread at a time.
final class HTTPConnection {
    struct Response {
        let status: Int
        let body: String
    }

    private let endpoint: Endpoint
    private var descriptor: Int32?

    /// Connects when it is first needed, and again when the connection is gone.
    init(to endpoint: Endpoint) { self.endpoint = endpoint }

    deinit { disconnect() }

    func request(_ method: String, _ target: String, _ body: String = "") throws(ClientError) -> Response {
        do {
            return try attempt(method, target, body)
        } catch {
            disconnect()
            throw error
        }
    }

    func disconnect() {
        if let descriptor { close(descriptor) }
        descriptor = nil
    }

    private func attempt(_ method: String, _ target: String, _ body: String) throws(ClientError) -> Response {
        let descriptor: Int32
        if let open = self.descriptor { descriptor = open } else { descriptor = try connect() }
        let text =
            "\(method) \(target) HTTP/1.1\r\nHost: \(endpoint.host):\(endpoint.port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        guard send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else { throw ClientError("send") }
        var received: [UInt8] = []
        while true {
            if let response = try Self.response(in: received) { return response }
            received += try receive(descriptor)
        }
    }

    private func connect() throws(ClientError) -> Int32 {
        let descriptor = try endpoint.connect()
        var time = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        self.descriptor = descriptor
        return descriptor
    }

    private func receive(_ descriptor: Int32) throws(ClientError) -> [UInt8] {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
            count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            initialized = max(0, count)
        }
        if count == 0 { throw ClientError(saying: "the server has closed the connection") }
        if count < 0 { throw ClientError("recv") }
        return bytes
    }

    /// The response, once all of it is there. Ours have a `Content-Length`, or no body.
    private static func response(in bytes: [UInt8]) throws(ClientError) -> Response? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound]
        guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw ClientError(saying: "\(head.prefix(80)) is no response")
        }
        let length = head.firstMatch(of: #/(?i)\r\ncontent-length: *([0-9]+)/#).flatMap { Int($0.output.1) } ?? 0
        let body = text[end.upperBound...]
        return body.utf8.count < length ? nil : Response(status: status, body: String(body))
    }
}
