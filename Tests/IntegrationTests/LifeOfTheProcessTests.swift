import Foundation
import Testing

extension IntegrationTests {
    @Suite("starts and stops in order")
    struct Process {
        @Test("SIGTERM with 100 streams, and with 1 000: exit 0, clean ends, reconnects spread", arguments: [80, 980])
        func stopWithStreams(count: Int) throws {
            try allowOpenFiles(count + 200)
            let server = try RunningServer()
            let target = "/events?channels=notifications"
            let streams = try (0..<count).map { _ in try HTTP1EventStream(target, port: server.port) }
            let connection = try HTTP2Connection(port: server.port)
            let multiplexed = try (0..<20).map { _ in try HTTP2EventStream(on: connection) }
            _ = multiplexed
            try eventually("all of them") { try server.metric("rivulet_sse_subscribers") == count + 20 ? () : nil }

            server.process.kill(SIGTERM)
            var retries: Set<Int> = []
            for stream in streams {
                var parser = EventStreamParserOverRetry()
                while true {
                    let bytes = try stream.receiveBody()
                    if bytes.isEmpty { break }
                    parser.feed(bytes)
                }
                #expect(stream.endedCleanly)
                if let retry = parser.lastRetry { retries.insert(retry) }
            }
            #expect(retries.count > 10, "\(retries)")
            var ended = 0
            var goAway = false
            while let frame = try connection.receive() {
                if frame.type == HTTP2Connection.Frame.data, frame.flags & 1 == 1 { ended += 1 }
                if frame.type == HTTP2Connection.Frame.goAway { goAway = true }
            }
            #expect(ended == 20)
            #expect(goAway)
            #expect(try server.process.waitForExit() == 0)
        }

        @Test("a client that doesn't read can't hold the stop up for longer than the grace period")
        func stopWithStuckClient() throws {
            let server = try RunningServer("--grace", "1s")
            let stuck = try HTTP1EventStream("/events?channels=notifications", port: server.port)
            let body = "\"\(String(repeating: "x", count: 500_000))\""
            for _ in 0..<12 { #expect(try HTTP1Client.post("/notifications/message", body, port: server.port).status == 202) }
            let (status, seconds) = try server.stop()
            #expect(status == 0)
            // Without the option it would be ten.
            #expect(seconds < 9)
            withExtendedLifetime(stuck) {}
        }

        @Test("a second signal ends at once")
        func secondSignal() throws {
            let server = try RunningServer("--grace", "1m")
            // A request whose answer is not finished keeps a graceful stop waiting.
            let connection = try Connection(port: server.port)
            try connection.send(
                "POST /notifications/message HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
            #expect(String(decoding: try connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 100 "))
            server.process.kill(SIGINT)
            try server.waitForLog("stopping")
            #expect(server.process.isRunning)
            let (status, seconds) = try server.stop(SIGTERM)
            #expect(status == 0)
            #expect(seconds < 30)
        }

        @Test("SIGHUP does not end a server that has nothing to read again, and says so")
        func nothingToReload() throws {
            let server = try RunningServer("--token", "s3cret")
            server.process.kill(SIGHUP)
            try server.waitForLog("nothing to read again")
            #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200)
            #expect(try server.stop().status == 0)
        }

        @Test("SIGHUP: a disk that does not answer does not keep the server from its end", .enabled(if: RunningServer.canTrace))
        func reloadFromStuckDisk() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("token", "s3cret\n")
            let trace = "\(folder.path)/trace"
            // Each thread that opens the file is held up for a while: the one that starts the server, and the one that reads again.
            let server = try RunningServer(
                "--token-file", file,
                tracer: ["strace", "-f", "-D", "-o", trace, "-P", file, "-e", "trace=openat", "-e", "inject=openat:delay_enter=3s"])
            server.process.kill(SIGHUP)
            try eventually("the opening of the file") {
                try String(contentsOfFile: trace, encoding: .utf8).matches(of: #/openat\(/#).count == 2 ? () : nil
            }
            #expect(try server.stop().status == 0)
            let log = server.process.standardError
            let order = log.matches(of: #/stopping|the token was read again|stopped/#).map(\.output)
            #expect(order.prefix(2) == ["stopping", "stopped"], "\(log)")
        }

        @Test("health is 200; readiness ends with the stop")
        func probes() throws {
            let server = try RunningServer()
            #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200)
            #expect(try HTTP1Client.get("/readyz", port: server.port).status == 200)
        }

        @Test("the metrics of the design are there, and the process's are true")
        func metrics() throws {
            let server = try RunningServer()
            let metrics = try server.metrics()
            for name in [
                "rivulet_sse_subscribers", "rivulet_subscriptions", #"rivulet_connections{protocol="http/1.1"}"#,
                #"rivulet_connections{protocol="h2"}"#,
                "rivulet_streams", "rivulet_viewers", "rivulet_sse_cut_off_total", #"rivulet_events_total{channel="notifications"}"#,
                "process_open_fds", "process_resident_memory_bytes",
            ] {
                #expect(metrics[name] != nil, "\(name)")
            }
            let memory = try Double(server.residentMemory()) * 1_024
            #expect(abs((metrics["process_resident_memory_bytes"] ?? 0) - memory) < 16e6)
            let descriptors = try server.openDescriptors()
            #expect(abs((metrics["process_open_fds"] ?? 0) - Double(descriptors)) <= 2)
            _ = try HTTP1Client.post("/notifications/message", "1", port: server.port)
            #expect(try server.metric(#"rivulet_events_total{channel="notifications"}"#) == 1)
        }

        @Test("a second server on the same port says so in one line and fails")
        func secondServer() throws {
            let server = try RunningServer()
            let (status, output, error) = try run(
                RunningServer.executable, "--port", String(server.port), "--public", RunningServer.repository.appending(path: "Public").path
            )
            #expect(status == 69)
            #expect(output.isEmpty)
            let lines = error.split(separator: "\n")
            #expect(lines.count == 1, "\(error)")
            #expect(error.contains("127.0.0.1:\(server.port)") && error.contains("in use"), "\(error)")
            #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200)
        }

        @Test("healthcheck says by its exit status whether the server answers")
        func healthCheck() throws {
            let server = try RunningServer()
            let port = String(server.port)
            #expect(try run(RunningServer.executable, "healthcheck", "--port", port).status == 0)
            let byEnvironment = try run(
                RunningServer.executable, "healthcheck", environment: ["RIVULET_PORT": port, "RIVULET_HOST": "0.0.0.0"])
            #expect(byEnvironment.status == 0)
            _ = try server.stop()
            let (status, _, error) = try run(RunningServer.executable, "healthcheck", "--port", port)
            #expect(status == 1)
            #expect(error.contains("no connection"))
        }

        @Test("IPv6 works as IPv4 does")
        func ipv6() throws {
            let server = try RunningServer("--host", "[::1]")
            let (status, output, _) = try run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://[::1]:\(server.port)/healthz")
            #expect(status == 0)
            #expect(output == "200")
            #expect(server.process.standardError.contains("http://[::1]:\(server.port)"))
        }

        @Test("help, version and a wrong call")
        func calls() throws {
            let help = try run(RunningServer.executable, "--help")
            #expect(help.status == 0 && help.output.contains("--max-body") && help.error.isEmpty)
            let version = try run(RunningServer.executable, "--version")
            #expect(version.status == 0 && version.output.wholeMatch(of: #/rivulet \d+\.\d+\.\d+\n/#) != nil)
            let wrong = try run(RunningServer.executable, "--port", "abc")
            #expect(wrong.status == 64 && wrong.output.isEmpty)
            #expect(wrong.error == "rivulet: --port can't be \"abc\"; allowed: a port from 0 to 65535, where 0 lets the system choose\n")
        }

        @Test("lines for machines are JSON, and no key is in any of them")
        func jsonLog() throws {
            let server = try RunningServer("--log-format", "json", "--log-level", "debug")
            let client = EventStreamClient(try HTTP1EventStream(port: server.port))
            let hello = try client.hello()
            _ = try HTTP1Client.post("/viewers/\(hello.viewer)/visibility", #"{"key":"\#(hello.key)","visible":false}"#, port: server.port)
            _ = try server.stop()
            let log = server.process.standardError
            for line in log.split(separator: "\n") {
                let entry = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
                #expect(entry["time"] != nil && entry["level"] != nil && entry["message"] != nil)
            }
            #expect(!log.contains(hello.key))
        }
    }
}

/// Looks for `retry:` lines, which the end of a stream brings without an event.
private struct EventStreamParserOverRetry {
    private var text = ""
    var lastRetry: Int? { text.matches(of: #/(?:^|\n)retry: ?(\d+)\n/#).last.flatMap { Int($0.output.1) } }
    mutating func feed(_ bytes: [UInt8]) { text += String(decoding: bytes, as: UTF8.self) }
}
