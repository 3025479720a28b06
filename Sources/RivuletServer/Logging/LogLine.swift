/// How important a line is, most important first.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case error, warning, info, debug

    static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

enum LogFormat: String, CaseIterable, Sendable {
    case text, json
}

/// One entry of the log, before it has a format.
struct LogLine: Sendable {
    let time: Timestamp
    let level: LogLevel
    let message: String
    let fields: [(name: String, value: String)]

    func formatted(as format: LogFormat) -> String {
        switch format {
        case .text:
            // Whatever a client sent stays on this line and between its quotation marks.
            fields.reduce("\(time) \(level.rawValue) \(Self.escaped(message, quotes: false))") { line, field in
                line + " \(field.name)=" + (Self.isPlain(field.value) ? field.value : "\"\(Self.escaped(field.value))\"")
            }
        case .json:
            fields.reduce("{\"time\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"message\":\"\(Self.escaped(message))\"") { line, field in
                line + ",\"\(Self.escaped(field.name))\":\"\(Self.escaped(field.value))\""
            } + "}"
        }
    }

    /// The text inside a JSON string (RFC 8259 § 7). Also escapes what moves the cursor or ends a line on a terminal: the
    /// C1 controls, U+2028 and U+2029, and the marks that change the direction of writing.
    static func escaped(_ text: String, quotes: Bool = true) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22 where quotes, 0x5C where quotes:
                result += "\\"
                result.unicodeScalars.append(scalar)
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) && $0 != "\"" && $0 != "\\" && $0 != "=" }
    }
}
