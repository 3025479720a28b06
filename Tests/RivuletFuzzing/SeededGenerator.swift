/// The same numbers in every run (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Begins with `seed`.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension [UInt8] {
    /// The bytes in pieces of random length.
    public func randomPieces(using generator: inout some RandomNumberGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...Swift.min(rest.count, 24), using: &generator)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
