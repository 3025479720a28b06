/// Durations, counted in buckets.
struct Histogram: Sendable, Equatable {
    /// The upper ends of all buckets but the last, as they are printed too: from what a cached page takes to the server's
    /// longest patience.
    static let bounds: [(limit: Duration, text: String)] = [
        (.microseconds(100), "0.0001"), (.microseconds(250), "0.00025"), (.microseconds(500), "0.0005"), (.milliseconds(1), "0.001"),
        (.microseconds(2_500), "0.0025"), (.milliseconds(5), "0.005"), (.milliseconds(10), "0.01"), (.milliseconds(25), "0.025"),
        (.milliseconds(50), "0.05"), (.milliseconds(100), "0.1"), (.milliseconds(250), "0.25"), (.milliseconds(500), "0.5"),
        (.seconds(1), "1.0"), (.milliseconds(2_500), "2.5"), (.seconds(5), "5.0"), (.seconds(10), "10.0"),
    ]

    /// How many came into each bucket, and into it alone.
    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var sum = Duration.zero

    mutating func add(_ duration: Duration) {
        counts[Self.bounds.firstIndex { duration <= $0.limit } ?? Self.bounds.count] += 1
        sum += duration
    }

    mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }
}
