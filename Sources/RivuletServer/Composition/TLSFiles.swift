import RivuletHTTP

/// The certificate and the key that the server was started with, as files that may be renewed.
struct TLSFiles: Sendable {
    let certificate: String
    let key: String

    /// Nil when the server is to speak in the clear.
    init?(_ configuration: Configuration.TLS) {
        guard let certificate = configuration.certificate, let key = configuration.key else { return nil }
        (self.certificate, self.key) = (certificate, key)
    }

    func load() throws(StartFailure) -> TLSIdentity {
        do throws(TLSError) {
            return try TLSIdentity(certificate: certificate, key: key)
        } catch {
            switch error {
            case .unreadable, .notRegular: throw StartFailure(.missingInput, "no TLS: \(error)")
            default: throw StartFailure(.brokenInput, "no TLS: \(error)")
            }
        }
    }

    /// Has a server go on under what the files say now; with what can't be used, everything stays as it is.
    func reload(into server: Server, _ log: Log) {
        do throws(StartFailure) {
            let identity = try load()
            server.use(identity)
            log.info("the certificate was read again", ["expires": Timestamp(seconds: identity.expiry, nanoseconds: 0).description])
        } catch {
            log.error("the certificate stays as it was: \(error.message)")
        }
    }
}
