import Testing

@testable import RivuletHTTP

@Suite("The patience with a body")
struct PatienceTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("whoever sends nothing has the whole time, and asking again does not give more")
    func silence() {
        var patience = Patience(10 * Self.second)
        let before = patience.isWaiting
        let end = patience.begin(at: 5 * Self.second)
        let again = patience.begin(at: 6 * Self.second)
        #expect(!before)
        #expect(end == 15 * Self.second)
        #expect(again == nil)
        #expect(patience.isWaiting)
    }

    @Test("a byte now and then uses the time up: each buys back a millisecond")
    func drops() {
        var patience = Patience(10 * Self.second)
        var now: UInt64 = 0
        var count = 0
        while let end = patience.begin(at: now), end > now + Self.second {
            now += Self.second
            if patience.end(at: now, count: 1) { count += 1 }
        }
        #expect(count == 10)
    }

    @Test("a thousand bytes a second may come for ever, and save nothing up")
    func stream() {
        var patience = Patience(10 * Self.second)
        var ends: Set<UInt64> = []
        for second in 0..<1_000 as Range<UInt64> {
            if let end = patience.begin(at: second * Self.second) { ends.insert(end - second * Self.second) }
            _ = patience.end(at: (second + 1) * Self.second, count: 1_000 + Int(second))
        }
        #expect(ends == [10 * Self.second])
    }

    @Test("bytes that nobody waits for buy time back as well")
    func ahead() {
        var patience = Patience(10 * Self.second)
        _ = patience.begin(at: 0)
        let wasWaiting = patience.end(at: 8 * Self.second, count: 0)
        let isWaiting = patience.end(at: 9 * Self.second, count: 3_000)
        let end = patience.begin(at: 20 * Self.second)
        #expect(wasWaiting)
        #expect(!isWaiting)
        #expect(end == 25 * Self.second)
    }
}
