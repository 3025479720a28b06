/// Which streams a client has opened. Their numbers only grow (RFC 9113 §5.1.1); one that was passed over counts as
/// closed, and can't be opened later. libnghttp2 ignores such a late one; the standard wants the connection closed.
struct StreamNumbers {
    private var highest: Int32 = 0
    /// Passed over: a well-behaved client leaves none, so a few are remembered and more are refused.
    private var gaps: [Range<Int32>] = []

    private static let gapLimit = 64

    /// Takes note of a header block for a stream.
    /// - Returns: false when the stream must not be opened any more.
    mutating func open(_ number: Int32) -> Bool {
        guard number > highest else { return !gaps.contains { $0.contains(number) } }
        let next = highest == 0 ? 1 : highest + 2
        if number > next {
            guard gaps.count < Self.gapLimit else { return false }
            gaps.append(next..<number)
        }
        highest = number
        return true
    }
}
