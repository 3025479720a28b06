import Rivulet

/// One event of an event stream (WHATWG HTML § 9.2), encoded once and then sent to many.
public struct ServerSentEvent: Sendable, Hashable {
    /// What ``ServerSentEvent`` refuses.
    public enum InvalidField: Error, Hashable, Sendable {
        /// An id must not hold CR, LF or NUL: the first two would begin another field, an id with a NUL is ignored.
        case id
        /// An event name must not hold CR, LF or NUL.
        case event
        /// A reconnection time is 0 or more milliseconds.
        case retry
    }

    /// Becomes the client's last event id; empty clears it, nil leaves it.
    public let id: String?
    /// The event's type; `message` when nil.
    public let event: String?
    /// The payload. With nil (and not with an empty one) the client dispatches no event.
    public let data: String?
    /// How long the client is to wait before it reconnects, in milliseconds.
    public let retry: Int?

    /// An event.
    /// - Throws: ``InvalidField`` when a field holds what would end its line.
    public init(id: String? = nil, event: String? = nil, data: String? = nil, retry: Int? = nil) throws(InvalidField) {
        if let id, !Self.isOneLine(id) { throw .id }
        try Self.check(event, retry)
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    static func check(_ event: String?, _ retry: Int?) throws(InvalidField) {
        if let event, !isOneLine(event) { throw .event }
        if let retry, retry < 0 { throw .retry }
    }

    /// A comment line, which dispatches nothing: keeps a silent connection from being taken for dead. One LF: a blank
    /// line after it would make some clients dispatch an empty event.
    public static let heartbeat: [UInt8] = Array(":\n".utf8)

    /// The event as it is sent, its blank line included. Data is split at CR, LF and CRLF, as *bytes*: in Swift, CR LF
    /// is one `Character`, and U+2028 is no end of a line here.
    public func encoded() -> [UInt8] {
        var bytes = Self.encodeHead(retry: retry, event: event, idCount: id?.utf8.count) { output in
            if let id { output.append(id.utf8.span) }
        }
        if let data { Self.append(data: data.utf8.span, to: &bytes) }
        bytes.append(0x0A)
        return bytes
    }

    /// The lines before the data's.
    /// - Parameters:
    ///   - retry: the time for that field, if there is to be one.
    ///   - event: the name for that field, if there is to be one.
    ///   - idCount: how long the id is at most; nil for none.
    ///   - end: what is to come right behind them.
    ///   - writeID: appends the id.
    static func encodeHead(
        retry: Int?, event: String?, idCount: Int?, end: String = "", _ writeID: (inout OutputSpan<UInt8>) -> Void
    ) -> [UInt8] {
        // The names of all fields, and the longest number.
        [UInt8](upTo: 64 + (idCount ?? 0) + (event?.utf8.count ?? 0) + end.utf8.count) { output in
            if let retry {
                output.append("retry: ")
                output.append(decimal: UInt64(max(0, retry)))
                output.append(0x0A)
            }
            if idCount != nil {
                output.append("id: ")
                writeID(&output)
                output.append(0x0A)
            }
            if let event {
                output.append("event: ")
                output.append(event.utf8.span)
                output.append(0x0A)
            }
            output.append(end.utf8.span)
        }
    }

    /// What the data's first line begins with, and every other one.
    static let dataField = "data: "

    /// Appends data, a field for each of its lines.
    static func append(data: Span<UInt8>, to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + data.count + 8)
        bytes.append(contentsOf: dataField.utf8)
        var previous: UInt8 = 0
        for index in data.indices {
            let byte = data[index]
            switch byte {
            case 0x0A where previous == 0x0D: break  // The second half of CR LF.
            case 0x0A, 0x0D:
                bytes.append(0x0A)
                bytes.append(contentsOf: dataField.utf8)
            default: bytes.append(byte)
            }
            previous = byte
        }
        bytes.append(0x0A)
    }

    private static func isOneLine(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return bytes.isOneLine && !bytes.contains(0)
    }
}

extension Span<UInt8> {
    /// Whether neither CR nor LF is in it.
    var isOneLine: Bool { !contains(0x0A) && !contains(0x0D) }
}
