import Dispatch
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("The same answers with sockets and without")
struct ClientTests {
    enum Kind: CaseIterable { case inProcess, socket }

    /// Runs the same test against a handler through either client.
    private func with(_ kind: Kind, _ handler: @escaping Handler, _ body: (any Client) async throws -> Void) async throws {
        switch kind {
        case .inProcess: try await body(InProcessClient(handler))
        case .socket:
            var configuration = Server.Configuration()
            configuration.port = 0
            configuration.loops = 1
            let server = Server(configuration: configuration, handler: handler)
            let addresses = try server.start()
            do { try await body(SocketClient(try #require(addresses.first), patience: 60)) } catch {
                await server.stop(grace: .milliseconds(100))
                throw error
            }
            await server.stop(grace: .milliseconds(100))
        }
    }

    @Test("status, fields and content", arguments: Kind.allCases)
    func answers(kind: Kind) async throws {
        var router = Router()
        router.get("/hello/:name") { request in "Hello, \(try request.parameters.require("name"))" }
        router.post("/echo") { request in Response(body: .bytes(try await request.body.collect())) }
        router.delete("/one") { _ in Response(.noContent) }
        router.get("/pieces") { _ in Response(body: .source(Pieces(count: 50), length: nil)) }
        try await with(kind, router.handler) { client in
            let hello = try await client.get("/hello/a%2Fb")
            #expect(hello.status == .ok)
            #expect(hello.text == "Hello, a/b")
            #expect(hello.fields["Content-Length"] == "10")
            #expect(try await client.send(.post, "/echo", body: Array("content".utf8)).text == "content")
            #expect(try await client.send(.delete, "/one").status == .noContent)
            #expect(try await client.send(.head, "/hello/you").body.isEmpty)
            #expect(try await client.get("/pieces").text == (0..<50).map { "piece \($0)\n" }.joined())
            let refused = try await client.send(.post, "/hello/a", fields: ["X": "y"])
            #expect(refused.status == .methodNotAllowed)
            #expect(refused.fields["Allow"] == "GET, HEAD, OPTIONS")
        }
    }

    @Test("a task that is cancelled is a client that has gone", arguments: Kind.allCases)
    func cancelling(kind: Kind) async throws {
        let (started, begin) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let handler: Handler = { request in
            request.lifetime += Disposables.create { end.yield() }
            begin.yield()
            return .never()
        }
        try await with(kind, handler) { client in
            let call = Task { try await client.get("/") }
            for await _ in started { break }
            call.cancel()
            for await _ in ended { break }
            await #expect(throws: CancellationError.self) { try await call.value }
        }
    }

    @Test("what is no whole response is an error")
    func malformed() {
        let cases: [(String, SocketClient.Failure)] = [
            ("", .closedEarly), ("HTTP/1.1 200 OK\r\n", .closedEarly), ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na", .closedEarly),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", .closedEarly), ("SSH-2.0\r\n\r\n", .malformed),
        ]
        for (text, failure) in cases {
            #expect(throws: failure) { try Answer(Array(text.utf8), isHead: false) }
        }
    }
}

/// Lines that come one at a time.
private final class Pieces: ByteSource {
    private let state: Lock<(next: Int, count: Int)>

    init(count: Int) { state = Lock((0, count)) }

    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) {}

    func pull(atMost count: Int) -> Pulled {
        state.withLock { state in
            guard state.next < state.count else { return .end }
            defer { state.next += 1 }
            return .bytes(ArraySlice("piece \(state.next)\n".utf8))
        }
    }
}
