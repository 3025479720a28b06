import Glibc

/// A moment of the wall clock, printed as RFC 3339 in UTC with milliseconds.
struct Timestamp: Sendable, CustomStringConvertible {
    let seconds: Int
    let nanoseconds: Int

    static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    var description: String {
        var time = tm()
        var seconds = time_t(self.seconds)
        gmtime_r(&seconds, &time)
        let date = "\(digits(Int(time.tm_year) + 1900, 4))-\(digits(Int(time.tm_mon) + 1, 2))-\(digits(Int(time.tm_mday), 2))"
        let clock = "\(digits(Int(time.tm_hour), 2)):\(digits(Int(time.tm_min), 2)):\(digits(Int(time.tm_sec), 2))"
        return "\(date)T\(clock).\(digits(nanoseconds / 1_000_000, 3))Z"
    }

    private func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
