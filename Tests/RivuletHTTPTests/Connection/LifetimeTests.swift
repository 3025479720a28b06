import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("The lifetime of an exchange, as its client goes")
struct LifetimeTests {
    /// What became of the exchanges of a server.
    private final class Fates: Sendable {
        let ended = Lock(0)
        let failures = Lock<[RequestBodyError]>([])

        var count: Int { ended.withLock { $0 } }

        func follow(_ request: Request) { request.lifetime.observeEnded { self.ended.withLock { $0 += 1 } } }
    }

    private static func stream(_ fates: Fates) -> Handler {
        { request in
            fates.follow(request)
            return .just(Response(body: .events(EventStream(channels: 1, replay: [EventFrame(Array("hello\n\n".utf8))]))))
        }
    }

    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("an event stream ends at once when its client closes, half-closes or resets, with nothing published")
    func streams() async throws {
        let fates = Fates()
        try await TestServer.run(handler: Self.stream(fates)) { test in
            let actions: [(TestClient) -> Void] = [{ $0.close() }, { $0.finish() }, { $0.reset() }]
            for (index, leave) in actions.enumerated() {
                let client = try test.connect()
                client.send(Self.get)
                _ = try client.read(until: "hello")
                #expect(test.server.statistics.eventStreams == 1)
                leave(client)
                #expect(test.eventually { fates.count == index + 1 && test.server.statistics.eventStreams == 0 })
            }
            #expect(test.eventually { test.server.statistics.connections == 0 })
        }
    }

    @Test("a finite response is finished for a client that has closed its half")
    func halfClosed() async throws {
        let fates = Fates()
        let answers = PublishSubject<Response>()
        let handler: Handler = { request in
            fates.follow(request)
            return answers.asObservable()
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send(Self.get)
            client.finish()
            #expect(test.eventually { answers.hasObservers })
            answers.onNext(Response(text: "late"))
            #expect(try client.readToEnd().hasSuffix("late"))
            #expect(fates.count == 1)
        }
    }

    @Test("a handler is disposed when its client resets the connection")
    func reset() async throws {
        let disposed = Lock(0)
        let began = Lock(0)
        let handler: Handler = { _ in
            .create { _ in
                began.withLock { $0 += 1 }
                return Disposables.create { disposed.withLock { $0 += 1 } }
            }
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send(Self.get)
            #expect(test.eventually { began.withLock { $0 } == 1 })
            client.reset()
            #expect(test.eventually { disposed.withLock { $0 } == 1 })
        }
    }

    @Test("a body that its client leaves unfinished fails, and never completes")
    func unfinishedBody() async throws {
        let outcome = Lock<[String]>([])
        let handler: Handler = { request in
            request.body.chunks.do(
                onNext: { chunk in outcome.withLock { $0.append(String(decoding: chunk, as: UTF8.self)) } },
                onError: { error in outcome.withLock { $0.append("\(error)") } },
                onCompleted: { outcome.withLock { $0.append("completed") } }
            ).map { _ in Response() }.filter { _ in false }
        }
        try await TestServer.run(handler: handler) { test in
            for leave: (TestClient) -> Void in [{ $0.finish() }, { $0.reset() }] {
                let client = try test.connect()
                client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhel")
                #expect(test.eventually { outcome.withLock { $0 } == ["hel"] })
                leave(client)
                #expect(test.eventually { outcome.withLock { $0 } == ["hel", "disconnected"] })
                outcome.withLock { $0 = [] }
            }
        }
    }

    @Test("what hangs on a lifetime is disposed when the response is complete")
    func completed() async throws {
        let fates = Fates()
        let handler: Handler = { request in
            fates.follow(request)
            return .just(Response(text: "x"))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            for number in 1...3 {
                client.send(Self.get)
                _ = try client.readResponse()
                #expect(test.eventually { fates.count == number })
            }
        }
    }

    @Test("a stopping server ends its streams in order, with a time to come back after")
    func stop() async throws {
        let fates = Fates()
        var configuration = Server.Configuration()
        configuration.port = 0
        configuration.loops = 2
        let server = Server(configuration: configuration, handler: Self.stream(fates))
        let port = try #require(try server.start().first).port
        let client = try await TestServer.onThread {
            let client = try TestClient(port: port)
            client.send(Self.get)
            _ = try client.read(until: "hello")
            return UncheckedBox(client)
        }
        await server.stop(grace: .seconds(5))
        #expect(fates.count == 1)
        let rest = try await TestServer.onThread { try client.value.readToEnd() }
        #expect(rest.contains("retry: "))
        #expect(rest.hasSuffix("0\r\n\r\n"))
        #expect(server.statistics.connections == 0)
    }

    /// Carries a client from one blocking step to the next; they follow each other.
    private struct UncheckedBox: @unchecked Sendable {
        let value: TestClient
        init(_ value: TestClient) { self.value = value }
    }
}
