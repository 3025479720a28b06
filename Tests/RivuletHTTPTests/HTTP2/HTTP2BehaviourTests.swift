import Dispatch
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("HTTP/2, frame by frame")
struct HTTP2BehaviourTests {
    private static let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 16_384)

    @Test("a reader that pauses gets no more than a window: the client is granted more only as it reads on")
    func requestBodyFlowControl() async throws {
        let (reads, read) = AsyncStream<Void>.makeStream()
        let reader = PausingReader(reads)
        let executor = ThreadOfItsOwn()
        let handler: Handler = { request in
            .create { observer in
                let task = Task(executorPreference: executor) {
                    observer.onNext(Response(text: "\(try await reader.count(request.body))"))
                }
                return Disposables.create { task.cancel() }
            }
        }
        var limits = Limits()
        // Everything else is tested at the same time.
        limits.handlerTimeout = .seconds(300)
        try await TestServer.run(limits: limits, handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/", method: "POST", hasBody: true)
            // Three quarters of the stream's window.
            for _ in 0..<3 { client.data(Self.chunk, on: stream) }
            let hasBegun = test.eventually { reader.hasBegun.withLock { $0 } }
            #expect(hasBegun)
            // A ping is answered after everything that was sent before it: by then a window that is to be opened is open.
            client.send(.ping, [UInt8](repeating: 0, count: 8))
            try client.read { client.pongs == 1 }
            let granted = client[stream].granted
            #expect(granted <= Self.chunk.count)
            read.yield()
            try client.read { client[stream].granted >= 2 * Self.chunk.count }
            client.data(Self.chunk, on: stream, isLast: true)
            try client.read { client[stream].isEnded }
            let answer = client[stream].text
            #expect(answer == "\(4 * Self.chunk.count)")
        }
    }

    @Test("a stop is announced in two steps, and what is under way is finished")
    func goAway() async throws {
        let answers = PublishSubject<Response>()
        let (arrivals, arrive) = AsyncStream<Void>.makeStream()
        let handler: Handler = { _ in
            arrive.yield()
            return answers.asObservable()
        }
        var configuration = Server.Configuration()
        configuration.port = 0
        configuration.loops = 1
        // Between the two steps and the answer other tests may have their turn.
        configuration.limits.handlerTimeout = .seconds(300)
        let server = Server(configuration: configuration, handler: handler)
        let port = try #require(try server.start().first).port
        let (announced, announce) = AsyncStream<Void>.makeStream()
        let reading = Task {
            try await TestServer.onThread {
                let client = try HTTP2TestClient(port: port)
                let stream = client.request("/slow")
                try client.read { !client.goAways.isEmpty }
                // Opened before the client could know: served as well.
                let late = client.request("/late")
                try client.read { client.goAways.count == 2 }
                announce.yield()
                try client.read { client.isClosed }
                return (client.goAways, client[stream].text, client[late].text)
            }
        }
        for await _ in arrivals { break }
        let stopping = Task { await server.stop(grace: .seconds(5)) }
        for await _ in announced { break }
        answers.onNext(Response(text: "done"))
        let (goAways, first, late) = try await reading.value
        #expect(goAways.map(\.code) == [0, 0])
        #expect(goAways.map(\.last) == [UInt32(Int32.max), 3])
        #expect(first == "done")
        #expect(late == "done")
        await stopping.value
    }

    @Test("an answer to a client that is still sending comes whole, and the reset only later")
    func earlyAnswer() async throws {
        let handler: Handler = { _ in .just(Response(.forbidden, text: "no")) }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/", method: "POST", hasBody: true)
            client.data(Self.chunk, on: stream)
            try client.read { client[stream].isEnded }
            #expect(client[stream].text == "no")
            #expect(client[stream].resetCode == nil)
            try client.read { client[stream].resetCode != nil }
            #expect(client[stream].resetCode == 0)
        }
    }

    @Test("a declared length over the limit is a 413 of its own, and the connection serves on")
    func tooLarge() async throws {
        let handler: Handler = { .just(Response(text: $0.path)) }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            let stream = client.request("/", method: "POST", fields: [("content-length", "99999999")], hasBody: true)
            let next = client.request("/next")
            try client.read { client[stream].isEnded && client[next].isEnded }
            #expect(client[stream].status == "413")
            #expect(client[next].text == "/next")
        }
    }

    @Test("events go before files: an event is not behind what is left of a large response on the same connection")
    func priorities() async throws {
        let handler: Handler = { request in
            request.path == "/events"
                ? .just(Response(body: .events(EventStream(channels: 1))))
                : .just(Response(body: .bytes([UInt8](repeating: 0, count: 8 << 20))))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port, window: 1 << 30, receiveBuffer: 16 * 1024)
            // The file first, so that it has the lower number.
            let file = client.request("/file")
            try client.read { client[file].body.count > 100_000 }
            let events = client.request("/events")
            try client.read { client[events].status != nil }
            test.server.broadcast.publish(EventFrame(Array("<1>".utf8)), channel: 1, sequence: 1)
            try client.read { client[events].text == "<1>" || client[file].isEnded }
            #expect(client[events].text == "<1>")
            #expect(!client[file].isEnded)
            try client.read { client[file].isEnded }
            #expect(client[file].body.count == 8 << 20)
        }
    }

    @Test("what the client says of priorities holds: the urgent file is done before the other")
    func clientPriorities() async throws {
        let handler: Handler = { _ in .just(Response(body: .bytes([UInt8](repeating: 0, count: 1 << 20)))) }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port, window: 0)
            let idle = client.request("/idle", fields: [("priority", "u=7")])
            let urgent = client.request("/urgent", fields: [("priority", "u=0")])
            try expect(urgent, before: idle, on: client)
        }
    }

    /// Opens the windows of two large responses that have begun: one is to be done before the other.
    private func expect(_ urgent: Int32, before idle: Int32, on client: HTTP2TestClient) throws {
        try client.read { client[idle].status != nil && client[urgent].status != nil }
        client.openWindow(idle, urgent, by: 1 << 30)
        try client.read { client[urgent].isEnded || client[idle].isEnded }
        #expect(client[urgent].isEnded)
        #expect(!client[idle].isEnded)
        try client.read { client[idle].isEnded }
    }

    @Test("what the client says of priorities later holds as well, and before it asks", arguments: [true, false])
    func priorityUpdates(isEarly: Bool) async throws {
        let handler: Handler = { _ in .just(Response(body: .bytes([UInt8](repeating: 0, count: 1 << 20)))) }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port, window: 0)
            func say() {
                client.send(.priorityUpdate, HTTP2TestClient.bytes(1) + Array("u=7".utf8))
                client.send(.priorityUpdate, HTTP2TestClient.bytes(3) + Array("u=0".utf8))
            }
            if isEarly { say() }
            let idle = client.request("/idle")
            let urgent = client.request("/urgent")
            if !isEarly { say() }
            try expect(urgent, before: idle, on: client)
        }
    }

    @Test("a stream of events is as urgent as its client has said before, not as events are by themselves", arguments: [true, false])
    func priorityOfEvents(isUpdated: Bool) async throws {
        let handler: Handler = { request in
            request.path == "/events"
                ? .just(Response(body: .events(EventStream(channels: 1, replay: [EventFrame([UInt8](repeating: 0, count: 1 << 20))]))))
                : .just(Response(body: .bytes([UInt8](repeating: 0, count: 1 << 20))))
        }
        try await TestServer.run(handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port, window: 0)
            if isUpdated { client.send(.priorityUpdate, HTTP2TestClient.bytes(1) + Array("u=7".utf8)) }
            let events = client.request("/events")
            let file = client.request("/file")
            try client.read { client[events].status != nil && client[file].status != nil }
            client.openWindow(events, file, by: 1 << 30)
            try client.read { client[events].body.count == 1 << 20 || client[file].isEnded }
            #expect(client[file].isEnded == isUpdated)
        }
    }

    @Test("who changes its mind about priorities without end is sent away")
    func priorityFlood() async throws {
        var limits = Limits()
        limits.http2Burst = 10
        limits.http2Rate = 1
        let handler: Handler = { _ in .just(Response(text: "x")) }
        try await TestServer.run(limits: limits, handler: handler) { test in
            let client = try HTTP2TestClient(port: test.port)
            client.atOnce {
                for _ in 0..<100 { client.send(.priorityUpdate, HTTP2TestClient.bytes(1) + Array("u=0".utf8)) }
            }
            try client.read { client.isClosed }
            // ENHANCE_YOUR_CALM.
            #expect(client.goAways.map(\.code) == [11])
        }
    }
}

/// Reads a body's first piece, and the rest only when it is told to.
private final class PausingReader: Sendable {
    let hasBegun = Lock(false)
    private let reads: AsyncStream<Void>

    init(_ reads: AsyncStream<Void>) { self.reads = reads }

    func count(_ body: RequestBody) async throws -> Int {
        var count = 0
        for try await piece in body.bytes {
            if count == 0 {
                hasBegun.withLock { $0 = true }
                for await _ in reads { break }
            }
            count += piece.count
        }
        return count
    }
}

/// Runs tasks apart from the threads that all tests share, where a task may wait for minutes behind tests that block.
private final class ThreadOfItsOwn: TaskExecutor {
    private let queue = DispatchQueue(label: "a test's tasks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
