import Dispatch
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("The patience of HTTP/2")
struct HTTP2TimeoutTests {
    private static let counting: Handler = { request in request.body.collect().map { Response(text: "\($0.count) bytes") } }

    // MARK: Bodies

    @Test("an upload that arrives steadily may last longer than a handler may take")
    func steadyUpload() async throws {
        var limits = Limits()
        limits.handlerTimeout = .milliseconds(200)
        try await TestServer.run(limits: limits, handler: Self.counting) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/", method: "POST", hasBody: true)
            let end = DispatchTime.now() + .milliseconds(600)
            var count = 0
            let isOver = test.eventually {
                client.data([1, 2, 3], on: stream)
                count += 3
                return .now() > end
            }
            #expect(isOver)
            client.data([], on: stream, isLast: true)
            try client.read { client[stream].isEnded }
            #expect(client[stream].status == "200")
            #expect(client[stream].text == "\(count) bytes")
        }
    }

    @Test("a body that nothing comes of gets a 408 and a reset without error, and its connection serves on")
    func silentBody() async throws {
        var limits = Limits()
        limits.bodyTimeout = .milliseconds(100)
        limits.handlerTimeout = .seconds(300)
        let failures = Lock<[RequestBodyError]>([])
        let handler: Handler = { request in
            if request.method == .get { return .just(Response(text: request.path)) }
            return request.body.collect().map { Response(text: "\($0.count) bytes") }.do(onError: { error in
                if let error = error as? RequestBodyError { failures.withLock { $0.append(error) } }
            })
        }
        try await TestServer.run(limits: limits, handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/", method: "POST", hasBody: true)
            client.data([1, 2, 3], on: stream)
            try client.read { client[stream].resetCode != nil }
            #expect(client[stream].status == "408")
            #expect(client[stream].isEnded)
            #expect(client[stream].resetCode == 0)
            let next = client.request("/next")
            try client.read { client[next].isEnded }
            #expect(client[next].text == "/next")
            #expect(client.goAways.isEmpty)
        }
    }

    @Test("once a body is complete it is the handler that takes its time, not the client")
    func slowHandler() async throws {
        var limits = Limits()
        limits.bodyTimeout = .milliseconds(100)
        limits.handlerTimeout = .seconds(300)
        let handler: Handler = { request in
            request.body.collect().flatMap { bytes in
                Observable<Int>.timer(.milliseconds(300), scheduler: request.exchange.loop)
                    .map { _ in Response(text: "\(bytes.count) bytes") }
            }
        }
        try await TestServer.run(limits: limits, handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            var stream: Int32 = 0
            client.atOnce {
                stream = client.request("/", method: "POST", hasBody: true)
                client.data([1, 2, 3], on: stream)
                client.data([], on: stream, isLast: true)
            }
            try client.read { client[stream].isEnded }
            #expect(client[stream].text == "3 bytes")
        }
    }
}
