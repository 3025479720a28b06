import Rivulet
import Synchronization
import Testing

@testable import RivuletHTTP

@Suite("What a stream begins with")
struct EventReplayTests {
    private static func text(_ frame: EventFrame) -> String { String(decoding: frame.bytes, as: UTF8.self) }

    @Test("the opening, then what was missed, then what was added; empty ones are passed over")
    func order() {
        var frames = OwnFrames(
            EventReplay([EventFrame(Array("a".utf8))], then: ["", "b", "", ""]) { EventFrame(Array($0.utf8)) })
        for text in ["", "c", "d"] { frames.append(EventFrame(Array(text.utf8))) }
        var sent = ""
        while let frame = frames.first {
            sent += Self.text(frame)
            frames.drop(frame.count)
        }
        #expect(sent == "abcd")
        frames.append(EventFrame(Array("ef".utf8)))
        frames.drop(1)
        #expect(frames.sent == 1)
        frames.drop(1)
        #expect(frames.isEmpty)
    }

    /// Counts what is made of it.
    private final class Missed: Sendable {
        private let counter = Atomic(0)

        var made: Int { counter.load(ordering: .relaxed) }

        func frame(_ number: Int) -> EventFrame {
            counter.add(1, ordering: .relaxed)
            return EventFrame(Array("<\(number)\(String(repeating: "x", count: 64 * 1024))>".utf8))
        }
    }

    @Test("what was missed becomes frames as the client takes them, and is let go of when it has them")
    func asTaken() async throws {
        // 64 MB, of which the system's buffers take some ten.
        let count = 1_000
        let missed = Lock<Missed?>(Missed())
        let handler: Handler = { _ in
            guard let made = missed.withLock({ $0 }) else { return .just(Response(.notFound)) }
            let replay = EventReplay([EventFrame(Array("<hello>".utf8))], then: 0..<count) { made.frame($0) }
            return .just(Response(body: .events(EventStream(channels: 1, replay: replay))))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.read(until: "<hello>")
            let made = missed.withLock { $0?.made }
            #expect(try #require(made) < count / 2)
            for number in 0..<count { _ = try client.read(until: "<\(number)x") }
            test.server.broadcast.publish(EventFrame(Array("<live>".utf8)), channel: 1, sequence: 1)
            _ = try client.read(until: "<live>")
            // The stream is still there; what it began with is not.
            weak let last = missed.withLock { missed in
                defer { missed = nil }
                return missed
            }
            #expect(last == nil)
        }
    }
}
