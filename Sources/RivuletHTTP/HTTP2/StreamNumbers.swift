/// Which streams a client has opened. Their numbers only grow (RFC 9113 §5.1.1); one that was passed over counts as
/// closed, and can't be opened later. libnghttp2 ignores such a late one; the standard wants the connection closed.
struct StreamNumbers {
    private var highest: Int32 = 0
    /// Passed over: a well-behaved client leaves none, so a few are remembered and more are refused.
    private var gaps: [Range<Int32>] = []

    private static let gapLimit = 64

    /// What a header block for a stream means.
    enum Outcome: Equatable {
        /// It opens the stream.
        case opened
        /// The stream was opened before.
        case known
        /// The stream can't be opened any more.
        case passedOver
    }

    /// Whether the client may open the stream yet.
    func isAhead(_ number: Int32) -> Bool { number > highest }

    /// Takes note of a header block for a stream.
    mutating func open(_ number: Int32) -> Outcome {
        guard number > highest else { return gaps.contains { $0.contains(number) } ? .passedOver : .known }
        let next = highest == 0 ? 1 : highest + 2
        if number > next {
            guard gaps.count < Self.gapLimit else { return .passedOver }
            gaps.append(next..<number)
        }
        highest = number
        return .opened
    }
}
