import Dispatch
import Glibc
import RivuletHTTP

/// `rivulet healthcheck`: asks a running server for `/healthz`, for containers that have no other client.
///
/// Blocking and on one socket, since nothing else happens in this process.
struct HealthCheck {
    let host: Host
    let port: UInt16
    let path: String
    let timeout: DispatchTimeInterval
    /// Whether the server speaks TLS.
    let isSecure: Bool

    enum Failure: Error, Equatable {
        case noConnection(String)
        case noAnswer
        /// The start of a response that is not 200.
        case answered(String)
    }

    init(_ configuration: Configuration) {
        self.init(host: configuration.host.forConnecting, port: configuration.port, isSecure: configuration.tls.certificate != nil)
    }

    init(
        host: Host, port: UInt16, path: String = "/healthz", timeout: DispatchTimeInterval = .seconds(3), isSecure: Bool = false
    ) {
        self.host = host
        self.port = port
        self.path = path
        self.timeout = timeout
        self.isSecure = isSecure
    }

    /// Returns if the server answered 200 in time.
    func run() throws(Failure) {
        let socket = try connect()
        defer { close(socket) }
        let request = "GET \(path) HTTP/1.1\r\nHost: \(host.forURL):\(port)\r\nConnection: close\r\n\r\n"
        let statusLine = try isSecure ? ask(request, through: TLSProbe(socket)) : ask(request, on: socket)
        guard statusLine.hasPrefix("HTTP/1.1 200 ") else { throw .answered(LogLine.escaped(statusLine)) }
    }

    private func connect() throws(Failure) -> Int32 {
        let family = host.path != nil ? AF_UNIX : host.isIPv6 ? AF_INET6 : AF_INET
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .noConnection(errorText()) }
        // On Linux the send timeout bounds connect() as well (socket(7)).
        let milliseconds = timeout.inMilliseconds
        var time = timeval(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor) == 0 else {
            defer { close(descriptor) }
            throw .noConnection(errorText())
        }
        return descriptor
    }

    private func connect(_ descriptor: Int32) -> Int32 {
        if let path = host.path {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            // The option's value was checked for its length; the last byte stays zero.
            withUnsafeMutableBytes(of: &address.sun_path) { $0.dropLast().copyBytes(from: path.utf8.prefix($0.count - 1)) }
            return connect(descriptor, to: &address)
        } else if host.isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, host.address, &address.sin6_addr)
            return connect(descriptor, to: &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            inet_pton(AF_INET, host.address, &address.sin_addr)
            return connect(descriptor, to: &address)
        }
    }

    private func connect<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
        // connect(2) takes every family's address through a pointer to the common head of them all.
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    private func ask(_ request: String, through tls: TLSProbe) throws(Failure) -> String {
        guard let answer = tls.exchange(Array(request.utf8), until: { $0.contains(UInt8(ascii: "\n")) }) else { throw .noAnswer }
        return Self.firstLine(answer)
    }

    /// The first line, read until its end or until enough of it is there to judge.
    private func ask(_ request: String, on socket: Int32) throws(Failure) -> String {
        guard send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count else { throw .noAnswer }
        let end = DispatchTime.now() + timeout
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while !received.contains(UInt8(ascii: "\n")), received.count < buffer.count {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0, DispatchTime.now() < end else { throw .noAnswer }
            received += buffer.prefix(count)
        }
        return Self.firstLine(received)
    }

    private static func firstLine(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private func errorText() -> String { String(cString: strerror(errno)) }
}

extension HealthCheck.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .noConnection(let reason): "no connection: \(reason)"
        case .noAnswer: "no answer in time"
        case .answered(let line): "answered \(line)"
        }
    }
}
