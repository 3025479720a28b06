import Foundation
import RivuletEvents
import Testing

@Suite("A JSON value")
struct JSONValueTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private func written(_ value: JSONValue) -> String { String(decoding: value.encoded, as: UTF8.self) }

    @Test(
        "passes through as it was written",
        arguments: [
            "null", "true", "false", "0", "-0", "1.0", "0.10", "1e999", "1E+2", "9007199254740993", "123456789012345678901234567890",
            #""""#, #""é 日本 👩‍👩‍👧 \u2028""#.replacingOccurrences(of: #"\u2028"#, with: "\u{2028}"), #""\"\\\n\r\t\u0000\u001f""#,
            "[]", "{}", "[1,[2,[]],{}]", #"{"z":1,"a":{"b":null},"":[]}"#, "\"/\"",
        ])
    func passesThrough(text: String) throws {
        #expect(written(try parse(text)) == text)
    }

    @Test(
        "is written on one line, without what need not be escaped",
        arguments: [
            (" [ 1 ,\r\n\t2 ] ", "[1,2]"), (#""\u00e9\u65e5\ud83d\ude00\/\b\f""#, #""é日😀/\u0008\u000c""#),
            (#"{ "a" : 1 , "b" : 2 , "a" : 3 }"#, #"{"a":3,"b":2}"#),
        ])
    func canonical(text: String, expected: String) throws {
        #expect(written(try parse(text)) == expected)
    }

    @Test("tells names apart that differ only in how they are composed")
    func composition() throws {
        let text = "{\"\u{e9}\":1,\"e\u{301}\":2}"
        #expect(Array(written(try parse(text)).utf8) == Array(text.utf8))
    }

    @Test(
        "is nothing else, and says where",
        arguments: [
            ("", 0), ("  ", 2), ("nul", 0), ("nulls", 4), ("True", 0), ("01", 1), ("-", 1), ("1.", 2), (".5", 0), ("1e", 2), ("+1", 0),
            ("NaN", 0), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{a:1}", 1), ("{\"a\":1,}", 7), ("\"", 1), ("\"\n\"", 1),
            (#""\x""#, 2), (#""\u12g4""#, 5), (#""\ud800""#, 7), (#""\ud800\u0041""#, 13), (#""\udc00""#, 7), ("1 2", 2), ("\u{feff}1", 0),
            ("'a'", 0), ("[", 1), ("//", 0),
        ])
    func notJSON(text: String, offset: Int) {
        #expect { try parse(text) } throws: { ($0 as? JSONError)?.offset == offset }
    }

    @Test("is UTF-8", arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE3, 0x81]] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test("nests so deep and no deeper", arguments: ["[", "{\"a\":"])
    func depth(open: String) throws {
        let close = open == "[" ? "]" : "}"
        let levels = JSONValue.depthLimit - 1
        let deepest = String(repeating: open, count: levels) + "[]" + String(repeating: close, count: levels)
        #expect(written(try parse(deepest)) == deepest)
        #expect(throws: JSONError.self) { try parse(open + deepest + close) }
        #expect(throws: JSONError.self) { try parse(String(repeating: open, count: 1_000_000)) }
    }

    @Test("agrees with Foundation about what is JSON, on random mutations", arguments: 0..<8 as Range<UInt64>)
    func foundation(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let samples = [#"{"a":[1,-2.5e3,true,null,"x\u00e9\n"],"b":{"c":""}}"#, #"["日本",{"k":0.1},[[]],false]"#, "-12.5E-7"]
        let alphabet = Array(#"{}[]":,\ue0129.-+truefalsnxE "#.utf8)
        for _ in 0..<500 {
            var bytes = Array(samples[Int.random(in: 0..<samples.count, using: &random)].utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                case 1: bytes.insert(alphabet[Int.random(in: 0..<alphabet.count, using: &random)], at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            let mine = try? JSONValue(parsing: bytes)
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect((mine != nil) == (theirs != nil), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("goes through a coder with its meaning")
    func codable() throws {
        let value: JSONValue = ["b": [nil, true, 1, -1, "x"], "a": ["n": .number(JSONNumber(UInt64.max))]]
        let copy = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        #expect(copy["b"] == value["b"])
        #expect(copy["a"] == value["a"])
    }
}
