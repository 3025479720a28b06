import COpenSSL

/// One side of a TLS connection, the server's as a rule, without the socket: what came off the wire goes in, what it says comes out, and
/// the other way around. Never waits. Confined to one loop.
///
/// OpenSSL reads and writes through a BIO of our own, straight from the buffer that was received into, and into the one that
/// will be sent: the library's own for sockets would raise SIGPIPE, and its memory BIOs keep for good what the largest
/// response needed.
final class TLSSession {
    /// What came of reading.
    enum Reading: Equatable {
        /// So many bytes of content were put into the buffer.
        case content(Int)
        /// All that came off the wire is used up.
        case needsMore
        /// The peer says that nothing follows (close_notify, RFC 8446 §6.1).
        case ended
        /// It can't go on, for this reason. What the peer is to be told waits in ``output``.
        case failed(String)
    }

    /// What is to be sent.
    private(set) var output: [UInt8] = []
    /// Whether the memory of ``output`` is used again by others.
    private var isOutputLent = false

    /// OpenSSL's `SSL`.
    let session: OpaquePointer
    /// What came off the wire and was not looked at yet; valid only while ``read(into:)`` is called.
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)

    /// The server's side.
    /// - Returns: nil when there is no memory for it.
    convenience init?(_ identity: TLSIdentity) {
        self.init(SSL_new(identity.context))
        SSL_set_accept_state(session)
    }

    /// A client's side that does not ask who the server is: for checks from the same machine.
    /// - Parameter protocols: what it offers to speak, as ALPN has it: with a byte before each name.
    /// - Returns: nil when there is no memory for it.
    convenience init?(offering protocols: [UInt8]) {
        guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
        // The session keeps it.
        defer { SSL_CTX_free(context) }
        self.init(SSL_new(context))
        if !protocols.isEmpty { SSL_set_alpn_protos(session, protocols, UInt32(protocols.count)) }
        SSL_set_connect_state(session)
    }

    private init?(_ session: OpaquePointer?) {
        guard let session else { return nil }
        self.session = session
        guard let method = Wire.method, let wire = BIO_new(method.pointer) else { return nil }
        BIO_set_data(wire, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(wire, 1)
        // One reference for both directions; the session frees it.
        SSL_set_bio(session, wire, wire)
    }

    deinit { SSL_free(session) }

    /// Whether the handshake is complete.
    var isEstablished: Bool { SSL_is_init_finished(session) != 0 }

    /// Whether the client went on with a session from before.
    var isResumed: Bool { SSL_session_reused(session) != 0 }

    /// What both have agreed to speak; HTTP/1.1 when the client has no opinion.
    var applicationProtocol: ApplicationProtocol {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &name, &count)
        return ApplicationProtocol(UnsafeBufferPointer(start: name, count: Int(count))) ?? .http11
    }

    // MARK: Bytes

    /// Takes what came off the wire. It must stay where it is until ``read(into:)`` says that it is used up.
    func receive(_ bytes: UnsafeRawBufferPointer) { input = bytes }

    /// Reads content, as much as has come and there is room for.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        var filled = 0
        while filled < buffer.count {
            ERR_clear_error()
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = SSL_read(session, rest.baseAddress, Int32(clamping: rest.count))
            if count > 0 {
                filled += Int(count)
                continue
            }
            // What comes instead of content comes again with the next call.
            if filled > 0 { break }
            switch SSL_get_error(session, count) {
            case SSL_ERROR_WANT_READ: return .needsMore
            case SSL_ERROR_ZERO_RETURN: return .ended
            default: return .failed(TLSError.lastReason)
            }
        }
        return .content(filled)
    }

    /// Encrypts content, all of it.
    /// - Returns: false when the session can't go on; or, for a client, when the handshake has to be completed first.
    func write(_ content: UnsafeRawBufferPointer) -> Bool {
        guard !content.isEmpty else { return true }
        ERR_clear_error()
        // Headers, tags and what else is added come to less than that for each record of 16 KiB.
        output.reserveCapacity(output.count + content.count + 64 * (content.count / 16_384 + 1))
        return SSL_write(session, content.baseAddress, Int32(clamping: content.count)) == content.count
    }

    /// Says that nothing follows.
    func end() {
        ERR_clear_error()
        if isEstablished { SSL_shutdown(session) }
    }

    /// Says that so much of the output was sent.
    func drop(_ count: Int) {
        if count < output.count {
            output.removeFirst(count)
        } else if isOutputLent {
            output.removeAll(keepingCapacity: true)
        } else {
            output = []
        }
    }

    /// Has what is said meanwhile, if nothing waits, put into memory that is lent for it.
    /// - Parameter memory: an empty array, and empty again afterwards; one without capacity if something is left to send, which stays
    ///   where it is.
    func withOutput<Result>(in memory: inout [UInt8], _ body: () -> Result) -> Result {
        guard output.isEmpty else { return body() }
        swap(&output, &memory)
        isOutputLent = true
        defer {
            isOutputLent = false
            if output.isEmpty { swap(&output, &memory) }
        }
        return body()
    }
}

/// The BIO through which OpenSSL reaches a ``TLSSession``.
///
/// The address it holds is of the session that owns the `SSL` that owns it, and it is called only from inside that session's
/// calls, on its loop.
private enum Wire {
    /// `@unchecked Sendable`: the table is filled in before anybody sees it, and never changes.
    struct Method: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Made once, for good; nil when there was no memory for it.
    static let method: Method? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "rivulet") else { return nil }
        BIO_meth_set_read(method) { wire, buffer, count in
            guard let wire, let buffer, count > 0 else { return 0 }
            BIO_clear_flags(wire, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            let taken = session(of: wire)?.takeInput(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))) ?? 0
            if taken == 0 {
                BIO_set_flags(wire, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
                return -1
            }
            return Int32(taken)
        }
        BIO_meth_set_write(method) { wire, bytes, count in
            guard let wire, let bytes, count > 0 else { return 0 }
            BIO_clear_flags(wire, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            session(of: wire)?.addOutput(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        return Method(pointer: method)
    }()

    private static func session(of wire: OpaquePointer) -> TLSSession? {
        BIO_get_data(wire).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension TLSSession {
    fileprivate func takeInput(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, input.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<count]))
        input = UnsafeRawBufferPointer(rebasing: input[count...])
        return count
    }

    fileprivate func addOutput(_ bytes: UnsafeRawBufferPointer) { output.append(contentsOf: bytes) }
}
