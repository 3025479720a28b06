import Foundation
import Testing

/// Starts the program as systemd would: with a socket that listens already, as descriptor 3, and a socket to report to.
final class ServiceLauncher {
    let port: UInt16
    private(set) var processIdentifier: pid_t = 0
    private let listening: Int32
    private let notifications: Int32
    private let folder: TemporaryFolder

    init(_ arguments: String..., host: UInt32 = 0x7F00_0001) throws {
        folder = try TemporaryFolder()
        let path = "\(folder.path)/notify"
        notifications = try Self.bind(path)
        (listening, port) = try Self.listen(host)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, listening, 3)
        posix_spawn_file_actions_addopen(&actions, 2, "\(folder.path)/log", O_WRONLY | O_CREAT, 0o600)
        // The shell becomes the program, and has its number.
        let command =
            ["/bin/sh", "-c", "LISTEN_PID=$$ exec \"$@\"", "sh", RunningServer.executable, "--public", RunningServer.publicFolder]
            + arguments
        let environment = ["PATH=/usr/bin:/bin", "LISTEN_FDS=1", "NOTIFY_SOCKET=\(path)"]
        var (argv, envp) = (command.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { for text in argv + envp { free(text) } }
        try #require(posix_spawn(&processIdentifier, "/bin/sh", &actions, nil, &argv, &envp) == 0)
    }

    deinit {
        if processIdentifier > 0 { kill(processIdentifier, SIGKILL) }
        close(listening)
        close(notifications)
    }

    var log: String { (try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "" }

    /// What the program says of itself next.
    func nextNotification() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = recv(notifications, &buffer, buffer.count, 0)
        try #require(count > 0, "no notification in time: \(log)")
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// - Returns: the exit status.
    func waitForExit() -> Int32 {
        var status: Int32 = 0
        waitpid(processIdentifier, &status, 0)
        processIdentifier = 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    private static func bind(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.dropLast().copyBytes(from: path.utf8) }
        try #require(withAddress(of: &address) { Foundation.bind(descriptor, $0, $1) } == 0)
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        return descriptor
    }

    private static func listen(_ host: UInt32) throws -> (Int32, UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        try #require(withAddress(of: &address) { Foundation.bind(descriptor, $0, $1) } == 0)
        try #require(Foundation.listen(descriptor, 128) == 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.baseAddress.map { getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) } ?? -1
        }
        try #require(code == 0)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func withAddress<Address>(of address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafeBytes(of: &address) { bytes in
            bytes.baseAddress.map { body($0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) } ?? -1
        }
    }
}
