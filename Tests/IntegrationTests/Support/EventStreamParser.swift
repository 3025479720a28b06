import Foundation

/// An event as an EventSource would dispatch it.
struct StreamedEvent: Equatable {
    var id: String
    var name: String
    var data: String
    var retry: Int?

    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(data.utf8))
    }
}

/// The parser of WHATWG HTML § 9.2.6, for streams whose lines end in LF, which ours do. Not the library's: what judges the
/// server must not share its mistakes.
struct EventStreamParser {
    private(set) var comments = 0
    private(set) var lastID = ""
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var retry: Int?

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [StreamedEvent] {
        var events: [StreamedEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(
                        StreamedEvent(id: lastID, name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), retry: retry))
                }
                (name, data, retry) = ("", [], nil)
            } else {
                read(String(decoding: line, as: UTF8.self))
            }
            line = []
        }
        return events
    }

    private mutating func read(_ line: String) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]) : ""
        switch parts[0] {
        case "": comments += 1
        case "id": lastID = value
        case "event": name = value
        case "data": data.append(value)
        case "retry": retry = Int(value)
        default: break
        }
    }
}
