import Testing

@testable import RivuletHTTP

@Suite("Server-sent events (WHATWG HTML § 9.2)")
struct ServerSentEventTests {
    private func encode(_ data: String) throws -> String {
        String(decoding: try ServerSentEvent(data: data).encoded(), as: UTF8.self)
    }

    @Test func allFieldsInTheirPlace() throws {
        let event = try ServerSentEvent(id: "e-1", event: "hello", data: "{}", retry: 1_000)
        #expect(String(decoding: event.encoded(), as: UTF8.self) == "retry: 1000\nid: e-1\nevent: hello\ndata: {}\n\n")
    }

    @Test func dataIsSplitAtEveryLineEndAsBytes() throws {
        #expect(try encode("a\nb\rc\r\nd") == "data: a\ndata: b\ndata: c\ndata: d\n\n")
        #expect(try encode("\r\n\n") == "data: \ndata: \ndata: \n\n")
        #expect(try encode("a\revent: steal") == "data: a\ndata: event: steal\n\n")
        #expect(try encode("a\u{2028}b\u{85}c") == "data: a\u{2028}b\u{85}c\n\n")
        #expect(try encode("") == "data: \n\n")
    }

    @Test(arguments: ["a\nb", "a\rb", "a\0b", "\r\n"])
    func whatWouldEndTheLineIsRefused(text: String) {
        #expect(throws: ServerSentEvent.InvalidField.id) { try ServerSentEvent(id: text) }
        #expect(throws: ServerSentEvent.InvalidField.event) { try ServerSentEvent(event: text) }
    }

    @Test func negativeRetryIsRefused() {
        #expect(throws: ServerSentEvent.InvalidField.retry) { try ServerSentEvent(retry: -1) }
    }

    @Test func decoderFollowsTheStandard() {
        var decoder = EventStreamDecoder()
        let text =
            "\u{FEFF}: comment\nid: 1\ndata: a\ndata:b\ndata\n\nevent: x\n\nid: 2\0\nretry: 12x\nretry: 5\ndata:  c\r\n\r\ndata: unfinished"
        let events = decoder.decode(text.utf8)
        #expect(events == [.init(id: "1", event: "message", data: "a\nb\n"), .init(id: "1", event: "message", data: " c")])
        #expect(decoder.reconnectionTime == 5)
        #expect(decoder.lastEventID == "1")
    }

    @Test func whatIsEncodedIsDecodedAtAnySplit() throws {
        var generator = SplitMix(state: 7)
        let pieces = ["a", "多", "\r", "\n", "\r\n", ":", " ", "data", "\u{2028}", "id: 5", "🌊", ""]
        for _ in 0..<300 {
            let data = (0..<Int.random(in: 0...9, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let bytes = try ServerSentEvent(id: "7", event: "é", data: data).encoded()
            var decoder = EventStreamDecoder()
            var events: [EventStreamDecoder.Event] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &generator)
                events += decoder.decode(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            let normalized = data.replacingLineEnds()
            #expect(events == [.init(id: "7", event: "é", data: normalized)])
        }
    }
}

/// A seeded generator, so that a failure can be seen again.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension String {
    fileprivate func replacingLineEnds() -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in unicodeScalars {
            if scalar == "\r" || (scalar == "\n" && previous != "\r") { result.append("\n") }
            if scalar != "\r", scalar != "\n" { result.append(scalar) }
            previous = scalar
        }
        return String(result)
    }
}
