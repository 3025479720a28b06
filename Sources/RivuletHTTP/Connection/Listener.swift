import CLinux
import Glibc

/// The listening sockets of a server. The first loop accepts for all and deals the connections out in turn: with a
/// socket for each loop (SO_REUSEPORT) the kernel deals unevenly, and a second server could take half of the port.
/// Confined to the first loop.
final class Listener {
    private let sockets: [ListeningSocket]
    private let loops: [EventLoop]
    private let context: ServerContext
    private unowned let core: LoopCore
    private var next = 0
    private var isPaused = false
    /// Said once, until it gets better.
    private var hasComplained = false

    /// Accepts at most so many at a time, so that those who are in are served meanwhile.
    private static let batch = 64
    private static let pause: UInt64 = 100_000_000

    init(_ sockets: [ListeningSocket], loops: [EventLoop], core: LoopCore) {
        self.sockets = sockets
        self.loops = loops
        self.core = core
        context = core.context
        // Its connections inherit that from a socket, so that none needs a call of its own.
        for socket in sockets { Socket.set(socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1) }
        watch()
    }

    private func watch() {
        for (index, socket) in sockets.enumerated() { core.watchListener(socket.descriptor, index: index) }
    }

    func accept(_ index: Int) {
        guard !isPaused, index < sockets.count else { return }
        for _ in 0..<Self.batch {
            guard acceptOne(sockets[index].descriptor) else { return }
        }
    }

    /// - Returns: whether there may be another.
    private func acceptOne(_ listening: Int32) -> Bool {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = withUnsafeMutableBytes(of: &storage) { bytes in
            accept4(
                listening, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length,
                Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
        guard descriptor >= 0 else {
            switch errno {
            case EINTR, ECONNABORTED: return true
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: pause()
            default: break
            }
            return false
        }
        hasComplained = false
        let address = SocketAddress(storage) ?? .none
        guard context.census.connectionBegan(address) else {
            _ = Glibc.close(descriptor)
            return true
        }
        let loop = loops[next]
        next = (next + 1) % loops.count
        if loop.isCurrent {
            core.adopt(descriptor, from: address, on: loop)
        } else {
            loop.execute { [unowned loop] in loop.confined.adopt(descriptor, from: address, on: loop) }
        }
        return true
    }

    /// Out of descriptors: the connections wait in the kernel's queue, and the loop does not ask for them over and over.
    private func pause() {
        isPaused = true
        if !hasComplained { context.log(.error, "out of descriptors: new connections have to wait") }
        hasComplained = true
        for socket in sockets { core.unwatch(socket.descriptor) }
        core.schedule(after: Self.pause) { [weak self] in
            guard let self else { return }
            isPaused = false
            watch()
        }
    }

    /// Accepts what is in the kernel's queue, then closes the sockets: closing them first would reset those connections.
    func close() {
        for socket in sockets {
            while !isPaused, acceptOne(socket.descriptor) {}
            core.unwatch(socket.descriptor)
            socket.close()
        }
    }
}

/// The file of a Unix-domain socket, told from another that may later stand at the same path.
struct SocketFile: Sendable {
    private let path: String
    private let device: UInt
    private let number: UInt

    /// - Returns: nil when there is no socket at the path, a link to one included.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        self.path = path
        device = status.st_dev
        number = status.st_ino
    }

    /// Removes the file, if it still is this one.
    func remove() {
        guard let now = SocketFile(path), now.device == device, now.number == number else { return }
        unlink(path)
    }
}

/// A socket that listens on one address.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let address: SocketAddress
    /// The file of a Unix-domain socket, which goes with it.
    var file: SocketFile?

    func close() {
        file?.remove()
        _ = Glibc.close(descriptor)
    }

    /// Opens a socket for each address of a host: `localhost` has two.
    /// - Parameters:
    ///   - host: see ``Server/Configuration/host``.
    ///   - port: 0 for one that is free, the same for all.
    static func open(host: String, port: UInt16) throws(ServerError) -> [ListeningSocket] {
        if host.hasPrefix("unix:") { return [try open(path: String(host.dropFirst(5)))] }
        var port = port
        var sockets: [ListeningSocket] = []
        do throws(ServerError) {
            for address in try resolve(host, port) {
                do throws(ServerError) {
                    let socket = try bind(address.with(port: port), isOnly: host == "::")
                    port = socket.address.port
                    sockets.append(socket)
                } catch .addressNotAvailable where !sockets.isEmpty {
                    // A machine without IPv6 still knows localhost by that name.
                }
            }
        } catch {
            for socket in sockets { socket.close() }
            throw error
        }
        return sockets
    }

    /// Takes over sockets that somebody else has opened, bound and had listen.
    static func adopt(_ descriptors: [Int32]) throws(ServerError) -> [ListeningSocket] {
        var sockets: [ListeningSocket] = []
        for descriptor in descriptors {
            var isListening: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0,
                let address = SocketAddress(ofSocket: descriptor)
            else { throw .system(call: "a socket that was handed over does not listen", code: errno == 0 ? EINVAL : errno) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            sockets.append(ListeningSocket(descriptor: descriptor, address: address))
        }
        return sockets
    }

    /// Opens a Unix-domain socket. The socket of a server before, which nobody listens on any more, goes; nothing else does.
    private static func open(path: String) throws(ServerError) -> ListeningSocket {
        guard let address = Raw(path: path) else { throw .addressNotAvailable("unix:\(path)") }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { _ = Glibc.close(probe) }
        // Connecting to what is no socket at all is refused with the same error.
        if let file = SocketFile(path), !address.connects(probe), errno == ECONNREFUSED { file.remove() }
        var socket = try bind(address, isOnly: false, name: "unix:\(path)")
        socket.file = SocketFile(path)
        return socket
    }

    /// An address as system calls take it.
    private struct Raw {
        var storage = sockaddr_storage()
        var length: socklen_t

        init(length: socklen_t) { self.length = length }

        /// - Returns: nil for a path that is too long (unix(7)), or none.
        init?(path: String) {
            let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
            guard !path.isEmpty, path.utf8.count < MemoryLayout<sockaddr_un>.size - start else { return nil }
            storage.ss_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &storage) { $0[start...].copyBytes(from: path.utf8) }
            length = socklen_t(start + path.utf8.count + 1)
        }

        /// Whether somebody listens there; otherwise `errno` says why not.
        func connects(_ descriptor: Int32) -> Bool {
            withUnsafeBytes(of: storage) { bytes in
                bytes.baseAddress.map { connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), length) == 0 } ?? false
            }
        }

        func with(port: UInt16) -> Raw {
            var copy = self
            // The port is in the same place for both families.
            withUnsafeMutableBytes(of: &copy.storage) { $0.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self) }
            return copy
        }
    }

    private static func resolve(_ host: String, _ port: UInt16) throws(ServerError) -> [Raw] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw .unknownHost(host) }
        defer { freeaddrinfo(list) }
        var found: [Raw] = []
        var entry = list
        while let current = entry {
            entry = current.pointee.ai_next
            guard let address = current.pointee.ai_addr, [AF_INET, AF_INET6].contains(current.pointee.ai_family) else { continue }
            var raw = Raw(length: current.pointee.ai_addrlen)
            let bytes = UnsafeRawBufferPointer(start: address, count: Int(raw.length))
            withUnsafeMutableBytes(of: &raw.storage) { $0.copyMemory(from: bytes) }
            found.append(raw.with(port: port))
        }
        // The same address may be found twice, as /etc/hosts says localhost for ::1 and for 127.0.0.1.
        var seen: Set<SocketAddress> = []
        return found.filter { raw in SocketAddress(raw.storage).map { seen.insert($0).inserted } ?? false }
    }

    private static func bind(_ address: Raw, isOnly: Bool, name: String? = nil) throws(ServerError) -> ListeningSocket {
        var address = address
        let family = Int32(address.storage.ss_family)
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw errno == EAFNOSUPPORT ? .addressNotAvailable("IPv6") : .system(call: "socket", code: errno)
        }
        // A port whose last connections are still in TIME_WAIT can be listened on again; one that is listened on cannot.
        Socket.set(descriptor, SOL_SOCKET, SO_REUSEADDR, to: 1)
        if family == AF_INET6 { Socket.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: isOnly ? 0 : 1) }
        let length = address.length
        let isBound = withUnsafeBytes(of: &address.storage) { bytes in
            bytes.baseAddress.map { Glibc.bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), length) == 0 } ?? false
        }
        guard isBound, listen(descriptor, 4096) == 0 else {
            let code = errno
            _ = Glibc.close(descriptor)
            let name = name ?? SocketAddress(address.storage)?.description ?? ""
            switch code {
            case EADDRINUSE: throw .addressInUse(name)
            case EADDRNOTAVAIL, EAFNOSUPPORT, ENOENT, ENOTDIR: throw .addressNotAvailable(name)
            case EACCES, EPERM, EROFS: throw .permissionDenied(name)
            default: throw .system(call: "bind", code: code)
            }
        }
        return ListeningSocket(descriptor: descriptor, address: SocketAddress(ofSocket: descriptor) ?? .none)
    }
}
