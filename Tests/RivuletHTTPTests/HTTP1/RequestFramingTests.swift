import Testing

@testable import RivuletHTTP

@Suite("The framing of requests")
struct RequestFramingTests {
    private func judge(_ fields: String, version: String = "HTTP/1.1") throws -> RequestFraming {
        let bytes = Array("POST / \(version)\r\n\(fields)\r\n".utf8)
        guard case .complete(let parts) = HeadParser().parse(bytes.span) else { throw Refusal(.badRequest, "no head") }
        return try RequestFraming(parts.fields, in: bytes.span, version: parts.version)
    }

    @Test(
        "finds where the body ends",
        arguments: [
            ("Host: x\r\n", RequestFraming.Body.none),
            ("Host: x\r\nContent-Length: 0\r\n", .none),
            ("Host: x\r\ncontent-LENGTH: 0012\r\n", .length(12)),
            ("Host: x\r\nTransfer-Encoding: Chunked\r\n", .chunked),
        ])
    func bodies(fields: String, expected: RequestFraming.Body) throws {
        #expect(try judge(fields).body == expected)
    }

    @Test(
        "refuses whatever smuggles",
        arguments: [
            ("Content-Length: 1\r\n", 400), ("Host: a\r\nHost: a\r\n", 400), ("Host: a b\r\n", 400), ("Host: u@a\r\n", 400),
            ("Host: a/b\r\n", 400), ("Host: a:8x\r\n", 400), ("Host: [::1\r\n", 400),
            ("Host: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400), ("Host: x\r\nContent-Length: 1, 1\r\n", 400),
            ("Host: x\r\nContent-Length: +1\r\n", 400), ("Host: x\r\nContent-Length: -1\r\n", 400),
            ("Host: x\r\nContent-Length: 0x1\r\n", 400), ("Host: x\r\nContent-Length:\r\n", 400),
            ("Host: x\r\nContent-Length: 18446744073709551617\r\n", 400),
            ("Host: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400),
            ("Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400),
            ("Host: x\r\nTransfer-Encoding: chunked, chunked\r\n", 400), ("Host: x\r\nTransfer-Encoding:\r\n", 400),
            ("Host: x\r\nTransfer-Encoding: gzip, chunked\r\n", 501), ("Host: x\r\nTransfer-Encoding: identity\r\n", 501),
            ("Host: x\r\nExpect: the-impossible\r\n", 417),
        ])
    func refusals(fields: String, expected: Int) {
        let error = #expect(throws: Refusal.self) { try judge(fields) }
        #expect(error?.status.rawValue == expected)
    }

    @Test("knows what Connection says, without regard to case")
    func connection() throws {
        #expect(try judge("Host: x\r\n").keepsAlive)
        #expect(try !judge("Host: x\r\nConnection: foo , CLOSE\r\n").keepsAlive)
        #expect(try !judge("", version: "HTTP/1.0").keepsAlive)
        #expect(try judge("Connection: Keep-Alive\r\n", version: "HTTP/1.0").keepsAlive)
        #expect(throws: Refusal.self) { try judge("Transfer-Encoding: chunked\r\n", version: "HTTP/1.0") }
    }

    @Test("takes targets apart, each form")
    func targets() throws {
        func target(_ text: String, isOptions: Bool = false) throws -> (path: String, query: String?, authority: String?) {
            let bytes = Array(text.utf8)
            let target = try RequestTarget(0..<bytes.count, in: bytes.span, isOptions: isOptions)
            func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            return (part(target.path), target.query.map(part), target.authority.map(part))
        }
        #expect(try target("/a%2Fb?c?d") == ("/a%2Fb", "c?d", nil))
        #expect(try target("HTTP://a.test:80/b?c") == ("/b", "c", "a.test:80"))
        #expect(try target("http://a.test") == ("", nil, "a.test"))
        #expect(try target("*", isOptions: true).path == "*")
        for text in ["*", "a", "a.test:80", "ftp://a/b", "http://", "http://u@a/"] {
            #expect(throws: Refusal.self, "\(text)") { try target(text) }
        }
    }
}
