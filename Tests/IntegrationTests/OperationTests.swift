import Foundation
import Testing

extension IntegrationTests {
    @Suite("can be operated")
    struct Operation {
        @Test("started by a service manager: takes its socket over, is READY only when it serves, says that it stops")
        func service() throws {
            let folder = try TemporaryFolder()
            let pipe = try folder.makePipe("articles.json")
            let service = try ServiceLauncher("--articles", pipe)
            // Who comes before it is ready waits in the socket.
            let early = try Connection(port: service.port)
            try early.send("GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(throws: Connection.Failure.self) { try early.receive(within: 0.5) }
            try feedPipe(pipe, Article.list(["a"]))
            #expect(try service.nextNotification() == "READY=1")
            #expect(String(decoding: try early.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            #expect(try HTTP1Client.post("/notifications/message", "1", port: service.port).status == 202)
            try eventually("its address in the log") { service.log.contains("listening on http://127.0.0.1:\(service.port)") ? () : nil }
            kill(service.processIdentifier, SIGTERM)
            #expect(try service.nextNotification() == "STOPPING=1")
            #expect(service.waitForExit() == 0)
        }

        @Test("a socket that was handed over and that other machines can reach makes it read-only too")
        func exposedService() throws {
            let service = try ServiceLauncher(host: 0)
            #expect(try service.nextNotification() == "READY=1")
            #expect(try HTTP1Client.post("/notifications/message", "1", port: service.port).status == 403)
            kill(service.processIdentifier, SIGTERM)
            #expect(service.waitForExit() == 0)
        }

        @Test("a line for each answer on standard output, without the query")
        func accessLog() throws {
            let server = try RunningServer("--access-log", "json")
            _ = try HTTP1Client.get("/articles?query=secret", port: server.port)
            let line = try eventually("the line") { server.process.standardOutput.split(separator: "\n").first }
            #expect(line.contains(#""message":"GET /articles""#) && line.contains(#""route":"/articles""#) && !line.contains("secret"))
        }

        @Test("metrics by route, in the format that was asked for")
        func metrics() throws {
            let server = try RunningServer()
            _ = try HTTP1Client.get("/articles/nothing", port: server.port)
            _ = try HTTP1Client.request("FROBNICATE", "/made/up", port: server.port)
            let plain = try HTTP1Client.get("/metrics", port: server.port)
            #expect(plain.text.contains(#"http_request_duration_seconds_count{route="/articles/:id",method="GET",status="404"} 1"#))
            #expect(plain.text.contains(#"{route="none",method="other",status="501"} 1"#) && !plain.text.contains("made"))
            #expect(plain.text.contains("rivulet_loop_lag_seconds{loop=\"0\"}"))
            let open = try HTTP1Client.get("/metrics", port: server.port, fields: ["Accept": "application/openmetrics-text"])
            #expect(open.fields["content-type"]?.hasPrefix("application/openmetrics-text; version=1.0.0") == true)
            #expect(open.text.hasSuffix("\n# EOF\n"))
        }

        @Test("killed and started again, over and over: it is back on its port, and a client goes on where it was")
        func restarts() throws {
            let folder = try TemporaryFolder()
            let journal = "\(folder.path)/journal"
            var port: UInt16 = 0
            var last: String?
            for round in 1...5 {
                let server = try RunningServer("--journal", journal, port: port)
                port = server.port
                let stream = EventStreamClient(
                    try HTTP1EventStream("/events?channels=notifications" + (last.map { "&lastEventId=\($0)" } ?? ""), port: port))
                _ = try stream.hello()
                if round > 1 { #expect(try stream.next("message").data == "\"late \(round - 1)\"") }
                #expect(try HTTP1Client.post("/notifications/message", "\(round)", port: port).status == 202)
                last = try stream.next("message").id
                #expect(try HTTP1Client.post("/notifications/message", "\"late \(round)\"", port: port).status == 202)
                server.process.kill(SIGKILL)
                _ = try server.process.waitForExit()
            }
        }
    }
}
