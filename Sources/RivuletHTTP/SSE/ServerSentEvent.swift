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
        if let event, !Self.isOneLine(event) { throw .event }
        if let retry, retry < 0 { throw .retry }
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    /// A comment line, which dispatches nothing: keeps a silent connection from being taken for dead. One LF: a blank
    /// line after it would make some clients dispatch an empty event.
    public static let heartbeat: [UInt8] = Array(":\n".utf8)

    /// The event as it is sent, its blank line included. Data is split at CR, LF and CRLF, as *bytes*: in Swift, CR LF
    /// is one `Character`, and U+2028 is no end of a line here.
    public func encoded() -> [UInt8] {
        var bytes = encodedHead(reserving: (data?.utf8.count ?? 0) + 8)
        if let data { Self.appendData(data.utf8, to: &bytes) }
        bytes.append(0x0A)
        return bytes
    }

    /// The lines before the data's.
    /// - Parameter count: how many bytes are to come behind them.
    func encodedHead(reserving count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((id?.utf8.count ?? 0) + (event?.utf8.count ?? 0) + count + 48)
        if let retry { Self.append("retry: ", String(retry), to: &bytes) }
        if let id { Self.append("id: ", id, to: &bytes) }
        if let event { Self.append("event: ", event, to: &bytes) }
        return bytes
    }

    private static func append(_ field: String, _ value: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: field.utf8)
        bytes.append(contentsOf: value.utf8)
        bytes.append(0x0A)
    }

    /// What the data's first line begins with, and every other one.
    static let dataField = "data: "

    private static func appendData(_ data: String.UTF8View, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: dataField.utf8)
        if data.span.isOneLine {
            bytes.append(contentsOf: data)
        } else {
            appendLines(data, to: &bytes)
        }
        bytes.append(0x0A)
    }

    private static func appendLines(_ data: String.UTF8View, to bytes: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in data {
            switch byte {
            case 0x0A where previous == 0x0D: break  // The second half of CR LF.
            case 0x0A, 0x0D:
                bytes.append(0x0A)
                bytes.append(contentsOf: dataField.utf8)
            default: bytes.append(byte)
            }
            previous = byte
        }
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
