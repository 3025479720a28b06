import Glibc

/// A socket with TLS on it, for a connection that writes as it would to the socket itself. Confined to its loop.
///
/// What was encrypted and not sent must be sent, in this order, before anything else; so no more is encrypted until it is.
final class SecureSocket {
    let session: TLSSession
    private let descriptor: Int32

    /// Encrypted in one go: all that a connection produces at once, its high water and a frame on top; split in two, every
    /// second call to the kernel was for a few KiB.
    private static let batch = Connection.highWater + 32 * 1024

    /// - Returns: nil when there is no memory for it.
    init?(_ descriptor: Int32, _ identity: TLSIdentity) {
        guard let session = TLSSession(identity) else { return nil }
        self.session = session
        self.descriptor = descriptor
    }

    /// How many encrypted bytes wait for the socket.
    var unsentCount: Int { session.output.count }

    /// Sends what was encrypted.
    func flush() -> Socket.Outcome {
        var total = 0
        while unsentCount > 0 {
            let outcome = session.output.withUnsafeBytes { bytes in
                var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) {
                    Socket.send(descriptor, UnsafeMutableBufferPointer(start: $0, count: 1))
                }
            }
            guard case .done(let count) = outcome else { return total > 0 && outcome == .wouldBlock ? .done(total) : outcome }
            session.drop(count)
            total += count
        }
        return .done(total)
    }

    /// Encrypts what some buffers hold, and sends it as far as it goes.
    /// - Parameter memory: for what is encrypted, so that a connection needs none of its own unless the socket is full.
    /// - Returns: how much was taken, which is as good as sent: what the socket did not take goes before all else.
    func send(_ vectors: UnsafeMutableBufferPointer<iovec>, using memory: inout [UInt8]) -> Socket.Outcome {
        if unsentCount > 0 {
            let outcome = flush()
            guard case .done = outcome else { return outcome }
            if unsentCount > 0 { return .wouldBlock }
        }
        let total = vectors.reduce(0) { $0 + $1.iov_len }
        return session.withOutput(in: &memory) {
            var taken = 0
            while taken < total, unsentCount == 0 {
                guard let count = encrypt(vectors, from: taken) else { return .failed(code: EPROTO) }
                taken += count
                if case .failed(let code) = flush() { return .failed(code: code) }
            }
            return .done(taken)
        }
    }

    /// Says that nothing follows, if the socket takes it: the connection closes in any case.
    func end() {
        session.end()
        _ = flush()
    }

    /// Encrypts a batch at most of what lies after some bytes of the buffers, of which something is left.
    /// - Returns: how much that was; nil when the session can't go on.
    private func encrypt(_ vectors: UnsafeMutableBufferPointer<iovec>, from start: Int) -> Int? {
        var (index, start) = (0, start)
        while start >= vectors[index].iov_len {
            start -= vectors[index].iov_len
            index += 1
        }
        let first = UnsafeRawBufferPointer(start: vectors[index].iov_base, count: vectors[index].iov_len)[start...].prefix(Self.batch)
        let rest = vectors[(index + 1)...].reduce(0) { $0 + $1.iov_len }
        if rest == 0 || first.count == Self.batch {
            return session.write(UnsafeRawBufferPointer(rebasing: first)) ? first.count : nil
        }
        // Side by side, so that a head and a short body are one record.
        let total = min(first.count + rest, Self.batch)
        return withUnsafeTemporaryAllocation(byteCount: total, alignment: 16) { gathered in
            var filled = 0
            for part in vectors[index...] where filled < total {
                let source = UnsafeRawBufferPointer(start: part.iov_base, count: part.iov_len)[start...].prefix(total - filled)
                UnsafeMutableRawBufferPointer(rebasing: gathered[filled...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: source))
                filled += source.count
                start = 0
            }
            return session.write(UnsafeRawBufferPointer(gathered)) ? total : nil
        }
    }
}
