import Glibc

/// A socket with TLS on it, for a connection that writes as it would to the socket itself. Confined to its loop.
///
/// What was encrypted and not sent must be sent, in this order, before anything else; so no more is encrypted until it is.
final class SecureSocket {
    let session: TLSSession
    private let descriptor: Int32

    /// Encrypted in one go: enough that a call to the kernel is worth it, little enough to wait for.
    private static let batch = 64 * 1024

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
    /// - Returns: how much was taken, which is as good as sent: what the socket did not take goes before all else.
    func send(_ vectors: UnsafeMutableBufferPointer<iovec>) -> Socket.Outcome {
        if unsentCount > 0 {
            let outcome = flush()
            guard case .done = outcome else { return outcome }
            if unsentCount > 0 { return .wouldBlock }
        }
        guard let count = encrypt(vectors) else { return .failed(code: EPROTO) }
        if case .failed(let code) = flush() { return .failed(code: code) }
        return .done(count)
    }

    /// Says that nothing follows, if the socket takes it: the connection closes in any case.
    func end() {
        session.end()
        _ = flush()
    }

    /// - Returns: how much of the buffers, a batch at most; nil when the session can't go on.
    private func encrypt(_ vectors: UnsafeMutableBufferPointer<iovec>) -> Int? {
        let parts = vectors.filter { $0.iov_len > 0 }
        guard let first = parts.first else { return 0 }
        if parts.count == 1 || first.iov_len >= Self.batch {
            let count = min(first.iov_len, Self.batch)
            return session.write(UnsafeRawBufferPointer(start: first.iov_base, count: count)) ? count : nil
        }
        // Side by side, so that a head and a short body are one record.
        let total = min(parts.reduce(0) { $0 + $1.iov_len }, Self.batch)
        return withUnsafeTemporaryAllocation(byteCount: total, alignment: 16) { gathered in
            var filled = 0
            for part in parts where filled < total {
                let count = min(part.iov_len, total - filled)
                let source = UnsafeRawBufferPointer(start: part.iov_base, count: count)
                UnsafeMutableRawBufferPointer(rebasing: gathered[filled...]).copyMemory(from: source)
                filled += count
            }
            return session.write(UnsafeRawBufferPointer(gathered)) ? total : nil
        }
    }
}
