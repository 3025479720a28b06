import Foundation
import Testing

extension IntegrationTests {
    @Suite("bears with slow clients, and not with dead ones")
    struct SlowClients {
        private static let target = "/events?channels=notifications"

        @Test("who stops reading is cut off when the log has gone on, with a reason in the log, and goes on where it was")
        func stalled() throws {
            let server = try RunningServer("--event-log-events", "100", "--journal-bytes", "64MiB")
            let other = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port))
            try other.next("hello")
            let stalled = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port))
            try stalled.next("hello")
            let memory = try server.residentMemory()
            // More than the socket's buffers take: 15 MB.
            let padding = String(repeating: "x", count: 25_000)
            let count = 600
            for number in 0..<count {
                let answer = try HTTP1Client.post(
                    "/notifications/message", #"{"number":\#(number),"padding":"\#(padding)"}"#, port: server.port)
                #expect(answer.status == 202)
                try other.next("message")
            }
            try eventually("the cut") { try server.metric("rivulet_sse_cut_off_total") == 1 ? () : nil }
            try server.waitForLog("cut off a stream: it fell behind the log")
            // The journal holds the 15 MB; the log may hold 100 events, in a ring that doubles.
            if !RunningServer.isSanitized { #expect(try server.residentMemory() - memory < 64 << 10) }

            // What was on its way is still delivered.
            var last = ""
            do {
                while true { last = try stalled.next("message").id }
            } catch is EventStreamClient.Ended {
            } catch Connection.Failure.reset {}
            let before = try numbers(stalled)
            #expect(before == Array(0..<before.count) && before.count < count)
            let resumed = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port, fields: ["Last-Event-ID": last]))
            for number in before.count..<count { #expect(try resumed.next("message").json(Resume.Number.self).number == number) }
            #expect(!resumed.events.contains { $0.name == "reset" })
        }

        @Test("who takes nothing for too long is cut off, with that reason")
        func stuck() throws {
            let server = try RunningServer("--write-timeout", "1s")
            let stuck = try HTTP1EventStream(Self.target, port: server.port)
            let padding = "\"\(String(repeating: "x", count: 900_000))\""
            for _ in 0..<12 { #expect(try HTTP1Client.post("/notifications/message", padding, port: server.port).status == 202) }
            try eventually("the cut") { try server.metric("rivulet_sse_cut_off_total") == 1 ? () : nil }
            try server.waitForLog("cut off a stream: its client took nothing for too long")
            withExtendedLifetime(stuck) {}
        }

        @Test("who pauses for five seconds and reads on is not cut off, and misses nothing")
        func pausing() throws {
            // What is published meanwhile takes a sanitized server longer than the 30 s after which a stuck client is cut off.
            let server = try RunningServer(arguments: RunningServer.isSanitized ? ["--write-timeout", "5m"] : [])
            let client = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port))
            try client.next("hello")
            let deadline = Deadline(5)
            // More than the socket's buffers take, so that the stream is stuck meanwhile: 15 MB.
            let padding = String(repeating: "x", count: 300_000)
            for number in 0..<50 {
                let body = #"{"number":\#(number),"padding":"\#(padding)"}"#
                #expect(try HTTP1Client.post("/notifications/message", body, port: server.port).status == 202)
            }
            try eventually("five seconds") { deadline.isOver ? () : nil }
            for number in 0..<50 { #expect(try client.next("message").json(Resume.Number.self).number == number) }
            #expect(try server.metric("rivulet_sse_cut_off_total") == 0)
        }

        private func numbers(_ client: EventStreamClient) throws -> [Int] {
            try client.events.filter { $0.name == "message" }.map { try $0.json(Resume.Number.self).number }
        }
    }
}
