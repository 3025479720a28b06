import Dispatch
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("A server of HTTP/1.1, on real sockets")
struct HTTP1ServerTests {
    private static let echo: Handler = { request in
        switch request.path {
        case "/body": request.body.collect().map { Response(text: String(decoding: $0, as: UTF8.self)) }
        case "/silent": .empty()
        case "/never": .never()
        case "/conflict": .error(Problem(.conflict, detail: "twice"))
        default: .just(Response(text: "\(request.method) \(request.path)"))
        }
    }

    @Test("answers pipelined requests in order, also behind one that is broken")
    func pipelining() async throws {
        try await TestServer.run(handler: Self.echo) { test in
            let client = try test.connect()
            let paths = (0..<50).map { "/\($0)" }
            client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined() + "GET / HTTP/1.1\nHost: x\r\n\r\n")
            for path in paths { #expect(try client.readResponse().hasSuffix("\r\n\r\nGET \(path)")) }
            let last = try client.readToEnd()
            #expect(last.hasPrefix("HTTP/1.1 400 "))
            #expect(last.contains("Connection: close\r\n"))
            #expect(last.contains("application/problem+json"))
        }
    }

    @Test(
        "reads to its end what has come while the loop was busy, be it just what its buffer holds or more",
        arguments: [1_024, 1_025, 3_000])
    func bursts(count: Int) async throws {
        let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let handler: Handler = { request in
            if request.path == "/busy" {
                isBusy.signal()
                isFree.wait()
            }
            return .just(Response(text: "answer"))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET /busy HTTP/1.1\r\nHost: x\r\n\r\n")
            isBusy.wait()
            let head = "GET / HTTP/1.1\r\nHost: x\r\nFill: "
            let request = head + String(repeating: "x", count: 64 - head.utf8.count - 4) + "\r\n\r\n"
            client.send(String(repeating: request, count: count))
            client.finish()
            isFree.signal()
            #expect(try client.readToEnd().split(separator: "\r\n\r\nanswer").count == count + 1)
        }
    }

    @Test("lets everybody in who came while the loop was busy")
    func crowds() async throws {
        let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let handler: Handler = { request in
            if request.path == "/busy" {
                isBusy.signal()
                isFree.wait()
            }
            return .just(Response(text: "answer"))
        }
        try await TestServer.run(handler: handler) { test in
            let first = try test.connect()
            first.send("GET /busy HTTP/1.1\r\nHost: x\r\n\r\n")
            isBusy.wait()
            let clients = try (0..<200).map { _ in try test.connect() }
            for client in clients { client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
            isFree.signal()
            for client in [first] + clients { #expect(try client.readResponse().hasSuffix("answer")) }
        }
    }

    @Test("reads a request however it is split")
    func splits() async throws {
        try await TestServer.run(handler: Self.echo) { test in
            let whole = "POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nT: 1\r\n\r\n"
            let client = try test.connect()
            for byte in whole { client.send(String(byte)) }
            #expect(try client.readResponse().hasSuffix("\r\n\r\nhello"))
            for count in stride(from: 1, to: whole.utf8.count, by: 7) {
                client.send(String(whole.prefix(count)))
                client.send(String(whole.dropFirst(count)))
                #expect(try client.readResponse().hasSuffix("\r\n\r\nhello"))
            }
        }
    }

    @Test("sends 100 when the body is wanted, and not before a refusal")
    func expectation() async throws {
        try await TestServer.run(handler: Self.echo) { test in
            let head = "HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
            let client = try test.connect()
            client.send("POST /body \(head)")
            #expect(try client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("hello")
            #expect(try client.readResponse().hasSuffix("hello"))
            client.send("POST /conflict \(head)")
            let refusal = try client.readToEnd()
            #expect(refusal.hasPrefix("HTTP/1.1 409 "))
            #expect(refusal.contains("Connection: close"))
        }
    }

    @Test("a 413 can be read by a client that is still sending")
    func tooLarge() async throws {
        var limits = Limits()
        limits.bodySize = 1000
        try await TestServer.run(limits: limits, handler: Self.echo) { test in
            let client = try test.connect()
            client.send("POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n" + String(repeating: "x", count: 4_000_000))
            #expect(try client.readResponse().hasPrefix("HTTP/1.1 413 "))
            let chunked = try test.connect()
            chunked.send("POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            chunked.send("400\r\n" + String(repeating: "x", count: 1024) + "\r\n")
            #expect(try chunked.readResponse().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test("a handler without an answer gets a 500, one that takes too long a 504, a problem its own status")
    func handlers() async throws {
        var limits = Limits()
        limits.handlerTimeout = .milliseconds(30)
        try await TestServer.run(limits: limits, handler: Self.echo) { test in
            let client = try test.connect()
            for (path, status) in [("/silent", 500), ("/never", 504), ("/conflict", 409), ("/", 200)] {
                client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try client.readResponse().hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test("answers that the server gives in the handler's place are in log and metrics, each once")
    func answersInstead() async throws {
        var limits = Limits()
        limits.handlerTimeout = .milliseconds(30)
        limits.bodyTimeout = .milliseconds(30)
        limits.bodySize = 1000
        let entries = Lock<[String]>([])
        let metrics = RequestMetrics()
        let log = AccessLog { entry in entries.withLock { $0.append("\(entry.request.path) \(entry.status.rawValue)") } }
        try await TestServer.run(limits: limits, handler: log.wrapping(metrics.wrapping(Self.echo))) { test in
            let body = "POST /body HTTP/1.1\r\nHost: x\r\n"
            for (request, status) in [
                ("GET /never HTTP/1.1\r\nHost: x\r\n\r\n", 504), (body + "Content-Length: 5\r\n\r\nhe", 408),
                (body + "Transfer-Encoding: chunked\r\n\r\n400\r\n" + String(repeating: "x", count: 1024) + "\r\n", 413),
                (body + "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n", 400), (body + "Content-Length: 2\r\n\r\nhe", 200),
            ] {
                let client = try test.connect()
                client.send(request)
                #expect(try client.readResponse().hasPrefix("HTTP/1.1 \(status) "))
            }
        }
        #expect(entries.withLock { $0 } == ["/never 504", "/body 408", "/body 413", "/body 400", "/body 200"])
        for status in [504, 408, 413, 400, 200] {
            let method = status == 504 ? "GET" : "POST"
            #expect(metrics.text.contains("_count{route=\"none\",method=\"\(method)\",status=\"\(status)\"} 1\n"))
        }
    }

    @Test("a head that does not come gets a 408, an idle connection is closed")
    func timeouts() async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(30)
        limits.idleTimeout = .milliseconds(30)
        limits.bodyTimeout = .milliseconds(30)
        try await TestServer.run(limits: limits, handler: Self.echo) { test in
            let (slow, idle, silent, slowBody) = (try test.connect(), try test.connect(), try test.connect(), try test.connect())
            slow.send("GET / HT")
            idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            slowBody.send("POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhe")
            #expect(try slow.readToEnd().hasPrefix("HTTP/1.1 408 "))
            #expect(try idle.readToEnd().hasPrefix("HTTP/1.1 200 "))
            #expect(try silent.readToEnd().isEmpty)
            #expect(try slowBody.readToEnd().hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test("once a chunked body is complete it is the handler that takes its time, not the client")
    func slowHandlerOfChunks() async throws {
        var limits = Limits()
        limits.bodyTimeout = .milliseconds(100)
        limits.handlerTimeout = .seconds(300)
        try await TestServer.run(limits: limits, handler: TestServer.countingLate) { test in
            let client = try test.connect()
            client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            let response = try client.readResponse()
            #expect(response.hasSuffix("3 bytes"))
        }
    }

    @Test("a second server on the port is told so")
    func secondServer() async throws {
        try await TestServer.run(handler: Self.echo) { test in
            var configuration = Server.Configuration()
            configuration.port = test.port
            let second = Server(configuration: configuration, handler: Self.echo)
            #expect(throws: ServerError.addressInUse("127.0.0.1:\(test.port)")) { try second.start() }
        }
    }

    @Test("a byte source is pulled as the client reads, and stopped at the end")
    func sources() async throws {
        final class Source: ByteSource {
            let state = Lock((left: 1_000_000, pulled: 0, stops: 0))
            func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) {}
            func stop() { state.withLock { $0.stops += 1 } }
            func pull(atMost count: Int) -> Pulled {
                state.withLock { state in
                    let next = min(count, state.left, 10_000)
                    state.left -= next
                    return next == 0 ? .end : .bytes(ArraySlice(repeating: UInt8(ascii: "x"), count: next))
                }
            }
        }
        let source = Source()
        let handler: Handler = { _ in .just(Response(body: .source(source, length: nil))) }
        try await TestServer.run(handler: handler) { test in
            let client = try test.connect()
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let response = try client.read(until: "\r\n0\r\n\r\n")
            #expect(response.contains("Transfer-Encoding: chunked\r\n"))
            #expect(response.utf8.count { $0 == UInt8(ascii: "x") } == 1_000_000)
            #expect(source.state.withLock { $0.stops } == 1)
        }
    }
}
