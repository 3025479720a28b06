import FoundationEssentials
import Glibc
import Rivulet

/// The clock of the loops: monotonic, in nanoseconds.
enum LoopClock {
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The wall clock's time at start, moved on by the monotonic clock: dates that never jump.
    static var date: RxTime { start.date.addingTimeInterval(Double(now - start.time) * 1e-9) }

    private static let start = (date: Date(), time: now)
}

/// Puts a new value in place of the old one, which it returns.
func exchange<Value>(_ place: inout Value, with value: consuming Value) -> Value {
    let old = place
    place = value
    return old
}

extension RxTimeInterval {
    /// This span in nanoseconds; `.never` is as far away as can be, what is negative is now.
    var clampedNanoseconds: UInt64 {
        let (count, unit): (Int, UInt64) =
            switch self {
            case .seconds(let count): (count, 1_000_000_000)
            case .milliseconds(let count): (count, 1_000_000)
            case .microseconds(let count): (count, 1_000)
            case .nanoseconds(let count): (count, 1)
            case .never: (.max, .max)
            @unknown default: (.max, .max)
            }
        let (product, overflow) = UInt64(max(0, count)).multipliedReportingOverflow(by: unit)
        return overflow ? UInt64.max / 4 : min(product, UInt64.max / 4)
    }
}
