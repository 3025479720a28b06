import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("Compression")
struct CompressionTests {
    private static let text = String(repeating: "多重購読を避ける ", count: 200)
    private static let large = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    private static let gzip: Fields = ["Accept-Encoding": "gzip"]

    private func client(_ options: Compression.Options = .init(), _ handler: @escaping Handler) throws -> InProcessClient {
        try InProcessClient(Compression(options).wrapping(handler))
    }

    @Test(
        "a client's weights decide",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip", true), ("br", false),
            ("gzip;q=0", false), ("gzip; q=0.001", true), ("*", true), ("*;q=0", false), ("*, gzip;q=0", false),
            ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip", true), ("gzip;q=1.001", false), ("gzip;q=", false),
            ("gzip;level=9", false), ("deflate, gzip;q=1.0, *;q=0.5", true), (" gzip ;\tq=0.8 ", true), (",,gzip,", true),
        ])
    func negotiation(value: String?, isGzip: Bool) {
        var fields = Fields()
        if let value { fields.append("Accept-Encoding", value) }
        #expect((ContentCoding(acceptedBy: fields) == .gzip) == isGzip)
    }

    @Test("content comes compressed to who asks for it, and says in any case that it depends on that")
    func content() async throws {
        let client = try client { _ in .just(Response(text: Self.text)) }
        let coded = try await client.get("/", fields: Self.gzip)
        #expect(coded.fields["Content-Encoding"] == "gzip")
        #expect(coded.fields["Vary"] == "Accept-Encoding")
        #expect(coded.fields["Content-Length"] == String(coded.body.count))
        #expect(coded.body.count < Self.text.utf8.count / 4)
        #expect(gunzip(coded.body) == Array(Self.text.utf8))
        let plain = try await client.get("/")
        #expect(plain.fields["Content-Encoding"] == nil)
        #expect(plain.fields["Vary"] == "Accept-Encoding")
        #expect(plain.text == Self.text)
    }

    @Test("large content is compressed on a worker, content in pieces as it is pulled")
    func kinds() async throws {
        let fields: Fields = ["Content-Type": "application/json"]
        let whole = try client { _ in .just(Response(fields: fields, body: .bytes(Self.large))) }
        #expect(gunzip(try await whole.get("/", fields: Self.gzip).body) == Self.large)
        let pieces = try client { _ in
            .just(Response(fields: fields, body: .source(SlowSource(Self.large), length: Self.large.count)))
        }
        let answer = try await pieces.get("/", fields: Self.gzip)
        #expect(answer.fields["Content-Length"] == nil)
        #expect(gunzip(answer.body) == Self.large)
    }

    @Test("what has no content, is short, a part, compressed already, or of a type that does not shrink is left alone")
    func leftAlone() async throws {
        let bytes = ResponseBody.bytes(Array(Self.text.utf8))
        let responses: [Response] = [
            Response(.noContent), Response(.notModified, fields: ["ETag": "\"a\""]), Response(), Response(text: ""),
            Response(text: "short"),
            Response(fields: ["Content-Type": "image/png"], body: bytes), Response(body: bytes),
            Response(fields: ["Content-Type": "text/plain", "Content-Encoding": "br"], body: bytes),
            Response(fields: ["Content-Type": "text/plain", "Cache-Control": "no-cache, No-Transform"], body: bytes),
            Response(.partialContent, fields: ["Content-Type": "text/plain"], body: bytes),
        ]
        for response in responses {
            let answer = try await client { _ in .just(response) }.get("/", fields: Self.gzip)
            #expect(answer.fields["Content-Encoding"] == response.fields["Content-Encoding"])
            if case .bytes(let bytes) = response.body { #expect(answer.body == bytes) }
        }
        let head = try await client { _ in .just(Response(text: Self.text)) }.send(.head, "/", fields: Self.gzip)
        #expect(head.fields["Content-Encoding"] == nil)
        #expect(head.fields["Vary"] == "Accept-Encoding")
    }

    @Test("content with a tag is compressed once, as long as it is the same array")
    func cached() throws {
        let bodies = CompressedBodies(capacity: 1000)
        let shared = [UInt8](repeating: 1, count: 100)
        bodies.insert([1, 2, 3], for: shared)
        #expect(bodies.find(shared) == [1, 2, 3])
        #expect(bodies.find([UInt8](repeating: 1, count: 100)) == nil)
        // The one that was used longest ago makes room, and what is too large for the cache never gets in.
        let others = (0..<9).map { [UInt8](repeating: UInt8($0), count: 100) }
        for other in others { bodies.insert([0], for: other) }
        #expect(bodies.find(shared) == nil)
        #expect(bodies.find(others[8]) == [0])
        let large = [UInt8](repeating: 0, count: 300)
        bodies.insert([0], for: large)
        #expect(bodies.find(large) == nil)
    }

    @Test("the compressed version has a tag of its own, and what a client says about it is understood")
    func tags() async throws {
        let tag = EntityTag("v1")
        let client = try client { .just(Response(text: Self.text).conditional(on: tag, for: $0.head)) }
        let first = try await client.get("/", fields: Self.gzip)
        #expect(first.fields["ETag"] == "\"v1-gzip\"")
        #expect(try await client.get("/").fields["ETag"] == "\"v1\"")
        let again = try await client.get("/", fields: ["Accept-Encoding": "gzip", "If-None-Match": "\"v0-gzip\", \"v1-gzip\""])
        #expect(again.status == .notModified)
        #expect(again.fields["ETag"] == "\"v1-gzip\"")
        #expect(again.fields["Vary"] == "Accept-Encoding")
        // Who has the plain version and would get the compressed one has the same content all the same.
        let plain = try await client.get("/", fields: ["Accept-Encoding": "gzip", "If-None-Match": "\"v1\""])
        #expect(plain.status == .notModified)
        #expect(plain.fields["ETag"] == "\"v1\"")
        // Who has the compressed version and wants the plain one has another.
        #expect(try await client.get("/", fields: ["If-None-Match": "\"v1-gzip\""]).status == .ok)
        #expect(try await client.get("/", fields: ["Accept-Encoding": "gzip", "If-None-Match": "\"v2-gzip\""]).status == .ok)
        #expect(try await client.get("/", fields: ["Accept-Encoding": "gzip", "If-Match": "\"v2-gzip\""]).status == .preconditionFailed)
        let weak = try self.client { _ in
            .just(Response(fields: ["Content-Type": "text/plain", "ETag": "W/\"v1\""], body: .bytes(Array(Self.text.utf8))))
        }
        #expect(try await weak.get("/", fields: Self.gzip).fields["ETag"] == "W/\"v1\"")
    }

    @Test("a member of Vary is not said twice")
    func vary() async throws {
        let fields: Fields = ["Content-Type": "text/plain", "Vary": "Origin, accept-encoding"]
        let client = try client { _ in .just(Response(fields: fields, body: .bytes(Array(Self.text.utf8)))) }
        #expect(try await client.get("/").fields["Vary"] == "Origin, accept-encoding")
    }

    @Test(
        "an event stream is compressed by itself, if that is asked for, and each event can be read when it comes", arguments: [true, false])
    func events(isOn: Bool) async throws {
        var options = Compression.Options()
        options.includesEvents = isOn
        let handler = Compression(options).wrapping { _ in
            let stream = EventStream(channels: 1, replay: [EventFrame(Array("data: hello\n\n".utf8))])
            return .just(Response(fields: ["Content-Type": "text/event-stream"], body: .events(stream)))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            let head = try client.read(until: "\r\n\r\n")
            #expect(head.contains("Content-Encoding: gzip") == isOn)
            var received: [UInt8] = []
            var expected = "data: hello\n\n"
            for number: UInt64 in 0...20 {
                if number > 0 {
                    let event = "data: \(String(repeating: "\(number)", count: 500))\n\n"
                    test.server.broadcast.publish(EventFrame(Array(event.utf8)), channel: 1, sequence: number)
                    expected += event
                }
                let content: () -> [UInt8]? = { isOn ? gunzip(received) : received }
                while try #require(content()).count < expected.utf8.count { received += try client.readChunk() }
                #expect(content() == Array(expected.utf8))
            }
        }
    }

    @Test("a compressed event stream ends as gzip does")
    func end() async throws {
        let handler = Compression(allowingEvents).wrapping { _ in
            let stream = EventStream()
            stream.send(Array("data: 1\n\n".utf8))
            stream.end(retry: 7)
            return .just(Response(fields: ["Content-Type": "text/event-stream"], body: .events(stream)))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
            _ = try client.read(until: "\r\n\r\n")
            var received: [UInt8] = []
            while case let chunk = try client.readChunk(), !chunk.isEmpty { received += chunk }
            #expect(gunzip(received) == Array("data: 1\n\nretry: 7\n".utf8))
            // CRC-32 and length: the trailer of a gzip member (RFC 1952 §2.3.1).
            #expect(received.suffix(4) == [18, 0, 0, 0])
        }
    }

    private var allowingEvents: Compression.Options {
        var options = Compression.Options()
        options.includesEvents = true
        return options
    }
}

/// Gives a few bytes at a time, and sometimes nothing yet.
private final class SlowSource: ByteSource {
    private struct State {
        var rest: ArraySlice<UInt8>
        var pulls = 0
        var wake: (@Sendable () -> Void)?
    }

    private let state: Lock<State>

    init(_ bytes: [UInt8]) { state = Lock(State(rest: bytes[...])) }

    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    func pull(atMost count: Int) -> Pulled {
        let (pulled, wake) = state.withLock { state -> (Pulled, (@Sendable () -> Void)?) in
            state.pulls += 1
            if state.rest.isEmpty { return (.end, nil) }
            if state.pulls % 5 == 0 { return (.later, state.wake) }
            let bytes = state.rest.prefix(min(count, 7_000))
            state.rest = state.rest.dropFirst(bytes.count)
            return (.bytes(bytes), nil)
        }
        wake?()
        return pulled
    }

    func stop() { state.withLock { $0.wake = nil } }
}
