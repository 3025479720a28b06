import Glibc
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("A server under TLS")
struct TLSServerTests {
    private static let hello: Handler = { request in
        .just(Response(text: "\(request.head.scheme) \(request.path)\n"))
    }

    private static func server(
        limits: Limits = Limits(), handler: @escaping Handler = hello, _ body: @escaping @Sendable (TestServer) throws -> Void
    ) async throws {
        try await TestServer.run(limits: limits, identity: TestCertificates.identity(), handler: handler, body)
    }

    @Test("answers, and says when it closes")
    func answers() async throws {
        try await Self.server { server in
            let client = try TestTLSClient(server.port)
            try client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.read(until: "https /a\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
            try client.send("GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try client.read(until: "https /b\n").contains("Connection: close"))
            #expect(try client.readToEnd() == "", "close_notify comes before the end")
            #expect(server.server.statistics.fullHandshakes == 1)
        }
    }

    @Test("a large response comes whole to a client that reads slowly")
    func large() async throws {
        let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 17 &+ $0 >> 8) }
        let handler: Handler = { _ in .just(Response(.ok, body: .bytes(bytes))) }
        try await Self.server(handler: handler) { server in
            let client = try TestTLSClient(server.port, receiveBuffer: 4096)
            try client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = try client.read(until: "\r\n\r\n")
            #expect(try client.readBytesToEnd() == bytes)
        }
    }

    @Test("a request's content comes whole")
    func content() async throws {
        let handler: Handler = { request in
            request.body.collect().map { Response(text: "\($0.count) \($0.reduce(0) { $0 &+ Int($1) })\n") }
        }
        try await Self.server(handler: handler) { server in
            let content = String(repeating: "x", count: 300_000)
            let client = try TestTLSClient(server.port)
            try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n" + content)
            #expect(try client.readToEnd().hasSuffix("300000 \(300_000 * 120)\n"))
        }
    }

    @Test(
        "a client that left out the s of https is told so, and the connection closes",
        arguments: ["GET / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])
    func inTheClear(request: String) async throws {
        try await Self.server { server in
            let client = try server.connect()
            client.send(request)
            let answer = try client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.contains("https://"))
        }
    }

    @Test(
        "a handshake that is never finished is cut off when a header would be",
        arguments: [[], [0x16], [0x16, 3, 1, 0, 200, 1]] as [[UInt8]])
    func unfinished(beginning: [UInt8]) async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(200)
        try await Self.server(limits: limits) { server in
            let client = try server.connect()
            client.send(bytes: beginning)
            #expect(try client.readToEnd() == "")
            #expect(server.eventually { server.server.statistics.connections == 0 })
            #expect(server.server.statistics.failedHandshakes == (beginning.isEmpty ? 0 : 1))
        }
    }

    @Test("a client that goes away without a word ends what it asked for")
    func disconnect() async throws {
        let begun = Lock(false)
        let disposed = Lock(false)
        let handler: Handler = { request in
            request.lifetime.observeEnded { disposed.withLock { $0 = true } }
            begun.withLock { $0 = true }
            return .never()
        }
        try await Self.server(handler: handler) { server in
            let client = try TestTLSClient(server.port)
            try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            // A reset that overtakes the request takes it away with it.
            #expect(server.eventually { begun.withLock { $0 } })
            client.reset()
            #expect(server.eventually { disposed.withLock { $0 } })
            #expect(server.eventually { server.server.statistics.connections == 0 })
        }
    }

    @Test("new connections see a new certificate, those that are there go on")
    func replaced() async throws {
        try await Self.server { server in
            let old = try TestTLSClient(server.port)
            try old.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try old.read(until: "https /1\n")
            #expect(old.session.peerName == "/CN=first")

            server.server.use(try TestCertificates.identity("second"))
            #expect(server.eventually { (try? TestTLSClient(server.port).session.peerName) == "/CN=second" })
            try old.send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try old.read(until: "https /2\n")
        }
    }
}
