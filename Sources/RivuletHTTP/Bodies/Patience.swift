/// How long a client may still keep the server waiting for the content of a request (``Limits/bodyTimeout``): the time
/// that it has used up is gone, and every byte that comes buys back a millisecond of it. So a body may take as long as
/// it wants to come, but not a byte now and then for ever.
///
/// Times are in nanoseconds, on the loop's clock.
struct Patience {
    private let limit: UInt64
    private var left: UInt64
    private var since: UInt64?

    private static let boughtByByte: UInt64 = 1_000_000

    init(_ limit: UInt64) {
        self.limit = limit
        left = limit
    }

    /// Whether the next step is the client's.
    var isWaiting: Bool { since != nil }

    /// Somebody waits for content.
    /// - Returns: until when; nil when that was said before.
    mutating func begin(at now: UInt64) -> UInt64? {
        guard since == nil else { return nil }
        since = now
        return now + left
    }

    /// So many bytes have come, or the body's end.
    /// - Returns: whether somebody waited for it.
    mutating func end(at now: UInt64, count: Int) -> Bool {
        let waited = since.map { now - $0 } ?? 0
        let wasWaiting = exchange(&since, with: nil) != nil
        left = min(left - min(left, waited) + UInt64(count) * Self.boughtByByte, limit)
        return wasWaiting
    }
}
