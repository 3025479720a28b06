/// Times in nanoseconds, in buckets that are an eighth of a power of two wide: a percentile is right to 9 %.
struct Histogram: Sendable {
    private var counts = [Int](repeating: 0, count: 64 * 8)
    private(set) var count = 0
    private(set) var maximum: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64) {
        counts[Self.bucket(nanoseconds)] += 1
        count += 1
        maximum = max(maximum, nanoseconds)
    }

    /// The time that this part of all were at most as long as; 0 when there are none.
    func percentile(_ part: Double) -> UInt64 {
        let wanted = Int((Double(count) * part).rounded(.up))
        var sum = 0
        for (bucket, count) in counts.enumerated() where count > 0 {
            sum += count
            if sum >= wanted { return min(maximum, Self.top(of: bucket)) }
        }
        return 0
    }

    private static func bucket(_ value: UInt64) -> Int {
        guard value >= 8 else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        return power * 8 + Int(value >> UInt64(power - 3)) & 7
    }

    private static func top(of bucket: Int) -> UInt64 {
        guard bucket >= 24 else { return UInt64(bucket) }
        let power = UInt64(bucket / 8)
        return (UInt64(8 + bucket % 8 + 1) << (power - 3)) - 1
    }
}
