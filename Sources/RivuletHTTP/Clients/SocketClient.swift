import Dispatch
import Glibc
import Rivulet

/// Asks a server over HTTP/1.1, a connection for each request: for tests of everything between the socket and the handler.
///
///     let server = Server(configuration: configuration, handler: router.handler)
///     let client = SocketClient(try server.start()[0])
///     let answer = try await client.get("/articles?page=2")
///
/// Cancelling the task that waits closes the connection, as a client does that goes away.
public struct SocketClient: Client {
    /// Why there is no response.
    public enum Failure: Error, Equatable {
        /// A system call failed, with this `errno`.
        case system(call: String, code: Int32)
        /// The server closed before the response was complete.
        case closedEarly
        /// What came is no response of HTTP/1.1.
        case malformed
    }

    private let address: SocketAddress
    private let patience: Int

    /// - Parameters:
    ///   - address: of the server.
    ///   - patience: after how many seconds without a byte it gives up.
    public init(_ address: SocketAddress, patience: Int = 10) {
        self.address = address
        self.patience = patience
    }

    public func send(_ method: Method, _ target: String, fields: Fields, body: [UInt8]) async throws -> Answer {
        let call = SocketCall()
        let request = Self.encode(method, target, fields, body, host: address.description)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // On a thread that may block.
                DispatchQueue.global().async { [address, patience] in
                    continuation.resume(
                        with: Result {
                            let received = try call.run(request, to: address, patience: patience)
                            return try Answer(received, isHead: method == .head)
                        })
                }
            }
        } onCancel: {
            call.cancel()
        }
    }

    private static func encode(_ method: Method, _ target: String, _ fields: Fields, _ body: [UInt8], host: String) -> [UInt8] {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        if !fields.contains("Host") { text += "Host: \(host)\r\n" }
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.count)\r\n" }
        return Array("\(text)Connection: close\r\n\r\n".utf8) + body
    }
}

/// One request over a socket of its own.
private final class SocketCall: Sendable {
    private struct State {
        var descriptor: Int32?
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Breaks off: what waits for the socket wakes up.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let descriptor = state.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Sends everything and receives until the server closes. Blocks.
    func run(_ request: [UInt8], to address: SocketAddress, patience: Int) throws -> [UInt8] {
        let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketClient.Failure.system(call: "socket", code: errno) }
        defer {
            state.withLock { $0.descriptor = nil }
            close(descriptor)
        }
        let isCancelled = state.withLock { state in
            state.descriptor = descriptor
            return state.isCancelled
        }
        if isCancelled { throw CancellationError() }
        do {
            var timeout = timeval(tv_sec: patience, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
            try connect(descriptor, to: address)
            send(request, to: descriptor)
            return try receiveAll(from: descriptor)
        } catch {
            throw state.withLock { $0.isCancelled } ? CancellationError() : error
        }
    }

    private func connect(_ descriptor: Int32, to address: SocketAddress) throws(SocketClient.Failure) {
        let code = address.withSystemAddress { Glibc.connect(descriptor, $0, $1) }
        if code != 0 { throw .system(call: "connect", code: errno) }
    }

    /// A server may answer and close before it has everything; then its answer says why.
    private func send(_ bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            sent += count
        }
    }

    private func receiveAll(from descriptor: Int32) throws -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 { throw SocketClient.Failure.system(call: "recv", code: errno) }
            if state.withLock({ $0.isCancelled }) { throw CancellationError() }
            if count == 0 { return received }
            received += buffer[..<count]
        }
    }
}

extension Answer {
    /// Reads what a server sent until it closed: perhaps interim responses, then one response.
    init(_ received: [UInt8], isHead: Bool) throws(SocketClient.Failure) {
        var rest = received[...]
        var head: (status: Status, fields: Fields)
        repeat { head = try Self.takeHead(&rest) } while head.status.rawValue < 200
        (status, fields) = head
        if isHead || status.forbidsContent {
            body = []
        } else if fields.list("Transfer-Encoding", contains: "chunked") {
            body = try Self.dechunk(rest)
        } else if let length = fields["Content-Length"].flatMap({ Int($0) }) {
            guard rest.count >= length else { throw .closedEarly }
            body = Array(rest.prefix(length))
        } else {
            body = Array(rest)
        }
    }

    private static func takeHead(_ rest: inout ArraySlice<UInt8>) throws(SocketClient.Failure) -> (status: Status, fields: Fields) {
        guard let line = takeLine(&rest) else { throw .closedEarly }
        guard line.hasPrefix("HTTP/1.1 "), let code = Int(line.dropFirst(9).prefix(3)) else { throw .malformed }
        var fields = Fields()
        while let line = takeLine(&rest) {
            if line.isEmpty { return (Status(rawValue: code), fields) }
            let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .malformed }
            fields.append(String(parts[0]), String(parts[1]))
        }
        throw .closedEarly
    }

    private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> String? {
        var position = rest.startIndex
        while position + 1 < rest.endIndex {
            if rest[position] == 0x0D, rest[position + 1] == 0x0A {
                defer { rest = rest[(position + 2)...] }
                return String(decoding: rest[..<position], as: UTF8.self)
            }
            position += 1
        }
        return nil
    }

    private static func dechunk(_ chunks: ArraySlice<UInt8>) throws(SocketClient.Failure) -> [UInt8] {
        let bytes = Array(chunks)
        var decoder = ChunkedDecoder()
        var position = 0
        var content: [UInt8] = []
        while true {
            switch decoder.next(bytes.span, &position) {
            case .data(let range): content += bytes[range]
            case .end: return content
            case .needsMore: throw .closedEarly
            case .refused: throw .malformed
            }
        }
    }
}
