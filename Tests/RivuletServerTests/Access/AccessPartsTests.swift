import Foundation
import Rivulet
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("The parts of who may do what")
struct AccessPartsTests {
    @Test("a token is itself and nothing else", arguments: ["", "s", "s3cre", "s3creT", "s3crets", "S3cret", "s3crets3cret", "t3cret"])
    func token(wrong: String) throws {
        let token = try #require(BearerToken("s3cret"))
        #expect(token.matches("s3cret".utf8))
        #expect(!token.matches(wrong.utf8))
    }

    @Test("a token is what may stand in the field", arguments: ["", "a b", "ä", "a\n", "=", "a=b"])
    func noToken(text: String) { #expect(BearerToken(text) == nil) }

    @Test("the scheme is of either case, spaces do not matter, another scheme does")
    func schemes() async throws {
        let access = WriteAccess(.token(try #require(BearerToken("s3cret"))))
        let client = try InProcessClient(access.wrapping { _ in .just(Response(text: "in")) })
        for (credentials, status) in [
            ("Bearer s3cret", 200), ("bearer s3cret", 200), ("BEARER  s3cret ", 200), ("Basic s3cret", 401), ("s3cret", 401),
            ("Bearer", 401),
            ("Bearer s3cret, Bearer x", 401), ("Bearer s3cret x", 401), ("Bearer s3cret\tx", 401), ("Bearer s3cret \t", 200),
        ] {
            #expect(try await client.get("/", fields: ["Authorization": credentials]).status.rawValue == status, "\(credentials)")
        }
        access.change(to: .nobody)
        #expect(try await client.get("/", fields: ["Authorization": "Bearer s3cret"]).status == .forbidden)
    }

    @Test("a token's file has it in its first line")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "rivulet-token-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func status() -> Program.ExitStatus? {
            do throws(StartFailure) {
                let token = try BearerToken(contentsOf: path)
                #expect(token.matches("s3cret".utf8))
                return nil
            } catch {
                return error.status
            }
        }
        #expect(status() == .missingInput)
        for (text, expected) in [
            ("s3cret\n", nil), ("s3cret", nil), (" s3cret \r\nmore", nil), ("", .brokenInput), ("\ns3cret", .brokenInput),
            ("s3 cret", .brokenInput), ("s3cret\0", .brokenInput), ("s3cret\0more\n", .brokenInput), ("s3cret\tmore", .brokenInput),
            ("s3cret\u{A0}", .brokenInput), (String(repeating: "s", count: 100_000), .missingInput),
        ]
            as [(String, Program.ExitStatus?)]
        {
            try Data(text.utf8).write(to: URL(filePath: path))
            #expect(status() == expected, "\(text.debugDescription)")
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(status() == .missingInput, "nobody waits for who would write into a pipe")
    }

    @Test("so many posts a minute, then one each time one is paid off")
    func limit() throws {
        let start = ContinuousClock.now
        let elapsed = Lock(Duration.zero)
        let limit = PostLimit(perMinute: 6, behind: TrustedProxies(ranges: [])) { start + elapsed.withLock { $0 } }
        let (one, other) = (try #require(SocketAddress(host: "10.0.0.1", port: 1)), try #require(SocketAddress(host: "10.0.0.2", port: 1)))
        for _ in 0..<6 { #expect(limit.admit(one) == nil) }
        #expect(limit.admit(one) == .seconds(10))
        #expect(limit.admit(try #require(SocketAddress(host: "10.0.0.1", port: 2))) == .seconds(10), "another port is the same address")
        #expect(limit.admit(other) == nil)
        elapsed.withLock { $0 = .seconds(9) }
        #expect(limit.admit(one) == .seconds(1))
        elapsed.withLock { $0 = .seconds(10) }
        #expect(limit.admit(one) == nil)
        #expect(limit.admit(one) == .seconds(10))
        elapsed.withLock { $0 = .seconds(70) }
        for _ in 0..<6 { #expect(limit.admit(one) == nil) }
        #expect(limit.admit(one) != nil)
    }

    @Test("too many posts are answered 429, with a time to come back after")
    func tooMany() async throws {
        let now = ContinuousClock.now
        let limit = PostLimit(perMinute: 1, behind: TrustedProxies(ranges: [])) { now }
        let client = try InProcessClient(limit.wrapping { _ in .just(Response(text: "in")) })
        #expect(try await client.get("/").status == .ok)
        let refused = try await client.get("/")
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields["Retry-After"] == "60")
    }

    @Test("the last address that no proxy of ours has is the client's; whoever is no proxy is not believed")
    func proxies() throws {
        let proxies = TrustedProxies(ranges: ["10.0.0.0/8", "::1"].compactMap { AddressRange($0) })
        func client(_ peer: String, _ list: String...) throws -> String {
            proxies.client(try #require(SocketAddress(host: peer, port: 1)), forwardedFor: list).host
        }
        #expect(try client("10.0.0.1", "203.0.113.5") == "203.0.113.5")
        #expect(try client("10.0.0.1", "1.1.1.1, 203.0.113.5, 10.0.0.2") == "203.0.113.5")
        #expect(try client("10.0.0.1", "1.1.1.1,\t203.0.113.5 ,\t10.0.0.2") == "203.0.113.5")
        #expect(try client("10.0.0.1", "1.1.1.1", "203.0.113.5:4711") == "203.0.113.5")
        #expect(try client("::1", "[2001:db8::7]:443") == "2001:db8::7")
        #expect(try client("::1", "2001:db8::7") == "2001:db8::7")
        #expect(try client("10.0.0.1", "203.0.113.5, unknown") == "10.0.0.1")
        #expect(try client("10.0.0.1") == "10.0.0.1")
        #expect(try client("203.0.113.9", "1.1.1.1") == "203.0.113.9", "anybody can write that")
    }
}
