import Testing

@testable import RivuletHTTP

@Suite("A query as a value of a type")
struct QueryDecodingTests {
    private enum Order: String, Decodable, CaseIterable { case new, title }

    private struct Listing: Decodable, Equatable {
        var tag: String?
        var page: Int
        var order: Order?
        var ids: [UInt8]?
        var ratio: Double?
        var isDraft: Bool?
    }

    private func decode(_ query: String?) throws -> Listing { try Query(query).decode(Listing.self) }

    @Test("properties are parameters: strings, numbers, booleans, enumerations, and lists of them")
    func values() throws {
        let listing = try decode("tag=%E5%A4%9A+%26&page=-3&order=title&ids=1&ids=255&ratio=0.5&isDraft&unknown=1")
        #expect(listing == Listing(tag: "多 &", page: -3, order: .title, ids: [1, 255], ratio: 0.5, isDraft: true))
        #expect(try decode("page=1") == Listing(page: 1))
    }

    @Test(
        "a problem names the parameter, its value, and what it should be",
        arguments: [
            (nil, "“page” is missing"), ("page=1&page=2", "“page” is given 2 times"), ("page=", "a whole number"),
            ("page=%2B1", "a whole number"), ("page=1.0", "a whole number"), ("page=99999999999999999999", "a whole number"),
            ("page=1&ids=256", "“ids” is “256”; it must be a whole number from 0 to 255"), ("page=1&ratio=x", "must be a number"),
            ("page=1&ratio=inf", "must be a number"), ("page=1&isDraft=yes", "true or false"),
            ("page=1&order=old", "“order” is “old”; it must be one of new, title"), ("page=%zz", "percent-encoding"),
        ])
    func problems(query: String?, expected: String) {
        let problem = #expect(throws: Problem.self) { try decode(query) }
        #expect(problem?.status == .badRequest)
        #expect(problem?.detail?.contains(expected) == true, "\(problem?.detail ?? "")")
    }
}
