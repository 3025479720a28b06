import Testing

@testable import RivuletHTTP

@Suite("Writes from pages of other sites")
struct CrossSiteGuardTests {
    private func status(_ method: Method, _ fields: Fields) async throws -> Status {
        var router = Router()
        router.use(CrossSiteGuard(allowedOrigins: ["https://app.example"]))
        for method in [Method.get, .post, .put, .patch, .delete] { router.on(method, "/") { _ in "done" } }
        return try await InProcessClient(router.handler).send(method, "/", fields: fields).status
    }

    @Test(
        arguments: [
            Fields(), ["Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
            ["Host": "localhost:8080", "Origin": "http://localhost:8080"], ["Host": "LOCALHOST:8080", "Origin": "http://localhost:8080"],
            ["Host": "example.com:80", "Origin": "http://example.com"], ["Host": "example.com", "Origin": "https://example.com"],
            ["Host": "[::1]:8080", "Origin": "http://[::1]:8080"], ["Host": "a", "Origin": "https://app.example"],
            ["Host": "a", "Origin": "https://app.example", "Sec-Fetch-Site": "cross-site"],
        ] as [Fields])
    func own(fields: Fields) async throws {
        #expect(try await status(.post, fields) == .ok)
    }

    @Test(
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": ""], ["Sec-Fetch-Site": "Same-Origin"],
            ["Sec-Fetch-Site": "same-origin, cross-site"], ["Host": "localhost:8080", "Origin": "null"],
            ["Host": "localhost:8080", "Origin": "http://localhost:8081"], ["Host": "localhost:8080", "Origin": "http://evil.example"],
            ["Host": "localhost:8080", "Origin": "http://localhost:8080.evil.example"], ["Host": "localhost:8080", "Origin": ""],
            ["Host": "localhost:8080", "Origin": "localhost:8080"], ["Host": "localhost:8080", "Origin": "file://localhost:8080"],
            ["Host": "example.com:443", "Origin": "http://example.com"], ["Host": "", "Origin": "http://"],
            ["Host": "localhost:8080", "Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-site"],
            ["Host": "a", "Origin": "https://app.example.evil"],
        ] as [Fields])
    func foreign(fields: Fields) async throws {
        for method in [Method.post, .put, .patch, .delete] {
            #expect(try await status(method, fields) == .forbidden)
        }
    }

    @Test func readsPass() async throws {
        for method in [Method.get, .head, .options] {
            #expect(try await status(method, ["Sec-Fetch-Site": "cross-site", "Origin": "null"]).rawValue < 300)
        }
    }
}
