/// Allows something so many times at once, and so many times a second after that.
struct TokenBucket {
    private let burst: Double
    private let rate: Double
    private var tokens: Double
    private var filledAt: UInt64

    /// - Parameters:
    ///   - burst: how often at once.
    ///   - rate: how often a second in the long run.
    ///   - now: the time, in nanoseconds.
    init(burst: Int, rate: Int, at now: UInt64) {
        self.burst = Double(burst)
        self.rate = Double(rate)
        tokens = self.burst
        filledAt = now
    }

    /// Takes one.
    /// - Returns: false when there is none left.
    mutating func take(at now: UInt64) -> Bool {
        if now > filledAt {
            tokens = min(burst, tokens + Double(now - filledAt) * 1e-9 * rate)
            filledAt = now
        }
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
