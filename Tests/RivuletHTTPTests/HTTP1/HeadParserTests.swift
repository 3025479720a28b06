import Testing

@testable import RivuletHTTP

@Suite("The parser of heads")
struct HeadParserTests {
    private func parse(_ text: String, _ parser: HeadParser = HeadParser()) -> HeadParser.Outcome {
        parser.parse(Array(text.utf8).span)
    }

    private func status(_ text: String, _ parser: HeadParser = HeadParser()) -> Int? {
        if case .refused(let refusal) = parse(text, parser) { refusal.status.rawValue } else { nil }
    }

    @Test("finds the parts of a head, and where it ends")
    func parts() throws {
        let text = "POST /a%2Fb?c=d HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nX-Value: \t a b \t\r\n\r\nbody"
        let bytes = Array(text.utf8)
        guard case .complete(let parts) = HeadParser().parse(bytes.span) else {
            Issue.record("not complete")
            return
        }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        #expect(part(parts.method) == "POST")
        #expect(part(parts.target) == "/a%2Fb?c=d")
        #expect(parts.version == .http11)
        #expect(parts.count == bytes.count - 4)
        #expect(parts.fields.map { "\(part($0.name))=\(part($0.value))" } == ["Host=x", "X-Empty=", "X-Value=a b"])
    }

    @Test(
        "says the same of a head however it is split",
        arguments: [
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "\r\n\r\nGET /articles?page=1 HTTP/1.0\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\nAccept: */*\r\nX-Utf8: caf\u{E9}\r\n\r\n",
        ])
    func splits(text: String) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            #expect(HeadParser().parse(Array(bytes[..<count]).span) == .partial, "after \(count) bytes")
        }
        guard case .complete(let parts) = HeadParser().parse(bytes.span) else {
            Issue.record("not complete")
            return
        }
        #expect(parts.count == bytes.count)
    }

    @Test(
        "refuses what two readers could take for different things",
        arguments: [
            ("GET / HTTP/1.1\nHost: x\n\n", 400),
            ("GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n Host: x\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\rc\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nA\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n: b\r\n\r\n", 400),
            ("GET  / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1 \r\n\r\n", 400),
            ("GET /#fragment HTTP/1.1\r\n\r\n", 400),
            ("GET /\u{3042} HTTP/1.1\r\n\r\n", 400),
            ("GET\t/\tHTTP/1.1\r\n\r\n", 400),
            ("GET / http/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.10\r\n\r\n", 400),
            ("GET / HTTP/3.0\r\n\r\n", 505),
            ("\u{16}\u{3}\u{1}\0", 400),
        ])
    func refusals(text: String, expected: Int) {
        #expect(status(text) == expected)
    }

    @Test("has limits, and applies them before the end is there")
    func limits() {
        let parser = HeadParser(lineLimit: 64, blockLimit: 128, fieldLimit: 3)
        #expect(status("GET /" + String(repeating: "a", count: 64), parser) == 414)
        #expect(status("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 130), parser) == 431)
        #expect(status("GET / HTTP/1.1\r\n" + String(repeating: "a", count: 130), parser) == 431)
        #expect(status("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\n", parser) == 431)
        #expect(status("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n", parser) == nil)
        #expect(status(String(repeating: "A", count: 40), parser) == 501)
    }
}
