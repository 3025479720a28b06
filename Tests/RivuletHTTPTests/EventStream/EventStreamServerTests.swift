import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("Event streams, on real sockets")
struct EventStreamServerTests {
    private static func handler(after: UInt64 = 0, channels: UInt64 = 1) -> Handler {
        { _ in
            .just(Response(body: .events(EventStream(channels: channels, replay: [EventFrame(Array("<hello>".utf8))], after: after))))
        }
    }

    private static func open(_ test: TestServer, receiveBuffer: Int32? = nil) throws -> TestClient {
        let client = try TestClient(port: test.port, receiveBuffer: receiveBuffer)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try client.read(until: "<hello>\r\n")
        return client
    }

    /// The content of the chunks in a text.
    private static func content(_ chunks: String) -> String {
        chunks.split(separator: "\r\n").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }.joined()
    }

    private static func publish(_ numbers: ClosedRange<UInt64>, channel: UInt64 = 1, to test: TestServer) {
        for number in numbers { test.server.broadcast.publish(EventFrame(Array("<\(number)>".utf8)), channel: channel, sequence: number) }
    }

    @Test("every stream of every loop gets every event of its channel, in order, and no other")
    func everyone() async throws {
        try await TestServer.run(loops: 2, handler: Self.handler()) { test in
            let clients = try (0..<5).map { _ in try Self.open(test) }
            Self.publish(1...1000, to: test)
            Self.publish(1001...1001, channel: 2, to: test)
            Self.publish(1002...1002, to: test)
            let expected = ((1...1000).map { "<\($0)>" } + ["<1002>"]).joined()
            for client in clients {
                let received = try client.read(until: "<1002>")
                #expect(Self.content(received) == expected)
            }
        }
    }

    @Test("a replay and what follows it have no seam, whether the loop is behind or ahead", arguments: [1, 3, 5] as [UInt64])
    func seam(after: UInt64) async throws {
        try await TestServer.run(handler: Self.handler(after: after)) { test in
            Self.publish(1...3, to: test)
            let client = try test.connect()
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.read(until: "<hello>")
            Self.publish(4...7, to: test)
            let rest = try client.read(until: "<7>")
            let numbers = rest.split(separator: "<").compactMap { UInt64($0.prefix { $0.isNumber }) }
            #expect(numbers == Array(after + 1...7))
        }
    }

    @Test("a stream that comes when all others have left gets its own channel's events, and none from before")
    func afterTheLast() async throws {
        let handler: Handler = { request in
            let channel = UInt64(request.path.dropFirst()) ?? 0
            let known = UInt64(request.head.query ?? "") ?? 0
            return .just(Response(body: .events(EventStream(channels: channel, replay: [EventFrame(Array("<hello>".utf8))], after: known))))
        }
        try await TestServer.run(handler: handler) { test in
            for round in 0..<6 as Range<UInt64> {
                let (own, other): (UInt64, UInt64) = round.isMultiple(of: 2) ? (1, 2) : (2, 1)
                let known = round * 10
                let client = try test.connect()
                client.send("GET /\(own)?\(known) HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = try client.read(until: "<hello>\r\n")
                Self.publish(known + 1...known + 1, channel: other, to: test)
                Self.publish(known + 2...known + 2, channel: own, to: test)
                #expect(Self.content(try client.read(until: "<\(known + 2)>")) == "<\(known + 2)>")
                Self.publish(known + 10...known + 10, channel: own, to: test)
                client.reset()
                #expect(test.eventually { test.server.statistics.eventStreams == 0 })
            }
        }
    }

    @Test("a client that reads nothing costs the others nothing, and is cut off")
    func stalled() async throws {
        var limits = Limits()
        limits.logBytes = 1024 * 1024
        try await TestServer.run(limits: limits, handler: Self.handler()) { test in
            let stalled = try Self.open(test, receiveBuffer: 4096)
            let live = try Self.open(test)
            let frame = String(repeating: "x", count: 64 * 1024)
            for number: UInt64 in 1...64 {
                test.server.broadcast.publish(EventFrame(Array("<\(number)\(frame)>".utf8)), channel: 1, sequence: number)
                _ = try live.read(until: "x>")
            }
            #expect(test.server.statistics.cutOff == 1)
            #expect(test.server.statistics.eventStreams == 1)
            withExtendedLifetime(stalled) {}
        }
    }

    @Test("silence is broken by a comment with one line end")
    func heartbeat() async throws {
        var limits = Limits()
        limits.heartbeat = .milliseconds(20)
        try await TestServer.run(limits: limits, handler: Self.handler()) { test in
            let received = try Self.open(test).read(until: ":\n\r\n")
            #expect(received == "2\r\n:\n\r\n")
        }
    }

    @Test("over the limit a stream is told when to come back, with a 200")
    func limit() async throws {
        var limits = Limits()
        limits.streams = 1
        try await TestServer.run(limits: limits, handler: Self.handler()) { test in
            let first = try Self.open(test)
            let second = try test.connect()
            second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = try second.readToEnd()
            #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
            let retry = response.split(separator: "retry: ").last.flatMap { Int($0.prefix { $0.isNumber }) }
            #expect(retry.map { (2_000...10_000).contains($0) } == true)
            #expect(response.hasSuffix("\r\n0\r\n\r\n"))
            withExtendedLifetime(first) {}
        }
    }

    @Test("an HTTP/1.0 client gets the bytes as they are, until the end")
    func http10() async throws {
        let (handler, streams) = TestServer.eventStreams()
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET / HTTP/1.0\r\n\r\n")
            #expect(try client.read(until: "\r\n\r\n").contains("Connection: close"))
            Self.publish(1...2, to: test)
            #expect(try client.read(until: "<2>") == "<1><2>")
            let subscription = streams.subscribe(onNext: { $0.end(retry: 5) })
            #expect(try client.readToEnd() == "retry: 5\n")
            subscription.dispose()
        }
    }
}
