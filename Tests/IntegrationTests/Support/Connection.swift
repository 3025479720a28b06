import Foundation

/// A plain TCP connection to the server, for everything that a well-behaved client can't do.
final class Connection {
    private var descriptor: Int32

    enum Failure: Error {
        case connect(String)
        case send(String)
        case reset
        case timedOut
        case noResponse(to: String)
    }

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.connect(String(cString: strerror(errno))) }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close() }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure.send(String(cString: strerror(errno))) }
            rest = rest.dropFirst(count)
        }
    }

    /// Some bytes, or none at the end of the connection.
    func receive(atMost limit: Int = 65_536, within seconds: Double = Deadline.patience) throws -> [UInt8] {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(seconds * 1_000)) > 0 else { throw Failure.timedOut }
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        guard count >= 0 else { throw Failure.reset }
        return Array(buffer.prefix(count))
    }

    /// Everything up to the end of the connection, whichever way it ends.
    func receiveAll(within seconds: Double = Deadline.patience) throws -> [UInt8] {
        let deadline = Deadline(seconds)
        var all: [UInt8] = []
        while true {
            do {
                let bytes = try receive(within: deadline.remaining)
                if bytes.isEmpty { return all }
                all += bytes
            } catch Failure.reset {
                return all
            }
        }
    }

    /// FIN: nothing more will be sent, but the answer is still read.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// FIN, or RST if something that came in was not read.
    func close() {
        guard descriptor >= 0 else { return }
        Foundation.close(descriptor)
        descriptor = -1
    }

    /// RST, whatever was read.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
