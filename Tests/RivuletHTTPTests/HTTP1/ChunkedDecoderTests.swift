import Testing

@testable import RivuletHTTP

@Suite("The decoder of chunks")
struct ChunkedDecoderTests {
    private enum Result: Equatable {
        case body(String, used: Int)
        case partial
        case refused(Int)
    }

    /// Decodes pieces that come one after the other.
    private func decode(_ pieces: [[UInt8]]) -> Result {
        var decoder = ChunkedDecoder()
        var body: [UInt8] = []
        var used = 0
        for piece in pieces {
            var position = 0
            loop: while true {
                switch decoder.next(piece.span, &position) {
                case .data(let range): body.append(contentsOf: piece[range])
                case .needsMore: break loop
                case .end: return .body(String(decoding: body, as: UTF8.self), used: used + position)
                case .refused(let refusal): return .refused(refusal.status.rawValue)
                }
            }
            used += piece.count
        }
        return .partial
    }

    private static let whole = "5;a=b;c=\"d\\\"e\" ;f\r\nhello\r\n006\r\n world\r\n0\r\nX-Trailer: 1\r\n\r\n"

    @Test("gives the same for every split into two, and for single bytes")
    func splits() {
        let bytes = Array(Self.whole.utf8)
        let expected = Result.body("hello world", used: bytes.count)
        for count in 0...bytes.count {
            #expect(decode([Array(bytes[..<count]), Array(bytes[count...])]) == expected, "split at \(count)")
        }
        #expect(decode(bytes.map { [$0] }) == expected)
        #expect(decode([bytes + Array("GET".utf8)]) == expected)
        #expect(decode([Array(bytes.dropLast())]) == .partial)
    }

    @Test(
        "refuses what is no chunk",
        arguments: [
            "\r\n", "0x5\r\nhello", "+5\r\n", "-5\r\n", " 5\r\n", "5 \r\n", "5 x\r\n", "5\nhello", "5\r\nhelloX", "5\r\nhello\n",
            "5;\r\n", "5;[\r\n", "5;a\rb\r\n", "5;a\0\r\n", "ffffffffffffffff\r\n", "0\r\nno colon\r\n", "0\r\nX : 1\r\n", "0\r\nXX\r\n",
            "0\n", "5;a\nhello",
        ])
    func refusals(text: String) {
        #expect(decode([Array(text.utf8)]) == .refused(400))
    }

    @Test("puts up with little in extensions and trailers")
    func floods() {
        let chunk = Array(("1;" + String(repeating: "a", count: 8000) + "\r\nx\r\n").utf8)
        #expect(decode([chunk, chunk, chunk]) == .refused(413))
        let trailer = Array(("0\r\nX: " + String(repeating: "a", count: 20000)).utf8)
        #expect(decode([trailer]) == .refused(413))
    }
}
