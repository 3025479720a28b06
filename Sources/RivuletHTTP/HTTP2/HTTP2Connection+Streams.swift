import CNGHTTP2

// What streams ask for.
extension HTTP2Connection {
    func submit(_ fields: HTTP2Fields, for stream: HTTP2Stream, hasContent: Bool) {
        let date = connection.core.date
        if session?.submitResponse(fields, date: date, for: stream, hasContent: hasContent) != true {
            session?.reset(stream.number, NGHTTP2_INTERNAL_ERROR)
        }
        sendSoon()
    }

    /// Events go before whatever else the connection carries: they are small, and late ones are worth little.
    func prioritize(_ number: Int32) { session?.prioritize(number, urgency: 1) }

    func submitContinue(_ number: Int32) {
        session?.submitInterim(.goOn, number)
        sendSoon()
    }

    func resume(_ number: Int32) {
        session?.resume(number)
        sendSoon()
    }

    func reset(_ number: Int32, _ code: nghttp2_error_code) {
        session?.reset(number, code)
        sendSoon()
    }

    /// Opens a stream's window by what its reader has taken.
    func openWindow(_ number: Int32, _ count: Int) {
        session?.consumeStream(number, count)
        sendSoon()
    }

    /// A stream has a deadline that may be earlier than the others'.
    func expect(by deadline: UInt64) {
        if deadline < connection.deadline { connection.deadline = deadline }
    }
}
