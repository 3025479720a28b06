import Glibc

/// The `Date` field (RFC 9110 §6.6.1) of one second.
struct DateLine {
    let second: Int
    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    let value: [UInt8]
    /// The same as a line of HTTP/1.1: `Date: Sun, 06 Nov 1994 08:49:37 GMT` with its CRLF.
    let line: [UInt8]

    init(second: Int) {
        self.second = second
        value = Array(HTTPDate(seconds: second).text.utf8)
        line = Array("Date: ".utf8) + value + Array("\r\n".utf8)
    }
}

extension LoopCore {
    /// The date of now, written anew once a second.
    var date: [UInt8] {
        renewDateLine()
        return lastDateLine.value
    }

    /// The same as a line of HTTP/1.1.
    var dateLine: [UInt8] {
        renewDateLine()
        return lastDateLine.line
    }

    private func renewDateLine() {
        let now = time(nil)
        if now != lastDateLine.second { lastDateLine = DateLine(second: now) }
    }
}
