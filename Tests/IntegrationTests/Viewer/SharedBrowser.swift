import Foundation
import Testing

/// One Chromium for a whole suite, and a certificate for its servers: starting both for each test would cost a second each
/// time. Every test has a tab of its own.
struct SharedBrowser: SuiteTrait, TestScoping {
    @TaskLocal static var current: Resources?

    struct Resources: Sendable {
        let browser: Browser
        /// Paths.
        let certificate: String
        let key: String
    }

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let resources = Resources(
            browser: try Browser(acceptsInsecureCertificates: true), certificate: "\(folder.path)/certificate.pem",
            key: "\(folder.path)/key.pem")
        defer { resources.browser.quit() }
        let request = try run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", resources.key, "-out", resources.certificate)
        try #require(request.status == 0, "\(request.error)")
        try await Self.$current.withValue(resources) { try await function() }
        withExtendedLifetime(folder) {}
    }
}

extension Trait where Self == SharedBrowser {
    /// Lets the tests of a suite share one browser.
    static var sharedBrowser: Self { Self() }
}

/// How the viewer and its server speak with each other.
enum Transport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case http1 = "http/1.1"
    /// Under TLS: browsers speak HTTP/2 no other way.
    case http2 = "h2"

    var testDescription: String { rawValue }
}
