/// Reads an event stream as a browser does (WHATWG HTML § 9.2.6), fed any split of bytes.
public struct EventStreamDecoder: Sendable {
    /// What a client dispatches.
    public struct Event: Sendable, Hashable {
        /// The last event id at this point; empty when there is none.
        public var id: String
        /// The event's type.
        public var event: String
        /// The payload.
        public var data: String
    }

    /// The last event id: what a client sends as `Last-Event-ID` when it reconnects.
    public private(set) var lastEventID = ""
    /// The reconnection time that the server asked for, in milliseconds.
    public private(set) var reconnectionTime: Int?

    private var line: [UInt8] = []
    private var previousWasCR = false
    private var isAtStart = true
    private var id = ""
    private var event = ""
    private var data: [UInt8]?

    /// A decoder at the start of a stream.
    public init() {}

    /// Reads on.
    /// - Returns: the events that these bytes complete.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            switch byte {
            case 0x0A where previousWasCR: break  // The second half of CR LF.
            case 0x0A, 0x0D: endLine(&events)
            default: line.append(byte)
            }
            previousWasCR = byte == 0x0D
        }
        return events
    }

    private mutating func endLine(_ events: inout [Event]) {
        defer { line.removeAll(keepingCapacity: true) }
        if isAtStart {
            isAtStart = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        if line.isEmpty { return dispatch(&events) }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        if colon == line.startIndex { return }  // A comment.
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event = String(decoding: value, as: UTF8.self)
        case "data":
            if data == nil { data = Array(value) } else { data? += [0x0A] + value }
        case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
        case "retry" where !value.isEmpty && value.allSatisfy({ (0x30...0x39).contains($0) }):
            reconnectionTime = Int(String(decoding: value, as: UTF8.self)) ?? reconnectionTime
        default: break
        }
    }

    private mutating func dispatch(_ events: inout [Event]) {
        lastEventID = id
        if let data {
            events.append(Event(id: id, event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self)))
        }
        data = nil
        event = ""
    }
}
