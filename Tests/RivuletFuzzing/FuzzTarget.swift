// The targets look inside of the libraries, which only a debug build lets them.
#if DEBUG
    /// What reads bytes from outside, each fed with any bytes: nothing may trap, and what is said of the input must hold.
    ///
    /// The tests run them over a corpus with random changes, the same in every run. libFuzzer runs them for as long as one
    /// likes, and finds by itself what leads into new code; see `RivuletLibFuzzer`.
    public enum FuzzTarget: String, CaseIterable, Sendable {
        // Named as their folders in the corpus.
        case requests, queries, ranges, events, journals

        /// Feeds it.
        /// - Throws: ``Violation`` when something does not hold.
        public func run(_ bytes: [UInt8]) throws {
            // Where to cut and the like: as random as the input, and the same for the same input.
            var generator = SeededGenerator(seed: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
            switch self {
            case .requests: try RequestFuzzing.run(bytes, &generator)
            case .queries: try QueryFuzzing.run(bytes)
            case .ranges: try RangeFuzzing.run(bytes, &generator)
            case .events: try EventFuzzing.run(bytes, &generator)
            case .journals: try JournalFuzzing.run(bytes)
            }
        }
    }
#endif

/// Something that was to hold does not.
public struct Violation: Error, CustomStringConvertible {
    /// What was to hold.
    public let description: String
}

/// Demands that something holds.
/// - Throws: ``Violation``.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(description: what()) }
}
