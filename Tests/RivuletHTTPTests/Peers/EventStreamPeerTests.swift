import Foundation
import Rivulet
import Testing

@testable import RivuletHTTP

/// What users of other hubs of events ran into, each with where it was reported.
@Suite("What users of other event streams ran into")
struct EventStreamPeerTests {
    private static func handler(channels: UInt64 = 1) -> Handler {
        { request in
            let after = UInt64(request.head.query ?? "") ?? 0
            return .just(
                Response(
                    fields: ["Content-Type": "text/event-stream"], body: .events(EventStream(channels: channels, after: after))))
        }
    }

    private static func publish(_ text: String, _ sequence: UInt64, channel: UInt64 = 1, to test: TestServer) {
        test.server.broadcast.publish(EventFrame(Array(text.utf8)), channel: channel, sequence: sequence)
    }

    private static func open(_ test: TestServer, query: String = "", receiveBuffer: Int32? = nil) throws -> TestClient {
        let client = try TestClient(port: test.port, receiveBuffer: receiveBuffer)
        // The older version, so that the bytes come as they are, without chunks.
        client.send("GET /events?\(query) HTTP/1.0\r\n\r\n")
        _ = try client.read(until: "\r\n\r\n")
        return client
    }

    @Test(
        "a client that leaves, by FIN or by RST, is noticed with nothing published (hummingbird#618, vapor#3354)", arguments: [true, false])
    func leaving(isReset: Bool) async throws {
        try await TestServer.run(handler: Self.handler()) { test in
            let clients = try (0..<10).map { _ in try Self.open(test) }
            #expect(test.eventually { test.server.statistics.eventStreams == 10 })
            for client in clients { if isReset { client.reset() } else { client.close() } }
            #expect(test.eventually { test.server.statistics.eventStreams == 0 && test.server.statistics.connections == 0 })
        }
    }

    @Test("200 requests reset before the head is read leave nothing behind (rust-sdk#165)")
    func earlyResets() async throws {
        try await TestServer.run(handler: Self.handler()) { test in
            for _ in 0..<200 {
                let client = try test.connect()
                client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
                client.reset()
            }
            #expect(test.eventually { test.server.statistics.connections == 0 && test.server.statistics.eventStreams == 0 })
            _ = try Self.open(test)
        }
    }

    @Test("a client that leaves during a broadcast holds nobody up (gin examples#199)")
    func leavingDuringBroadcast() async throws {
        try await TestServer.run(loops: 2, handler: Self.handler()) { test in
            let clients = try (0..<20).map { _ in try Self.open(test) }
            for number: UInt64 in 1...200 {
                Self.publish("<\(number)>", number, to: test)
                if number.isMultiple(of: 20) { clients[Int(number / 20) * 2 - 1].reset() }
            }
            for index in stride(from: 0, to: 20, by: 2) {
                #expect(try clients[index].read(until: "<200>") == (1...200).map { "<\($0)>" }.joined())
            }
        }
    }

    @Test("who comes and goes again and again leaves the number of streams right (mercure#388, #758, #1024)")
    func churn() async throws {
        try await TestServer.run(loops: 2, handler: Self.handler()) { test in
            let staying = try (0..<3).map { _ in try Self.open(test) }
            for round in 0..<300 {
                let client = try Self.open(test)
                if round % 2 == 0 { client.close() } else { client.reset() }
            }
            #expect(test.eventually { test.server.statistics.eventStreams == 3 })
            Self.publish("<1>", 1, to: test)
            for client in staying { #expect(try client.read(until: "<1>") == "<1>") }
        }
    }

    @Test("a client that never reads is cut off within the log's bounds, and the others get everything (OpenCTI#13908)")
    func neverReads() async throws {
        var limits = Limits()
        limits.logBytes = 4 << 20
        try await TestServer.run(limits: limits, handler: Self.handler()) { test in
            let stalled = try Self.open(test, receiveBuffer: 4096)
            let live = try Self.open(test)
            let filling = String(repeating: "x", count: 50_000)
            // 100 MB, as fast as the one that reads takes it.
            for number: UInt64 in 1...2000 {
                Self.publish("\(filling)<\(number)>", number, to: test)
                let event = try live.readBytes(filling.utf8.count + "<\(number)>".utf8.count)
                #expect(event?.last == UInt8(ascii: ">"))
            }
            #expect(test.eventually { test.server.statistics.cutOff == 1 })
            #expect(test.server.statistics.eventStreams == 1)
            withExtendedLifetime(stalled) {}
        }
    }

    @Test("a client that pauses and reads on has no gap and is not cut off (mcp-mesh#1567)")
    func pausing() async throws {
        try await TestServer.run(handler: Self.handler()) { test in
            let client = try Self.open(test, receiveBuffer: 4096)
            // More than the kernel's buffers take, so that the rest waits in the log.
            let filling = String(repeating: "x", count: 8_000)
            for number: UInt64 in 1001...2000 { Self.publish("\(filling)<\(number)>", number, to: test) }
            for number in 1001...2000 {
                let event = try client.readBytes(8_006)
                #expect(event?.suffix(6).elementsEqual("<\(number)>".utf8) == true)
            }
            #expect(test.server.statistics.cutOff == 0)
        }
    }

    @Test("the response's head comes before there is any event (r3labs#57, huma#1037)")
    func headFirst() async throws {
        try await TestServer.run(handler: Self.handler()) { test in
            let client = try test.connect()
            client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test("nothing in a field can begin another (javalin#2579, nest#16686, roadrunner#63); U+2028 ends no line (codex-lb#1011)")
    func injection() throws {
        for text in ["a\ndata: evil", "a\rdata: evil", "a\r\ndata: evil", "a\0b"] {
            #expect(throws: ServerSentEvent.InvalidField.id) { try EventFrame(id: text, data: []) }
            #expect(throws: ServerSentEvent.InvalidField.event) { try EventFrame(event: text, data: []) }
        }
        for end in ["\n", "\r", "\r\n"] {
            let frame = try EventFrame(data: Array("a\(end)event: steal".utf8))
            #expect(frame.bytes == Array("data: a\ndata: event: steal\n\n".utf8))
        }
        let frame = try EventFrame(data: Array("a\u{2028}b\u{2029}c\u{85}d".utf8))
        #expect(frame.bytes == Array("data: a\u{2028}b\u{2029}c\u{85}d\n\n".utf8))
    }

    @Test("a character that is cut in two on its way arrives whole (librefang#3448)")
    func cutCharacters() async throws {
        let text = "多重購読🏞️"
        let frame = try EventFrame(event: "名", data: Array(text.utf8))
        for cut in 0...frame.count {
            var decoder = EventStreamDecoder()
            let events = decoder.decode(frame.bytes.prefix(cut)) + decoder.decode(frame.bytes.dropFirst(cut))
            #expect(events.map(\.data) == [text])
            #expect(events.map(\.event) == ["名"])
        }
        try await TestServer.run(handler: Self.handler()) { test in
            let client = try HTTP2TestClient(port: test.port, window: 1)
            let stream = client.request("/events")
            try client.read { client[stream].status != nil }
            test.server.broadcast.publish(frame, channel: 1, sequence: 1)
            while client[stream].body.count < frame.count {
                let count = client[stream].body.count
                client.openWindow(stream, by: 1)
                try client.read { client[stream].body.count > count }
            }
            #expect(client[stream].body == frame.bytes)
        }
    }

    @Test("a stream that begins after what it needs is gone is broken off, never silently short (mercure#1382, #1321, #704)")
    func tooLate() async throws {
        try await TestServer.run(handler: Self.handler()) { test in
            let witness = try Self.open(test)
            // More than are kept for those who come late, fewer than the log keeps: a loop that is slow to start would cut the
            // witness off.
            for number: UInt64 in 1...9_000 { Self.publish("<\(number)>", number, to: test) }
            #expect(try witness.read(until: "<9000>").hasSuffix("<9000>"))
            let late = try Self.open(test, query: "1")
            // Not a part of it with a gap before: the client would go on from there.
            #expect(try late.readToEnd().isEmpty)
            #expect(test.eventually { test.server.statistics.cutOff == 1 })
            // What a stream missed lately it gets.
            let soon = try Self.open(test, query: "8998")
            #expect(try soon.read(until: "<9000>") == "<8999><9000>")
        }
    }

    @Test("across reconnects under constant publishing each event comes once (mercure#354)")
    func seam() async throws {
        try await TestServer.run(loops: 2, handler: Self.handler()) { test in
            let publisher = Publisher(test.server.broadcast)
            defer { publisher.stop() }
            var last: UInt64 = 0
            for _ in 0..<30 {
                let client = try Self.open(test, query: "\(last)")
                for _ in 0..<10 {
                    let event = try client.read(until: ">")
                    #expect(event == "<\(last + 1)>")
                    last += 1
                }
                publisher.taken(last)
                client.close()
            }
        }
    }

    @Test("a stop ends idle streams in order, and spreads the times they come back (axum#2673, hyper#2787, mercure#307)")
    func stop() async throws {
        var configuration = Server.Configuration()
        configuration.port = 0
        configuration.loops = 2
        let server = Server(configuration: configuration, handler: Self.handler())
        let port = try #require(try server.start().first).port
        let test = TestServer(server: server, port: port)
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let ends = Task {
            try await TestServer.onThread {
                let clients = try (0..<100).map { _ in try Self.open(test) }
                arrive.yield()
                return try clients.map { try $0.readToEnd() }
            }
        }
        for await _ in arrivals { break }
        let start = ContinuousClock.now
        await server.stop(grace: .seconds(30))
        #expect(ContinuousClock.now - start < .seconds(10))
        let times = try await ends.value.map { text in
            // Perhaps heartbeats, then a line of its own and no blank one: a block with nothing else is an empty event to some clients.
            try #require(text.wholeMatch(of: #/(?::\n)*retry: ([0-9]+)\n/#).flatMap { Int($0.output.1) })
        }
        #expect(times.allSatisfy { (2_000...10_000).contains($0) })
        #expect(Set(times).count > 50)
    }

    @Test("one stream carries many channels, so that no browser runs out of connections (mercure#254)")
    func channels() async throws {
        try await TestServer.run(handler: Self.handler(channels: 0b101)) { test in
            let client = try Self.open(test)
            for number: UInt64 in 1...6 { Self.publish("<\(number)>", number, channel: 1 << (number % 3), to: test) }
            #expect(try client.read(until: "<6>") == "<2><3><5><6>")
        }
    }

    @Test("a stream without window leaves its siblings alone (everruns#584), and 200 that were reset the next (mod_h2#232)")
    func siblings() async throws {
        try await TestServer.run(handler: Self.handler()) { test in
            let client = try HTTP2TestClient(port: test.port, window: 0)
            let stalled = client.request("/events")
            let live = client.request("/events")
            client.openWindow(live, by: 1 << 20)
            try client.read { client[stalled].status != nil && client[live].status != nil }
            for number: UInt64 in 1...1000 { Self.publish("<\(number)>", number, to: test) }
            let expected = (1...1000).map { "<\($0)>" }.joined()
            try client.read { client[live].body.count == expected.utf8.count }
            #expect(client[live].text == expected)
            #expect(client[stalled].body.isEmpty)
            for _ in 0..<200 { client.reset(client.request("/events")) }
            #expect(test.eventually { test.server.statistics.eventStreams == 2 })
            let next = client.request("/events")
            try client.read { client[next].status != nil }
            #expect(client[next].status == "200")
        }
    }

    @Test("a stream over HTTP/2 has no fields of a connection (soliplex#680)")
    func fields() async throws {
        let handler: Handler = { _ in
            .just(
                Response(
                    fields: ["Connection": "keep-alive", "Keep-Alive": "timeout=5", "Transfer-Encoding": "chunked"],
                    body: .events(EventStream())))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/")
            try client.read { client[stream].status != nil }
            #expect(client[stream].fields.map(\.name) == [":status", "date"])
        }
    }

    @Test("a heartbeat is a comment, and dispatches nothing (a2a-python#540)")
    func heartbeat() {
        var decoder = EventStreamDecoder()
        let before = Array("id: 1\nevent: a\ndata: b\n".utf8)
        let events = decoder.decode(before + ServerSentEvent.heartbeat + [0x0A] + ServerSentEvent.heartbeat + ServerSentEvent.heartbeat)
        #expect(events == [EventStreamDecoder.Event(id: "1", event: "a", data: "b")])
    }

    @Test("of a compressed stream each event can be read when it comes (tower-http#419)")
    func compressed() async throws {
        var options = Compression.Options()
        options.includesEvents = true
        try await TestServer.run(handler: Compression(options).wrapping(Self.handler())) { test in
            let client = try test.connect()
            client.send("GET /events HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            _ = try client.read(until: "\r\n\r\n")
            var received: [UInt8] = []
            for number: UInt64 in 1...5 {
                Self.publish("data: \(number)\n\n", number, to: test)
                received += try client.readChunk()
                #expect(gunzip(received).map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("data: \(number)\n\n") == true)
            }
        }
    }
}

/// Publishes numbers without a pause, on a thread of its own, but no more ahead of who reads them than a loop remembers.
private final class Publisher: Sendable {
    private struct State {
        var isOver = false
        var taken: UInt64 = 0
    }

    private let state = Lock(State())

    init(_ broadcast: EventBroadcast) {
        Thread.detachNewThread { [self] in
            var number: UInt64 = 0
            while true {
                let state = state.withLock { $0 }
                if state.isOver { return }
                if number >= state.taken + 2_000 {
                    usleep(100)
                    continue
                }
                number += 1
                broadcast.publish(EventFrame(Array("<\(number)>".utf8)), channel: 1, sequence: number)
            }
        }
    }

    /// Says how far somebody has read.
    func taken(_ number: UInt64) { state.withLock { $0.taken = number } }

    func stop() { state.withLock { $0.isOver = true } }
}
