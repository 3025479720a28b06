import COpenSSL
import Glibc

/// Who a server is under TLS: a certificate with its chain, and the private key to it.
///
/// Immutable: a renewed certificate is another identity, which ``Server/use(_:)`` puts in the place of the first.
///
/// `@unchecked Sendable`: OpenSSL's context is set up here and only read afterwards, and the library counts references to
/// it and derives sessions from it under locks of its own.
public final class TLSIdentity: @unchecked Sendable {
    /// Until when the certificate holds, in seconds since 1970-01-01 00:00:00 UTC.
    public let expiry: Int

    let context: OpaquePointer

    /// Reads an identity. Blocks while it reads.
    /// - Parameters:
    ///   - certificate: a PEM file with the certificate, followed by those that lead to a root, if there are any.
    ///   - key: a PEM file with the private key, not encrypted.
    public init(certificate: String, key: String) throws(TLSError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw .unusable(path: certificate, reason: TLSError.lastReason) }
        do throws(TLSError) {
            try Self.configure(context, certificate)
            expiry = try Self.loadChain(certificate, into: context)
            try Self.loadKey(key, of: certificate, into: context)
            self.context = context
        } catch {
            SSL_CTX_free(context)
            throw error
        }
    }

    deinit { SSL_CTX_free(context) }

    private static func configure(_ context: OpaquePointer, _ path: String) throws(TLSError) {
        // What HTTP/2 allows under TLS 1.2 (RFC 9113 §9.2.2): ephemeral keys and authenticated encryption, nothing else.
        guard SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1,
            SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1,
            // All that OpenSSL offers by default, in another order: keys of 128 bits are as good for all that is known, and
            // cost a quarter less a byte.
            SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256") == 1
        else { throw .unusable(path: path, reason: TLSError.lastReason) }
        SSL_CTX_set_options(context, rivulet_ssl_options())
        // Otherwise 16 KiB each way for every connection, most of which need them rarely.
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        // Sessions are resumed by tickets, whose key is this context's: nothing is kept here for a client that may never
        // return, and who comes back after the certificate was renewed shakes hands anew and sees the new one.
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, chosenCount, offer, count, _ in
                guard let offer, let chosen, let chosenCount else { return SSL_TLSEXT_ERR_NOACK }
                let offered = UnsafeBufferPointer(start: offer, count: Int(count))
                // Who offers only what is not spoken here is told so (RFC 7301 §3.2); who offers nothing gets HTTP/1.1.
                guard let name = ApplicationProtocol.choose(from: offered) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                chosen.pointee = offer + name.lowerBound
                chosenCount.pointee = UInt8(name.count)
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    /// - Returns: until when the certificate holds.
    private static func loadChain(_ path: String, into context: OpaquePointer) throws(TLSError) -> Int {
        let file = try PEMFile(path)
        guard let leaf = PEM_read_bio_X509(file.source, nil, nil, nil) else { throw .noCertificate(path: path) }
        defer { X509_free(leaf) }
        if X509_cmp_current_time(X509_get0_notBefore(leaf)) > 0 {
            throw .notYetValid(path: path, from: HTTPDate(seconds: seconds(X509_get0_notBefore(leaf))).text)
        }
        let expiry = seconds(X509_get0_notAfter(leaf))
        if X509_cmp_current_time(X509_get0_notAfter(leaf)) < 0 { throw .expired(path: path, on: HTTPDate(seconds: expiry).text) }
        guard SSL_CTX_use_certificate(context, leaf) == 1 else { throw .unusable(path: path, reason: TLSError.lastReason) }
        while let link = PEM_read_bio_X509(file.source, nil, nil, nil) {
            // The context takes the reference over.
            if SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 0, UnsafeMutableRawPointer(link)) != 1 {
                X509_free(link)
                throw .unusable(path: path, reason: TLSError.lastReason)
            }
        }
        return expiry
    }

    private static func loadKey(_ path: String, of certificate: String, into context: OpaquePointer) throws(TLSError) {
        let file = try PEMFile(path)
        var isEncrypted = false
        // Without this callback OpenSSL asks the terminal.
        let key = withUnsafeMutablePointer(to: &isEncrypted) { isEncrypted in
            PEM_read_bio_PrivateKey(
                file.source, nil,
                { _, _, _, isEncrypted in
                    isEncrypted?.assumingMemoryBound(to: Bool.self).pointee = true
                    return -1
                }, isEncrypted)
        }
        guard let key else { throw isEncrypted ? .encryptedKey(path: path) : .noKey(path: path) }
        defer { EVP_PKEY_free(key) }
        guard X509_check_private_key(SSL_CTX_get0_certificate(context), key) == 1 else {
            throw .mismatch(certificate: certificate, key: path)
        }
        guard SSL_CTX_use_PrivateKey(context, key) == 1 else { throw .unusable(path: path, reason: TLSError.lastReason) }
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int {
        var parts = tm()
        return ASN1_TIME_to_tm(time, &parts) == 1 ? timegm(&parts) : 0
    }
}

/// A file of certificates or keys, as OpenSSL reads it.
private struct PEMFile: ~Copyable {
    let source: OpaquePointer

    /// No certificate chain comes near it: what is larger is another file, or one without an end.
    private static let limit = 1024 * 1024

    init(_ path: String) throws(TLSError) {
        let bytes = try Self.read(path)
        guard let source = BIO_new(BIO_s_mem()), bytes.isEmpty || BIO_write(source, bytes, Int32(bytes.count)) == bytes.count else {
            throw .unusable(path: path, reason: TLSError.lastReason)
        }
        self.source = source
    }

    deinit { BIO_free(source) }

    private static func read(_ path: String) throws(TLSError) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: limit)
        } catch {
            switch error {
            case .unreadable(let code): throw .unreadable(path: path, code: code)
            case .notRegular: throw .notRegular(path: path)
            }
        }
    }
}

/// Why a certificate or its key can't be used.
public enum TLSError: Error, Equatable, CustomStringConvertible {
    /// The file can't be read, with this `errno`.
    case unreadable(path: String, code: Int32)
    /// It is a pipe, a socket or a device, which might never end.
    case notRegular(path: String)
    /// There is no certificate in the file.
    case noCertificate(path: String)
    /// There is no private key in the file.
    case noKey(path: String)
    /// The key is encrypted.
    case encryptedKey(path: String)
    /// The key is another certificate's.
    case mismatch(certificate: String, key: String)
    /// The certificate held until this date.
    case expired(path: String, on: String)
    /// The certificate holds only from this date on.
    case notYetValid(path: String, from: String)
    /// OpenSSL refuses it, for this reason.
    case unusable(path: String, reason: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let code): "\(path) can't be read: \(String(cString: strerror(code)))"
        case .notRegular(let path): "\(path) can't be read: it is no regular file"
        case .noCertificate(let path): "there is no certificate (PEM) in \(path)"
        case .noKey(let path): "there is no private key (PEM) in \(path)"
        case .encryptedKey(let path): "the private key in \(path) is encrypted: nobody is there to be asked for its passphrase"
        case .mismatch(let certificate, let key): "the private key in \(key) is not that of the certificate in \(certificate)"
        case .expired(let path, let date): "the certificate in \(path) expired on \(date)"
        case .notYetValid(let path, let date): "the certificate in \(path) holds only from \(date) on"
        case .unusable(let path, let reason): "\(path) can't be used: \(reason)"
        }
    }

    /// Why OpenSSL's last call on this thread failed.
    static var lastReason: String {
        ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "unknown reason"
    }
}
