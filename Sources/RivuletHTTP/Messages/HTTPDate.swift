import Glibc

/// A date of HTTP (RFC 9110 §5.6.7): whole seconds, GMT.
struct HTTPDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    let seconds: Int

    init(seconds: Int) {
        self.seconds = seconds
    }

    static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// As it is sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var text: String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(Self.days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(Self.months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec)) GMT"
    }

    /// Reads a date in any of the three forms that a recipient must know: IMF-fixdate, RFC 850's, and asctime's.
    init?(_ text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "-" })
        let (day, month, year, time): (Substring, Substring, Substring, Substring)
        switch words.count {
        case 6 where words[5] == "GMT": (day, month, year, time) = (words[1], words[2], words[3], words[4])
        case 5: (day, month, year, time) = (words[2], words[1], words[4], words[3])
        default: return nil
        }
        let clock = time.split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let monthIndex = Self.months.firstIndex(where: { $0 == month }),
            let dayNumber = Self.number(day, 1...31), let hour = Self.number(clock[0], 0...23),
            let minute = Self.number(clock[1], 0...59), let second = Self.number(clock[2], 0...60),
            var yearNumber = Self.number(year, 0...9999)
        else { return nil }
        if year.utf8.count == 2 {
            // RFC 850 has two digits: more than 50 years in the future is the past (RFC 9110 §5.6.7).
            var now = time_t()
            Glibc.time(&now)
            var parts = tm()
            gmtime_r(&now, &parts)
            let thisYear = Int(parts.tm_year) + 1900
            yearNumber += thisYear / 100 * 100
            if yearNumber > thisYear + 50 { yearNumber -= 100 }
        }
        guard yearNumber >= 1583 else { return nil }
        var parts = tm()
        parts.tm_year = Int32(yearNumber - 1900)
        parts.tm_mon = Int32(monthIndex)
        parts.tm_mday = Int32(dayNumber)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        seconds = timegm(&parts)
    }

    private static func number(_ digits: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else { return nil }
        return range.contains(number) ? number : nil
    }
}
