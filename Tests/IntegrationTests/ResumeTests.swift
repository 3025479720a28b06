import Foundation
import Testing

extension IntegrationTests {
    @Suite("goes on where a client left off")
    struct Resume {
        struct Number: Decodable { let number: Int }

        @Test("under continuous publishing, 50 cuts at random bytes lose nothing, repeat nothing, reorder nothing")
        func randomCuts() throws {
            let server = try RunningServer("--loops", "2")
            let count = 10_000
            let publisher = Publisher(port: server.port, count: count)
            var random = SystemRandomNumberGenerator()
            var lastID = ""
            var numbers: [Int] = []

            for round in 0...50 {
                let stream = try HTTP1EventStream(
                    "/events?channels=notifications", port: server.port, fields: lastID.isEmpty ? [:] : ["Last-Event-ID": lastID])
                let client = EventStreamParserOverBytes()
                var budget = round == 50 ? Int.max : Int.random(in: 1...30_000, using: &random)
                let deadline = Deadline(60)
                while budget > 0, numbers.last != count - 1 {
                    let body = try stream.receiveBody(atMost: min(budget, 65_536), within: deadline.remaining)
                    try #require(!body.isEmpty, "the stream ended by itself after \(numbers.count)")
                    budget -= body.count
                    for event in client.feed(body) {
                        #expect(event.name != "reset")
                        if event.name == "message" { numbers.append(try event.json(Number.self).number) }
                        lastID = event.id
                    }
                }
                stream.connection.reset()
            }
            try publisher.finish()
            // The first stream may begin after the first events.
            let first = try #require(numbers.first)
            #expect(numbers == Array(first..<count))
        }

        @Test("the header wins over the query, which serves where no header can be set", arguments: [1, 2])
        func headerAndQuery(http: Int) throws {
            let server = try RunningServer()
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=notifications", port: server.port))
            _ = try watcher.hello()
            let ids = try (0..<3).map { number in
                _ = try HTTP1Client.post("/notifications/message", #"{"number":\#(number)}"#, port: server.port)
                return try watcher.next("message").id
            }
            let target = "/events?channels=notifications&lastEventId=\(ids[0])"
            let byQuery: EventStreamClient
            if http == 1 {
                byQuery = EventStreamClient(try HTTP1EventStream(target, port: server.port))
            } else {
                byQuery = EventStreamClient(try HTTP2EventStream(target, on: HTTP2Connection(port: server.port)))
            }
            #expect(try byQuery.next("hello").id == ids[0], "a resumed hello carries the id it resumes from")
            #expect(try [byQuery.next("message").id, byQuery.next("message").id] == [ids[1], ids[2]])
            let byHeader = EventStreamClient(try HTTP1EventStream(target, port: server.port, fields: ["Last-Event-ID": ids[1]]))
            #expect(try byHeader.next("message").id == ids[2])
        }

        @Test(
            "an id that nobody gave out, or of an earlier start, is answered by reset",
            arguments: ["nonsense", "0000000000000000-1", "1-1", "x\u{FF}"])
        func unknown(id: String) throws {
            let server = try RunningServer()
            let client = EventStreamClient(try HTTP1EventStream(port: server.port, fields: ["Last-Event-ID": id]))
            #expect(try client.next("reset").data == #"{"reason":"unknown"}"#)
        }

        @Test("an id that is too old is answered by reset, but only if a channel that was asked for has lost something")
        func expired() throws {
            let server = try RunningServer("--journal-events", "5")
            let client = EventStreamClient(try HTTP1EventStream("/events?channels=notifications", port: server.port))
            let start = try client.next("hello").id
            for number in 0..<10 { _ = try HTTP1Client.post("/notifications/message", "\(number)", port: server.port) }
            let old = EventStreamClient(
                try HTTP1EventStream("/events?channels=notifications", port: server.port, fields: ["Last-Event-ID": start]))
            let reset = try old.next("reset")
            #expect(reset.data == #"{"reason":"expired"}"#)
            _ = try HTTP1Client.post("/notifications/message", "11", port: server.port)
            let next = try old.next("message")
            #expect(next.data == "11" && next.id != reset.id)

            let other = EventStreamClient(
                try HTTP1EventStream("/events?channels=activity", port: server.port, fields: ["Last-Event-ID": start]))
            #expect(try other.next("hello").id == start)
            #expect(throws: TimedOut.self) { try other.next("reset", within: 0.3) }
        }

        @Test("silence is broken by a comment that dispatches nothing")
        func heartbeat() throws {
            let server = try RunningServer("--heartbeat", "1s")
            let clock = Deadline()
            let client = EventStreamClient(try HTTP1EventStream("/events?channels=activity", port: server.port))
            _ = try client.hello()
            while client.parser.comments < 3, !clock.isOver {
                #expect(throws: TimedOut.self) { try client.next(within: 0.2) }
            }
            #expect(client.parser.comments >= 3)
            // At most one a second, the first not at once.
            #expect(Double(client.parser.comments) <= clock.elapsed)
        }
    }
}

/// A parser that keeps its state over the pieces of one stream.
private final class EventStreamParserOverBytes {
    private var parser = EventStreamParser()
    func feed(_ bytes: [UInt8]) -> [StreamedEvent] { parser.feed(bytes) }
}
