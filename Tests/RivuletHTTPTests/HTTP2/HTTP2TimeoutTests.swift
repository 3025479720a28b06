import Dispatch
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("The patience of HTTP/2")
struct HTTP2TimeoutTests {
    private static let counting: Handler = { request in request.body.collect().map { Response(text: "\($0.count) bytes") } }

    /// Sends a little of a request's content again and again, then its end, and waits for the response.
    /// - Returns: how many bytes that were.
    private func upload(
        for time: DispatchTimeInterval, on stream: Int32, of client: HTTP2TestClient, _ test: TestServer
    ) throws -> Int {
        let end = DispatchTime.now() + time
        var count = 0
        let isOver = test.eventually {
            client.data([1, 2, 3], on: stream)
            count += 3
            return .now() > end
        }
        #expect(isOver)
        client.data([], on: stream, isLast: true)
        try client.read { client[stream].isEnded }
        return count
    }

    // MARK: Bodies

    @Test("an upload that arrives steadily may last longer than a handler may take")
    func steadyUpload() async throws {
        var limits = Limits()
        limits.handlerTimeout = .milliseconds(200)
        try await TestServer.run(limits: limits, handler: Self.counting) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/", method: "POST", hasBody: true)
            let count = try upload(for: .milliseconds(600), on: stream, of: client, test)
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
        try await TestServer.run(limits: limits, handler: TestServer.countingLate) { test in
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

    @Test("while a client takes nothing it is not read from, and content that it sends is not late for that")
    func uploadBesideDownload() async throws {
        var limits = Limits()
        limits.bodyTimeout = .milliseconds(200)
        limits.headTimeout = .milliseconds(200)
        limits.writeStall = .seconds(300)
        let handler: Handler = { request in
            request.path == "/large"
                ? .just(Response(body: .bytes([UInt8](repeating: 0, count: 32 << 20))))
                : request.body.collect().map { Response(text: "\($0.count) bytes") }
        }
        try await TestServer.run(limits: limits, handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port, window: 1 << 30, receiveBuffer: 16 * 1024)
            var stream: Int32 = 0
            client.atOnce {
                stream = client.request("/", method: "POST", hasBody: true)
                client.request("/large")
            }
            let count = try upload(for: .seconds(1), on: stream, of: client, test)
            #expect(client[stream].text == "\(count) bytes")
        }
    }

    // MARK: Frames

    /// What a client may begin and not go on with, after the preface and its settings.
    enum Beginning: CaseIterable, CustomTestStringConvertible {
        case header, request, trailers, unknown

        var testDescription: String { "\(self)" }

        fileprivate var bytes: [UInt8] {
            switch self {
            case .header: [0, 0]
            case .request, .trailers: [0, 0x3E, 0x80, 1, 5, 0, 0, 0, 1]
            case .unknown: [0, 0x3E, 0x80, 0x77, 0, 0, 0, 0, 0]
            }
        }
    }

    @Test("a frame that has begun must be complete in time, though a byte of it comes now and then", arguments: Beginning.allCases)
    func unfinishedFrame(_ beginning: Beginning) async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(200)
        limits.idleTimeout = .seconds(300)
        limits.handlerTimeout = .seconds(300)
        limits.bodyTimeout = .seconds(300)
        try await TestServer.run(limits: limits, handler: Self.counting) { test in
            let client = try HTTP2TestClient(port: test.port)
            client.send(.ping, [UInt8](repeating: 0, count: 8))
            try client.read { client.pongs == 1 }
            if beginning == .trailers { client.request("/", method: "POST", hasBody: true) }
            client.send(bytes: beginning.bytes)
            let isCut = test.eventually {
                if beginning != .header { client.send(bytes: [0]) }
                return test.server.statistics.http2Connections == 0
            }
            #expect(isCut)
            try client.read { !client.goAways.isEmpty }
            // ENHANCE_YOUR_CALM.
            #expect(client.goAways.map(\.code) == [11])
        }
    }

    @Test("a client that has said that it speaks HTTP/2 must say how, in time", arguments: [[], [0, 0, 6, 4, 0, 0, 0, 0, 0]])
    func noSettings(_ beginning: [UInt8]) async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(200)
        limits.idleTimeout = .seconds(300)
        try await TestServer.run(limits: limits, handler: Self.counting) { test in
            let client = try test.connect()
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            client.send(bytes: beginning)
            // To the end that the server makes.
            _ = try client.readToEnd()
            #expect(test.eventually { test.server.statistics.http2Connections == 0 })
        }
    }

    @Test("a connection without streams is told goodbye in time")
    func idle() async throws {
        var limits = Limits()
        limits.idleTimeout = .milliseconds(100)
        limits.headTimeout = .seconds(300)
        try await TestServer.run(limits: limits, handler: Self.counting) { test in
            let client = try HTTP2TestClient(port: test.port)
            try client.read { client.isClosed }
            #expect(client.goAways.map(\.code) == [0])
        }
    }

    @Test("a frame of content may take longer than a frame of a header")
    func slowContent() async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(200)
        try await TestServer.run(limits: limits, handler: Self.counting) { test in
            let client = try HTTP2TestClient(port: test.port)
            var stream: Int32 = 0
            client.atOnce {
                stream = client.request("/", method: "POST", hasBody: true)
                client.send(bytes: Array(HTTP2TestClient.frame(.data, flags: 1, stream: stream, Self.content).dropLast(Self.content.count)))
            }
            let end = DispatchTime.now() + .milliseconds(600)
            var count = 0
            let isOver = test.eventually {
                client.send(bytes: [0])
                count += 1
                return .now() > end
            }
            #expect(isOver)
            client.send(bytes: [UInt8](repeating: 0, count: Self.content.count - count))
            try client.read { client[stream].isEnded }
            #expect(client[stream].text == "\(Self.content.count) bytes")
        }
    }

    private static let content = [UInt8](repeating: 0, count: 16_384)
}
