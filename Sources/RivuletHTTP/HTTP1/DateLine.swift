import Glibc

/// The `Date` field (RFC 9110 §6.6.1), written anew once a second.
struct DateLine {
    private var second = -1
    private var value: [UInt8] = []
    private var line: [UInt8] = []

    /// `Date: Sun, 06 Nov 1994 08:49:37 GMT` with its CRLF.
    mutating func current() -> [UInt8] {
        update()
        return line
    }

    /// The value alone.
    mutating func currentValue() -> [UInt8] {
        update()
        return value
    }

    private mutating func update() {
        let now = time(nil)
        guard now != second else { return }
        second = now
        value = Array(HTTPDate(seconds: now).text.utf8)
        line = Array("Date: ".utf8) + value + Array("\r\n".utf8)
    }
}
