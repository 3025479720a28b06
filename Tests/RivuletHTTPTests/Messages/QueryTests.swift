import Testing

@testable import RivuletHTTP

@Suite("Queries")
struct QueryTests {
    @Test func namesAndValuesAreDecodedOnce() throws {
        let query = try Query("query=%E5%A4%9A%E9%87%8D+a%2Bb&tag=%2526&empty=&flag&a=1&a=2")
        #expect(try query.string("query") == "多重 a+b")
        #expect(try query.string("tag") == "%26")
        #expect(try query.string("empty") == "")
        #expect(try query.string("flag") == "")
        #expect(try query.string("none") == nil)
        #expect(query.values(of: "a") == ["1", "2"])
    }

    @Test("is split at bytes, whatever a mark behind them makes of the characters")
    func combiningMarks() throws {
        let query = try Query("a=\u{338}b&\u{301}c=d")
        #expect(query.names == ["a", "\u{301}c"])
        #expect(try query.string("a") == "\u{338}b")
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%00", "a=%ff", "%=1"])
    func badEncodingIsAProblem(text: String) {
        #expect(throws: Problem.self) { try Query(text) }
    }

    @Test(arguments: ["0", "-1", "abc", "101", "99999999999999999999", "", "1.5", "+5", " 5", "５"])
    func badNumberNamesTheParameterTheValueAndTheRange(text: String) throws {
        let query = try Query("page=" + PercentEncoding.encode(text))
        let problem = #expect(throws: Problem.self) { try query.integer("page", in: 1...100, default: 1) }
        #expect(problem?.status == .badRequest)
        #expect(problem?.detail?.contains("“page”") == true)
        #expect(problem?.detail?.contains("from 1 to 100") == true)
    }

    @Test func twoValuesWhereOneIsMeantAreAProblem() throws {
        let query = try Query("page=1&page=2")
        #expect(throws: Problem.self) { try query.integer("page", in: 1...100, default: 1) }
    }

    @Test func encodedTextComesBack() {
        let text = "a/b%c 多重\u{0}~"
        #expect(PercentEncoding.encode(text) == "a%2Fb%25c%20%E5%A4%9A%E9%87%8D%00~")
        #expect(PercentEncoding.decode("a%2Fb%25c%20%E5%A4%9A%E9%87%8D~") == "a/b%c 多重~")
    }
}

@Suite("Fields")
struct FieldsTests {
    @Test func namesAreComparedWithoutRegardToCase() {
        var fields: Fields = ["Content-Type": "text/plain", "accept": "a"]
        fields.append("ACCEPT", "b")
        #expect(fields["content-type"] == "text/plain")
        #expect(fields["Accept"] == "a, b")
        #expect(fields.values(of: "accept") == ["a", "b"])
        fields["accept"] = "c"
        #expect(fields.values(of: "Accept") == ["c"])
        fields["accept"] = nil
        #expect(!fields.contains("accept"))
        #expect(fields.count == 1)
    }

    @Test func valueCannotBecomeALineOfItsOwn() {
        var fields = Fields()
        fields.append("Location", "/a\r\nSet-Cookie: b\0")
        #expect(fields["location"] == "/a  Set-Cookie: b ")
    }

    @Test(arguments: [("close", true), ("Close", true), ("keep-alive, CLOSE", true), ("closed", false), (" ,, close\t", true), ("", false)])
    func listMembersAreFound(value: String, expected: Bool) {
        #expect((["Connection": value] as Fields).list("connection", contains: "close") == expected)
    }
}

@Suite("Problem details (RFC 9457)")
struct ProblemTests {
    @Test func isJSONWhateverTheTextHolds() {
        let problem = Problem(.badRequest, detail: "a \"quote\" \\ \n\u{1} 多重")
        #expect(
            String(decoding: problem.encoded(), as: UTF8.self)
                == #"{"type":"about:blank","title":"Bad Request","status":400,"detail":"a \"quote\" \\ \n\u0001 多重"}"# + "\n")
    }
}
