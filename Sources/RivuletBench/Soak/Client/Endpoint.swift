import Glibc

/// Where a server listens: an IPv4 address and a port.
struct Endpoint: Sendable {
    let host: String
    let port: UInt16

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `http://127.0.0.1:8080`, with or without a slash behind it.
    init?(url: String) {
        guard let match = url.wholeMatch(of: #/http:\/\/([0-9.]+|localhost):([0-9]+)\/?/#), let port = UInt16(match.output.2) else {
            return nil
        }
        self.init(host: match.output.1 == "localhost" ? "127.0.0.1" : String(match.output.1), port: port)
    }

    /// A connected socket, which the caller closes.
    /// - Parameter receiveBuffer: how many bytes the system may keep of what is not read; nil for its own choice.
    func connect(receiveBuffer: Int32? = nil) throws(ClientError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ClientError("socket") }
        // Before connecting: the window is agreed on then.
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size)) }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        // connect(2) takes every family's address through a pointer to the common head of them all.
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let error = ClientError("connect to \(host):\(port)")
            close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// What went wrong between a client of ours and the server.
struct ClientError: Error, CustomStringConvertible {
    let description: String

    /// What the system said of a call that has just failed.
    init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }

    init(saying description: String) { self.description = description }
}
