import Dispatch
import Glibc
import Rivulet
import Testing

@testable import RivuletHTTP

/// A server on a free port, for the length of one test.
struct TestServer: Sendable {
    let server: Server
    let port: UInt16

    /// Runs `body`, which may block, against a server.
    static func run(
        limits: Limits = Limits(), loops: Int = 1, identity: TLSIdentity? = nil, handler: @escaping Handler,
        _ body: @escaping @Sendable (TestServer) throws -> Void
    ) async throws {
        var configuration = Server.Configuration()
        configuration.port = 0
        configuration.loops = loops
        configuration.limits = limits
        configuration.identity = identity
        let server = Server(configuration: configuration, handler: handler)
        let addresses = try server.start()
        let test = TestServer(server: server, port: try #require(addresses.first).port)
        do {
            try await onThread { try body(test) }
        } catch {
            await server.stop(grace: .milliseconds(100))
            throw error
        }
        await server.stop(grace: .milliseconds(100))
    }

    /// Runs what blocks on a thread outside of Swift's pool, which has other tests to run.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    /// A handler that takes 300 ms to say how many bytes the content had, once it has all of it.
    static let countingLate: Handler = { request in
        request.body.collect().flatMap { bytes in
            Observable<Int>.timer(.milliseconds(300), scheduler: request.exchange.loop).map { _ in Response(text: "\(bytes.count) bytes") }
        }
    }

    /// A handler that answers everybody with an event stream, and the one it answered with last.
    static func eventStreams() -> (handler: Handler, streams: ReplaySubject<EventStream>) {
        let streams = ReplaySubject<EventStream>.create(bufferSize: 1)
        return (
            { _ in
                let stream = EventStream(channels: 1)
                streams.onNext(stream)
                return .just(Response(body: .events(stream)))
            }, streams
        )
    }

    func connect() throws -> TestClient { try TestClient(port: port) }

    /// Waits until something holds, for at most five minutes: with everything tested at the same time, a task may wait long for
    /// its turn, under a sanitizer above all.
    func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<300_000 {
            if condition() { return true }
            usleep(1000)
        }
        return false
    }
}

/// A blocking socket that says exactly what it is told to. Gives up after a minute without an answer.
final class TestClient {
    struct TimedOut: Error {}

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var isClosed = false

    /// - Parameter receiveBuffer: how much the kernel shall take in without being asked, in bytes.
    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafeBytes(of: &address) { bytes in
            bytes.baseAddress.map { Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
        }
        try #require(code == 0)
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close() }

    func send(_ text: String) { send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            sent += count
        }
    }

    /// Closes our half.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        if !isClosed { _ = Glibc.close(descriptor) }
        isClosed = true
    }

    /// Closes with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// - Returns: false at the end.
    private func receive() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN { throw TimedOut() }
        if count > 0 { received.append(contentsOf: buffer[..<count]) }
        return count > 0
    }

    /// Reads until a text has come, which is the end of what is returned.
    func read(until end: String) throws -> String {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            var start = max(0, searched - end.count)
            while start + end.count <= received.count {
                if received[start] == end[0], received[start..<start + end.count].elementsEqual(end) {
                    defer { received.removeFirst(start + end.count) }
                    return String(decoding: received[..<(start + end.count)], as: UTF8.self)
                }
                start += 1
            }
            searched = received.count
            guard try receive() else { return readRest() }
        }
    }

    /// Reads a response with a length, head and content.
    func readResponse() throws -> String {
        let head = try read(until: "\r\n\r\n")
        let length =
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
            .flatMap { Int($0.dropFirst(16)) } ?? 0
        while received.count < length { guard try receive() else { break } }
        defer { received.removeFirst(min(length, received.count)) }
        return head + String(decoding: received.prefix(length), as: UTF8.self)
    }

    /// Reads so many bytes.
    /// - Returns: nil at the end.
    func readBytes(_ count: Int) throws -> [UInt8]? {
        while received.count < count { guard try receive() else { return nil } }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// Reads a chunk of a chunked body, and gives its content; nothing is the end.
    func readChunk() throws -> [UInt8] {
        let size = try #require(Int(try read(until: "\r\n").dropLast(), radix: 16))
        while received.count < size + 2 { guard try receive() else { throw TimedOut() } }
        defer { received.removeFirst(size + 2) }
        return Array(received.prefix(size))
    }

    /// Reads until the server closes.
    func readToEnd() throws -> String {
        while try receive() {}
        return readRest()
    }

    /// Reads whatever comes next; nothing at the end.
    func readSome() throws -> [UInt8] {
        _ = try receive()
        defer { received = [] }
        return received
    }

    private func readRest() -> String {
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }
}
