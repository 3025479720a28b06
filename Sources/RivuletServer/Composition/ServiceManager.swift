import Glibc
import RivuletHTTP

/// What systemd, or who speaks like it, has started this process with: sockets that listen already (sd_listen_fds(3)), and a
/// place to say how far it is (sd_notify(3)). Without it there are none, and nobody is told.
struct ServiceManager: Sendable {
    /// Sockets that listen already.
    let descriptors: [Int32]
    private let notificationSocket: String?

    /// Sockets are handed over from this number on.
    private static let firstDescriptor: Int32 = 3

    init(environment: [String: String]) {
        notificationSocket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        // They are meant for the process of this number, and none that it starts.
        guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(), let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }),
            (1...64).contains(count)
        else {
            descriptors = []
            return
        }
        descriptors = Array(Self.firstDescriptor..<Self.firstDescriptor + count)
    }

    enum State {
        case ready, reloading, stopping
    }

    func tell(_ state: State) {
        switch state {
        case .ready: send("READY=1")
        case .stopping: send("STOPPING=1")
        case .reloading:
            // Type=notify-reload wants to know since when (systemd.service(5)).
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1_000)")
        }
    }

    /// One datagram to a Unix-domain socket; with `@` in front, to one that is no file (unix(7)).
    private func send(_ message: String) {
        guard let notificationSocket, notificationSocket.hasPrefix("/") || notificationSocket.hasPrefix("@") else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(notificationSocket.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        withUnsafeBytes(of: &address) { bytes in
            _ = bytes.baseAddress.map {
                sendto(
                    descriptor, message, message.utf8.count, Int32(MSG_NOSIGNAL), $0.assumingMemoryBound(to: sockaddr.self), length)
            }
        }
    }
}
