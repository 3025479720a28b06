import Glibc
import Testing

@testable import RivuletHTTP

@Suite("A TLS identity")
struct TLSIdentityTests {
    private let files: TestCertificates

    init() throws { files = try TestCertificates.shared.get() }

    private func path(_ name: String) -> String { files.path(name).path }

    private func error(_ certificate: String, _ key: String) -> TLSError? {
        do throws(TLSError) {
            _ = try TLSIdentity(certificate: path(certificate), key: path(key))
            return nil
        } catch {
            return error
        }
    }

    @Test("knows until when it holds")
    func expiry() throws {
        let identity = try TestCertificates.identity()
        #expect((time(nil) + 86_400..<time(nil) + 3 * 86_400).contains(identity.expiry))
    }

    @Test("has a chain after the certificate, if there is one")
    func chain() { #expect(error("chain.pem", "first.key") == nil) }

    @Test("says what is wrong with its files")
    func errors() throws {
        #expect(error("none.pem", "first.key") == .unreadable(path: path("none.pem"), code: ENOENT))
        #expect(error("first.pem", "none.key") == .unreadable(path: path("none.key"), code: ENOENT))
        #expect(error("", "first.key") == .unreadable(path: path(""), code: EISDIR))
        #expect(error("empty.pem", "first.key") == .noCertificate(path: path("empty.pem")))
        #expect(error("first.key", "first.key") == .noCertificate(path: path("first.key")))
        #expect(error("first.pem", "first.pem") == .noKey(path: path("first.pem")))
        #expect(error("first.pem", "encrypted.key") == .encryptedKey(path: path("encrypted.key")))
        #expect(error("first.pem", "second.key") == .mismatch(certificate: path("first.pem"), key: path("second.key")))
        #expect(error("first.pem", "weak.key") == .mismatch(certificate: path("first.pem"), key: path("weak.key")))
        #expect(try #require(error("past.pem", "first.key")).description.contains("past.pem expired on "))
        // Debian and others ask for at least 2048 bits.
        #expect(error("weak.pem", "weak.key") == .unusable(path: path("weak.pem"), reason: "ee key too small"))
    }
}
