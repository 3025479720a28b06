/// An event as it came.
struct StreamEvent: Equatable, Sendable {
    /// The last id, the event's own or an earlier one's.
    let id: String
    let name: String
    let data: ArraySlice<UInt8>

    /// The second half of an id of ours: the place in the journal.
    var sequence: UInt64? { id.utf8.lastIndex(of: UInt8(ascii: "-")).flatMap { UInt64(id[id.index(after: $0)...]) } }
}

/// Takes a response with an event stream apart as it arrives: head (RFC 9112), chunks (§ 7.1), events (WHATWG HTML § 9.2.6,
/// of streams whose lines end in LF). A pure value. Not the library's: what judges the server must not share its mistakes.
struct EventStreamDecoder: Sendable {
    private enum State {
        case head
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case over
    }

    private var state = State.head
    /// A line that is not complete: of the head, of the chunks, or of the stream in them.
    private var frameLine: [UInt8] = []
    private var line: [UInt8] = []

    private var id = ""
    private var name = ""
    /// Most events have the name of the one before: then there is no new string.
    private var lastName = ""
    private var data: [UInt8]?

    /// Whether the last chunk has come.
    var isComplete: Bool { if case .over = state { true } else { false } }

    /// Takes in what was received.
    /// - Returns: the events that are complete now.
    mutating func feed(_ bytes: [UInt8]) throws(ClientError) -> [StreamEvent] {
        var events: [StreamEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch state {
            case .chunk(let left):
                let piece = rest.prefix(left)
                rest = rest.dropFirst(piece.count)
                read(piece, &events)
                state = piece.count == left ? .chunkEnd : .chunk(left: left - piece.count)
            case .over: return events
            case .head, .chunkSize, .chunkEnd:
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                    frameLine += rest
                    return events
                }
                frameLine += rest[..<end]
                rest = rest[(end + 1)...]
                try readFrameLine()
            }
        }
        return events
    }

    /// A line of the head or between chunks.
    private mutating func readFrameLine() throws(ClientError) {
        if frameLine.last == UInt8(ascii: "\r") { frameLine.removeLast() }
        let text = String(decoding: frameLine, as: UTF8.self)
        frameLine.removeAll(keepingCapacity: true)
        switch state {
        case .head:
            if text.hasPrefix("HTTP/1.1 "), !text.hasPrefix("HTTP/1.1 200") { throw ClientError(saying: "/events answered \(text)") }
            if text.isEmpty { state = .chunkSize }
        case .chunkSize:
            guard let size = Int(text, radix: 16) else { throw ClientError(saying: "\(text) is no size of a chunk") }
            state = size == 0 ? .over : .chunk(left: size)
        case .chunkEnd: state = .chunkSize
        case .chunk, .over: break
        }
    }

    /// A piece of the stream itself.
    private mutating func read(_ piece: ArraySlice<UInt8>, _ events: inout [StreamEvent]) {
        var rest = piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if line.isEmpty {
                readLine(rest[..<end], &events)
            } else {
                line += rest[..<end]
                readLine(line[...], &events)
                line.removeAll(keepingCapacity: true)
            }
            rest = rest[(end + 1)...]
        }
        line += rest
    }

    private mutating func readLine(_ line: ArraySlice<UInt8>, _ events: inout [StreamEvent]) {
        if line.isEmpty {
            if let data { events.append(StreamEvent(id: id, name: name.isEmpty ? "message" : name, data: data[...])) }
            name = ""
            data = nil
        } else if let value = Self.value(of: "data", in: line) {
            data = data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
        } else if let value = Self.value(of: "id", in: line) {
            id = String(decoding: value, as: UTF8.self)
        } else if let value = Self.value(of: "event", in: line) {
            if !value.elementsEqual(lastName.utf8) { lastName = String(decoding: value, as: UTF8.self) }
            name = lastName
        }
    }

    private static func value(of field: StaticString, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let length = field.utf8CodeUnitCount
        let matches = field.withUTF8Buffer { line.prefix(length).elementsEqual($0) }
        guard matches else { return nil }
        let rest = line.dropFirst(length)
        guard rest.first == UInt8(ascii: ":") else { return nil }
        let value = rest.dropFirst()
        return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
}
