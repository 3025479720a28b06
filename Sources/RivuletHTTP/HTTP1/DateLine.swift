import Glibc

/// The `Date` field (RFC 9110 §6.6.1), written anew once a second.
struct DateLine {
    private var second = -1
    private var text = ""
    private var line: [UInt8] = []

    /// `Date: Sun, 06 Nov 1994 08:49:37 GMT` with its CRLF.
    mutating func current() -> [UInt8] {
        update()
        return line
    }

    /// The value alone.
    mutating func currentValue() -> String {
        update()
        return text
    }

    private mutating func update() {
        let now = time(nil)
        guard now != second else { return }
        second = now
        text = HTTPDate(seconds: now).text
        line = Array("Date: \(text)\r\n".utf8)
    }
}
