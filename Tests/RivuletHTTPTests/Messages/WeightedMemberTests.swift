import Testing

@testable import RivuletHTTP

@Suite("What a client accepts, by weight")
struct WeightedMemberTests {
    private func members(_ list: String) -> [WeightedMember] {
        var members: [WeightedMember] = []
        WeightedMember.forEach(in: list) { members.append($0) }
        return members
    }

    @Test(
        "names in lower case, weights in thousandths",
        arguments: [
            ("GZIP", "gzip", 1000, false), ("gzip;q=0", "gzip", 0, false), ("a ; Q=0.25 ", "a", 250, false),
            ("*;q=1.000", "*", 1000, false),
            ("text/plain;version=1", "text/plain", 1000, true), ("text/plain; version=1 ;q=0.5", "text/plain", 500, true),
        ])
    func member(list: String, name: String, weight: Int, hasParameters: Bool) {
        #expect(members(list) == [WeightedMember(name: name, weight: weight, hasParameters: hasParameters)])
    }

    @Test("a malformed weight says nothing, and spoils nothing else", arguments: ["q=", "q=2", "q=1.001", "q=0.1234", "q=-1", "q=.5"])
    func malformed(parameter: String) {
        #expect(members("a;\(parameter), b").map(\.name).contains("b"))
        #expect(!members("a;\(parameter), b").contains { $0.name == "a" && $0.weight > 0 })
    }
}
