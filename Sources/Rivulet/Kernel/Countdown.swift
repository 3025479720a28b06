import Synchronization

/// Counts things that end, and tells who was the last.
final class Countdown: Sendable {
    private let remaining: Atomic<Int>

    init(_ count: Int) {
        remaining = Atomic(count)
    }

    /// One has ended.
    /// - Returns: whether it was the last.
    func countDown() -> Bool { remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}
