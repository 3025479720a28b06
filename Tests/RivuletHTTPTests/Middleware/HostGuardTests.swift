import Testing

@testable import RivuletHTTP

@Suite("Requests that were sent to another name")
struct HostGuardTests {
    private let hosts = HostGuard(allowedHosts: ["News.example"])

    @Test(
        arguments: [
            "127.0.0.1", "127.0.0.1:8080", "10.1.2.3", "[::1]:8080", "[2001:db8::1]", "localhost", "LOCALHOST:80", "app.localhost:3000",
            "rivulet:8080", "255.255.255.255", "0.0.0.0:1", "127.0.0.1.", "1234",
            "news.example", "NEWS.example:443", "news.example.", "",
        ])
    func own(authority: String) { #expect(hosts.admits(authority)) }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "a.news.example", "1.2.3", "1.2.3.4.5",
        "1.2.3.256",
        "1.2.3.04", "1.2..4", "1.2.3.4a", "a.b.c.d", "1.2.3.", ".1.2.3",
    ])
    func foreign(authority: String) { #expect(!hosts.admits(authority)) }

    @Test("are answered 421, reads too")
    func status() async throws {
        let client = try InProcessClient(hosts.wrapping { _ in .just(Response(text: "in")) })
        #expect(try await client.get("/", fields: ["Host": "evil.example"]).status == .misdirectedRequest)
        #expect(try await client.get("/", fields: ["Host": "news.example"]).status == .ok)
    }
}
