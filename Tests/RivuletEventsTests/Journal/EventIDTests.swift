import Testing

@testable import RivuletEvents

@Suite("An event id")
struct EventIDTests {
    @Test("reads what it writes", arguments: [0, 1, 42, UInt64.max] as [UInt64], [0, 0xAB, .max] as [UInt64])
    func roundTrip(sequence: UInt64, epoch: UInt64) {
        let id = EventID(epoch: Epoch(rawValue: epoch), sequence: sequence)
        #expect(EventID(id.description) == id)
        #expect(id.description.utf8.count <= 37)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "-", "1", "00000000000000ab", "00000000000000ab-", "-1", "00000000000000ab--1", "00000000000000ab-+1",
            "00000000000000ab-01", "00000000000000AB-1", "+0000000000000ab-1", "ab-1", "00000000000000ab-1 ", " 00000000000000ab-1",
            "00000000000000ab-18446744073709551616", "00000000000000ab-99999999999999999999999", "00000000000000ab-1\0",
            "00000000000000ab-١", "0000000000000000ab-1", "00000000000000ab–1", "00000000000000ab-1-1",
            String(repeating: "0", count: 1_000_000),
        ])
    func garbage(text: String) {
        #expect(EventID(text) == nil)
    }

    @Test("is of a random epoch at every start")
    func epochs() {
        #expect(Set((0..<1_000).map { _ in Epoch.random() }).count == 1_000)
    }
}
