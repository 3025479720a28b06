import Foundation
import Testing

extension IntegrationTests {
    @Suite("puts up with clients and systems that are not kind")
    struct Hostility {
        /// Processor time that the server has used, in seconds.
        private static func processorTime(_ server: RunningServer) throws -> Double {
            let text = try String(contentsOfFile: "/proc/\(server.processIdentifier)/stat", encoding: .utf8)
            // After the name in brackets: state is the first, utime and stime the 12th and 13th (proc(5)).
            let fields = try #require(text.split(separator: ")").last).split(separator: " ")
            let ticks = try #require(Double(fields[11])) + (try #require(Double(fields[12])))
            return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }

        @Test("5 000 slow clients: others notice nothing, and each of the slow gets a 408 and is gone after the limit")
        func slowloris() throws {
            try allowOpenFiles(6_000)
            let server = try RunningServer("--header-timeout", "4s")
            /// How long a normal request takes.
            func request() throws -> Double {
                let clock = Deadline()
                #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200)
                return clock.elapsed
            }
            let before = median(try (0..<30).map { _ in try request() })
            let opened = Deadline()
            let slow = try (0..<5_000).map { _ in
                let connection = try Connection(port: server.port)
                try connection.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
                return connection
            }
            var times: [Double] = []
            while opened.elapsed < 3.5 || times.count < 30 {
                // Another byte from some of them, as slowloris does.
                for connection in slow.shuffled().prefix(200) { try? connection.send("x") }
                times.append(try request())
            }
            #expect(median(times) < 0.1 + 10 * before, "a normal request took \(median(times)) s, and \(before) s before")
            for connection in slow {
                let answer = String(decoding: try connection.receiveAll(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 408 "))
            }
            for connection in slow { connection.close() }
            try eventually("the slow ones' descriptors") { try server.openDescriptors() < 100 ? () : nil }
        }

        @Test("out of descriptors it neither crashes nor spins, and recovers (swift-nio#469)")
        func outOfDescriptors() throws {
            let server = try RunningServer(tracer: ["/bin/sh", "-c", #"ulimit -n 64; exec "$@""#, "sh"])
            let clients = try (0..<200).map { _ in try Connection(port: server.port) }
            for client in clients { try client.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") }
            try server.waitForLog("out of descriptors")
            let before = try Self.processorTime(server)
            // The time is what is measured.
            sleep(2)
            #expect(try Self.processorTime(server) - before < 0.5)
            #expect(server.process.standardError.split(separator: "\n").filter { $0.contains("out of descriptors") }.count < 5)
            for client in clients.prefix(150) { client.close() }
            // Those that had to wait get their turn, and so does whoever comes now. Each makes room for the next: how many
            // fit at a time depends on what the server has inherited.
            for client in clients.suffix(50) {
                #expect(String(decoding: try client.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
                client.close()
            }
            #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200)
        }

        @Test("after resets and half-closes it sleeps (FlyingFox#186)")
        func sleeps() throws {
            let server = try RunningServer()
            let half = try Connection(port: server.port)
            half.finishSending()
            let inRequest = try Connection(port: server.port)
            try inRequest.send("GET / HTTP/1.1\r\n")
            inRequest.finishSending()
            for _ in 0..<20 {
                let connection = try Connection(port: server.port)
                try connection.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try connection.receive()
                connection.reset()
            }
            _ = try HTTP1Client.get("/healthz", port: server.port)
            let before = try Self.processorTime(server)
            sleep(2)
            #expect(try Self.processorTime(server) - before < 0.1)
        }

        @Test("limits for each address hold: a connection more is closed, a stream more is told to come back")
        func limitsOfAnAddress() throws {
            let server = try RunningServer("--max-connections-per-address", "5", "--max-streams-per-address", "2")
            let sockets = try server.openSockets()
            let streams = try (0..<2).map { _ in EventStreamClient(try HTTP1EventStream(port: server.port)) }
            // The head may be here before the stream is counted; the first event is not.
            for stream in streams { _ = try stream.hello() }
            let turnedAway = try HTTP1Client.get("/events", port: server.port)
            #expect(turnedAway.status == 200)
            #expect(turnedAway.text.wholeMatch(of: #/retry: [0-9]+\n/#) != nil)
            try eventually("the stream that was turned away to be gone") { try server.openSockets() == sockets + 2 ? () : nil }
            let idle = try (0..<3).map { _ in try Connection(port: server.port) }
            try eventually("the connection that was turned away to be gone") {
                let one = try Connection(port: server.port)
                try? one.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return (try? one.receiveAll()) == [] ? () : nil
            }
            idle[0].close()
            try eventually("room again") { (try? HTTP1Client.get("/healthz", port: server.port))?.status == 200 ? () : nil }
            withExtendedLifetime((streams, idle)) {}
        }

        @Test("a client of HTTP/2 that never opens its connection's window can post for as long as it likes")
        func postsWithoutWindow() throws {
            let server = try RunningServer()
            let connection = try HTTP2Connection(port: server.port)
            connection.grantsWindows = false
            // As many as would use the window up twice, were the id in the content.
            for number in 0..<5_000 {
                let stream = try connection.post("/notifications/message", "\(number)")
                while true {
                    let frame = try #require(try connection.receive(within: 20), "no answer to post \(number)")
                    if frame.stream == stream, frame.flags & 1 == 1 { break }
                }
            }
            #expect(try server.metric(#"rivulet_events_total{channel="notifications"}"#) == 5_000)
        }

        @Test("content is compressed for who asks, files and pages alike, with tags of their own")
        func compression() throws {
            let server = try RunningServer()
            for target in ["/", "/articles"] {
                let plain = try HTTP1Client.get(target, port: server.port)
                let coded = try HTTP1Client.get(target, port: server.port, fields: ["Accept-Encoding": "br, gzip"])
                #expect(coded.fields["content-encoding"] == "gzip")
                #expect(coded.fields["vary"]?.contains("Accept-Encoding") == true)
                #expect(plain.fields["vary"]?.contains("Accept-Encoding") == true)
                #expect(coded.body.count < plain.body.count)
                #expect(coded.body.starts(with: [0x1F, 0x8B]))
                let tag = try #require(coded.fields["etag"])
                #expect(tag != plain.fields["etag"])
                let again = try HTTP1Client.get(target, port: server.port, fields: ["Accept-Encoding": "gzip", "If-None-Match": tag])
                #expect(again.status == 304)
            }
            let never = try RunningServer("--compress", "nothing")
            #expect(try HTTP1Client.get("/", port: never.port, fields: ["Accept-Encoding": "gzip"]).fields["content-encoding"] == nil)
        }
    }
}
