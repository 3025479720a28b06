import CLinux
import Glibc

/// The system calls on a connected socket.
enum Socket {
    /// What a call to receive or send came to.
    enum Outcome: Equatable {
        case done(Int)
        /// The other end has sent everything it will.
        case ended
        case wouldBlock
        /// The connection is broken.
        case failed(code: Int32)
    }

    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .done(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed(code: errno)
        }
    }

    /// Sends what lies in one piece: at 120 bytes 0.3 µs less than the same in three pieces by `sendmsg`, of 6.6.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Outcome {
        while true {
            let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .done(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed(code: errno)
        }
    }

    /// Sends what some buffers hold, in one call. `sendmsg`, because `writev` and `sendfile` raise SIGPIPE when the
    /// peer is gone.
    static func send(_ descriptor: Int32, _ vectors: UnsafeMutableBufferPointer<iovec>) -> Outcome {
        var message = msghdr()
        message.msg_iov = vectors.baseAddress
        message.msg_iovlen = vectors.count
        while true {
            let count = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .done(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed(code: errno)
        }
    }

    /// Lends what lies in memory as buffers to send: a window of a log between what frames it.
    static func withVectors(
        _ prefix: UnsafeRawBufferPointer, _ window: UnsafeRawBufferPointer, _ suffix: UnsafeRawBufferPointer,
        _ body: (UnsafeMutableBufferPointer<iovec>) -> Outcome
    ) -> Outcome {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { vectors in
            for (index, part) in [prefix, window, suffix].enumerated() {
                vectors[index] = iovec(iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress), iov_len: part.count)
            }
            return body(vectors)
        }
    }

    static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, to value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// How many bytes have arrived and were not read yet.
    static func unreadCount(_ descriptor: Int32) -> Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }
}
