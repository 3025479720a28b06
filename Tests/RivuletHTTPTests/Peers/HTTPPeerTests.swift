import Glibc
import Rivulet
import Testing

@testable import RivuletHTTP

/// What users of other servers ran into, each with where it was reported.
@Suite("What users of other HTTP servers ran into")
struct HTTPPeerTests {
    private static func files() throws -> (folder: TemporaryFolder, client: InProcessClient) {
        let folder = try TemporaryFolder()
        try folder.write("data.bin", (0..<1000).map { UInt8($0 % 251) })
        var router = Router()
        router.get("/**", handler: try StaticFiles(folder: folder.path).handler)
        return (folder, try InProcessClient(router.handler))
    }

    @Test("a known path with another method is 405 with Allow, not 404 (vapor#2816)")
    func methodNotAllowed() async throws {
        var router = Router()
        router.get("/articles/:id") { _ in "" }
        router.delete("/articles/:id") { _ in "" }
        let answer = try await InProcessClient(router.handler).send(.post, "/articles/1")
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.fields["Allow"] == "GET, HEAD, DELETE, OPTIONS")
    }

    @Test(
        "a range is the last bytes exactly, is clamped to the end, and 416 only when nothing is left (vapor#2836, #2837, #2991)",
        arguments: [
            ("bytes=-700", "bytes 300-999/1000", 700), ("bytes=900-2000", "bytes 900-999/1000", 100),
            ("bytes=999-", "bytes 999-999/1000", 1),
            ("bytes=-2000", "bytes 0-999/1000", 1000), ("bytes=1000-", "bytes */1000", nil), ("bytes=1000-2000", "bytes */1000", nil),
        ])
    func ranges(range: String, contentRange: String, count: Int?) async throws {
        let (folder, client) = try Self.files()
        let answer = try await client.get("/data.bin", fields: ["Range": range])
        #expect(answer.status == (count == nil ? .rangeNotSatisfiable : .partialContent))
        #expect(answer.fields["Content-Range"] == contentRange)
        if let count {
            #expect(answer.fields["Content-Length"] == "\(count)")
            #expect(answer.body.count == count)
        }
        withExtendedLifetime(folder) {}
    }

    @Test("files say Accept-Ranges, so that what was broken off can be resumed (vapor#3408)")
    func acceptRanges() async throws {
        let (folder, client) = try Self.files()
        #expect(try await client.get("/data.bin").fields["Accept-Ranges"] == "bytes")
        withExtendedLifetime(folder) {}
    }

    @Test("a 413 says that the connection closes, and can be read by who is still sending (vapor#2252)")
    func contentTooLarge() async throws {
        var limits = Limits()
        limits.bodySize = 1000
        let handler: Handler = { $0.body.collect().map { Response(text: "\($0.count)") } }
        try await TestServer.run(limits: limits, handler: handler) { test in
            for framing in ["Content-Length: 4000000", "Transfer-Encoding: chunked"] {
                let client = try test.connect()
                client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
                for _ in 0..<200 { client.send("fa0\r\n\(String(repeating: "x", count: 4000))\r\n") }
                let answer = try client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 413 "))
                #expect(answer.contains("Connection: close\r\n"))
                #expect(answer.contains("larger than 1000 bytes"))
            }
        }
    }

    @Test("100 Continue comes when the handler reads, and a refusal comes without it (swift-nio#1330)")
    func expectation() async throws {
        let handler: Handler = { request in
            request.path == "/read" ? request.body.collect().map { Response(text: "\($0.count)") } : .just(Response(.forbidden))
        }
        try await TestServer.run(handler: handler) { test in
            let head = "HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
            let reader = try test.connect()
            reader.send("PUT /read \(head)")
            #expect(try reader.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            reader.send("12345")
            #expect(try reader.readResponse().hasSuffix("\r\n\r\n5"))
            let refused = try test.connect()
            refused.send("PUT /refuse \(head)")
            #expect(try refused.readToEnd().hasPrefix("HTTP/1.1 403 "))
        }
    }

    @Test("who produces a streamed body is told that its client left, though nothing is written (hummingbird#618)")
    func producerIsTold() async throws {
        let ended = Lock(0)
        let handler: Handler = { request in
            request.lifetime += Disposables.create { ended.withLock { $0 += 1 } }
            return .just(Response(body: .source(Silence(), length: nil)))
        }
        try await TestServer.run(handler: handler) { test in
            for number in 1...3 {
                let client = try test.connect()
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.read(until: "\r\n\r\n")
                #expect(ended.withLock { $0 } == number - 1)
                switch number {
                case 1: client.close()
                case 2: client.reset()
                default: client.finish()
                }
                #expect(test.eventually { ended.withLock { $0 } == number })
            }
            #expect(test.eventually { test.server.statistics.connections == 0 })
        }
    }

    @Test("a stop over HTTP/2 does not hang on clients that stay (hummingbird#721, swift-nio-http2#336)")
    func shutdown() async throws {
        var configuration = Server.Configuration()
        configuration.port = 0
        let server = Server(configuration: configuration, handler: { _ in .just(Response(text: "here")) })
        let port = try #require(try server.start().first).port
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let staying = Task {
            try await TestServer.onThread {
                let clients = try (0..<5).map { _ in try HTTP2TestClient(port: port) }
                for client in clients {
                    let stream = client.request("/")
                    try client.read { client[stream].isEnded }
                }
                arrive.yield()
                for client in clients { try client.read { client.isClosed } }
                return clients.map { $0.goAways.count }
            }
        }
        for await _ in arrivals { break }
        let start = ContinuousClock.now
        await server.stop(grace: .seconds(30))
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(try await staying.value == [2, 2, 2, 2, 2])
    }

    @Test(
        "nothing outside of the folder is served, however it is written (FlyingFox#24)",
        arguments: [
            "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/%2e%2e%2fsecret", "/%252e%252e/secret", "/a/../../secret", "/..%5csecret",
            "/%00", "/data.bin%00.txt", "/link", "//secret", "/.hidden", "/./data.bin",
        ])
    func traversal(target: String) async throws {
        let (folder, client) = try Self.files()
        try folder.write(".hidden", "hidden")
        try folder.link("link", to: "/etc/hostname")
        let answer = try await client.get(target)
        #expect(answer.status == .notFound || answer.status == .badRequest)
    }

    @Test("500 ordinary cancels pass, and a flood of them gets a GOAWAY (nghttp2#1984)")
    func cancels() async throws {
        let handler: Handler = { $0.path == "/" ? .never() : .just(Response(text: "here")) }
        try await TestServer.run(handler: handler) { test in
            let polite = try HTTP2TestClient(port: test.port)
            for _ in 0..<500 { polite.reset(polite.request("/")) }
            let next = polite.request("/next")
            try polite.read { polite[next].isEnded }
            #expect(polite[next].text == "here")
            #expect(polite.goAways.isEmpty)
            let rude = try HTTP2TestClient(port: test.port)
            for _ in 0..<20_000 { rude.reset(rude.request("/")) }
            try rude.read { rude.isClosed }
            #expect(rude.goAways.map(\.code) == [11])
            #expect(test.eventually { test.server.statistics.http2Streams == 0 })
        }
    }

    @Test("12 KB of events through a window of 2 KB that is opened late are whole; resuming what has ended is no error (nghttp2#1205)")
    func deferredData() async throws {
        let (handler, streams) = TestServer.eventStreams()
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port, window: 2_048)
            let stream = client.request("/")
            try client.read { client[stream].status != nil }
            var expected = ""
            for number: UInt64 in 1...120 {
                let event = "data: \(number) \(String(repeating: "x", count: 90))\n\n"
                expected += event
                test.server.broadcast.publish(EventFrame(Array(event.utf8)), channel: 1, sequence: number)
            }
            try client.read { client[stream].body.count == 2_048 }
            while client[stream].body.count < expected.utf8.count {
                let count = client[stream].body.count
                client.openWindow(stream, by: 1_000)
                try client.read { client[stream].body.count > count }
            }
            #expect(client[stream].text == expected)
            client.openWindow(stream, by: 1_000)
            let ending = streams.subscribe(onNext: { $0.end() })
            try client.read { client[stream].isEnded }
            let resuming = streams.subscribe(onNext: { $0.end() })
            test.server.broadcast.publish(EventFrame(Array("late".utf8)), channel: 1, sequence: 121)
            let next = client.request("/")
            try client.read { client[next].status != nil }
            #expect(client[next].status == "200")
            withExtendedLifetime((ending, resuming)) {}
        }
    }

    @Test("what has no content has no Content-Encoding (vapor#3364)")
    func emptyBodies() async throws {
        let responses: [Response] = [Response(), Response(.noContent), Response(.notModified), Response(text: "")]
        for response in responses {
            let answer = try await InProcessClient(Compression().wrapping { _ in .just(response) })
                .get("/", fields: ["Accept-Encoding": "gzip"])
            #expect(!answer.fields.contains("Content-Encoding"))
        }
        let text = Response(text: String(repeating: "a", count: 5_000))
        let head = try await InProcessClient(Compression().wrapping { _ in .just(text) })
            .send(.head, "/", fields: ["Accept-Encoding": "gzip"])
        #expect(!head.fields.contains("Content-Encoding"))
    }

    @Test("a parse error behind a good pipelined request lets that one's answer out first (swift-nio#600)")
    func errorBehindGood() async throws {
        let handler: Handler = { request in
            .create { observer in
                // Later, when the connection has looked at all that came.
                request.exchange.loop.execute { observer.onNext(Response(text: "first")) }
                return Disposables.create()
            }
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nBAD REQUEST\r\n\r\n")
            let all = try client.readToEnd()
            #expect(all.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(all.contains("\r\n\r\nfirstHTTP/1.1 400 Bad Request\r\n"))
        }
    }

    @Test("%2F inside of a path parameter is a slash of the parameter (routing-kit#64, vapor#899)")
    func encodedSlash() async throws {
        var router = Router()
        router.get("/files/:name/size") { try $0.parameters.require("name") }
        let client = try InProcessClient(router.handler)
        #expect(try await client.get("/files/a%2Fb%252F/size").text == "a/b%2F")
        #expect(try await client.get("/files/a/b/size").status == .notFound)
    }

    @Test("head and content go out at once: no request waits 40 ms for an acknowledgement (FlyingFox)")
    func noDelay() async throws {
        let handler: Handler = { _ in .just(Response(text: "here")) }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            var times: [Duration] = []
            for _ in 0..<41 {
                let start = ContinuousClock.now
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.readResponse()
                times.append(ContinuousClock.now - start)
            }
            // A waiting server would be late nearly each time; a busy machine is now and then.
            #expect(times.sorted()[10] < .milliseconds(40))
        }
    }

    @Test("Connection: Close counts in any case, and HTTP/1.0 is closed unless it asks otherwise (Hummingbird)")
    func connectionClose() async throws {
        let handler: Handler = { _ in .just(Response(text: "here")) }
        try await TestServer.run(handler: handler) { test in
            for request in ["HTTP/1.1\r\nHost: a\r\nConnection: Close", "HTTP/1.1\r\nHost: a\r\nCONNECTION: x, cLoSe", "HTTP/1.0"] {
                let client = try test.connect()
                client.send("GET / \(request)\r\n\r\n")
                #expect(try client.readToEnd().hasSuffix("here"), "\(request)")
            }
            let kept = try test.connect()
            for _ in 0..<2 {
                kept.send("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
                #expect(try kept.readResponse().contains("Connection: keep-alive\r\n"))
            }
        }
    }

    @Test("a client that feeds a byte now and then does not hold its connection for ever (Hummingbird, Go, FlyingFox)")
    func dripFeed() async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(300)
        limits.bodyTimeout = .milliseconds(300)
        let handler: Handler = { $0.body.collect().map { Response(text: "\($0.count)") } }
        try await TestServer.run(limits: limits, handler: handler) { test in
            for start in ["GET / HTTP/1.1\r\nHost: a\r\nX: ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"] {
                let client = try test.connect()
                client.send(start)
                let deadline = ContinuousClock.now + .seconds(60)
                while test.server.statistics.http1Connections > 0, ContinuousClock.now < deadline {
                    client.send("x")
                    usleep(20_000)
                }
                #expect(try client.readToEnd().hasPrefix("HTTP/1.1 408 "))
            }
        }
    }
}

/// A body of which nothing ever comes, and which has no end.
private struct Silence: ByteSource {
    var isEndless: Bool { true }
    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) {}
    func pull(atMost count: Int) -> Pulled { .later }
}
