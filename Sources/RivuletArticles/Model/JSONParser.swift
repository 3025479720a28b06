/// Reads one JSON text (RFC 8259), strictly, and says where it breaks.
struct JSONParser {
    /// Values may be nested this deep: an article needs five levels, and a stack is not endless.
    static let deepestNesting = 64

    private let bytes: [UInt8]
    private var position = 0

    /// The value that `bytes` say, and nothing after it but white space. A byte order mark before it is skipped.
    /// - Complexity: O(n).
    static func parse(_ bytes: [UInt8]) throws(ArticleFormatError) -> JSON {
        do { _ = try UTF8Span(validating: bytes.span) } catch { throw .notUTF8(offset: error.byteOffsets.lowerBound) }
        var parser = JSONParser(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
        parser.skipSpace()
        guard parser.position < bytes.count else { throw .empty }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.unexpected("the end of the text") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func value(depth: Int) throws(ArticleFormatError) -> JSON {
        guard depth < Self.deepestNesting else { throw failure("nested deeper than \(Self.deepestNesting) levels") }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.digit.contains(byte): return try number()
        default: throw unexpected("a value")
        }
    }

    private mutating func object(depth: Int) throws(ArticleFormatError) -> JSON {
        position += 1
        skipSpace()
        if take("}") { return .object([]) }
        var members: [JSON.Member] = []
        while true {
            guard next == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw unexpected("':'") }
            skipSpace()
            members.append(JSON.Member(name: name, value: try value(depth: depth + 1)))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { throw unexpected("',' or '}'") }
            skipSpace()
        }
    }

    private mutating func array(depth: Int) throws(ArticleFormatError) -> JSON {
        position += 1
        skipSpace()
        if take("]") { return .array([]) }
        var elements: [JSON] = []
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { throw unexpected("',' or ']'") }
            skipSpace()
        }
    }

    private mutating func literal(_ word: StaticString, _ value: JSON) throws(ArticleFormatError) -> JSON {
        let word = Array("\(word)".utf8)
        guard bytes[position...].starts(with: word) else { throw unexpected("a value") }
        position += word.count
        return value
    }

    private mutating func number() throws(ArticleFormatError) -> JSON {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try digits()
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() throws(ArticleFormatError) {
        let start = position
        while let byte = next, Self.digit.contains(byte) { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }

    private mutating func string() throws(ArticleFormatError) -> String {
        position += 1
        var start = position
        var text = ""
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                text += String(decoding: bytes[start..<position], as: UTF8.self)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                text += String(decoding: bytes[start..<position], as: UTF8.self)
                text.unicodeScalars.append(try escape())
                start = position
            case 0..<0x20: throw failure("a control character in a string, which has to be escaped")
            default: position += 1
            }
        }
        throw unexpected("the closing quote of a string")
    }

    private mutating func escape() throws(ArticleFormatError) -> Unicode.Scalar {
        let start = position
        position += 1
        let escaped = next
        position += 1
        switch escaped {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A surrogate: the first half of a pair, or an error.
            if unit < 0xDC00, take("\\"), take("u"), case let low = try codeUnit(), (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar((UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00 + 0x10000)
            {
                return scalar
            }
            position = start
            throw failure("half of a surrogate pair")
        default:
            position = start
            throw failure("an unknown escape in a string")
        }
    }

    /// The four hexadecimal digits of a `\u` escape.
    private mutating func codeUnit() throws(ArticleFormatError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("a hexadecimal digit")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    // MARK: The text

    private static let digit = UInt8(ascii: "0")...UInt8(ascii: "9")

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    // MARK: What is wrong, and where

    private func unexpected(_ expected: String) -> ArticleFormatError {
        guard position < bytes.count else { return failure("expected \(expected), but the text ends here") }
        let rest = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
        let found = rest.unicodeScalars.first.map { $0.properties.isWhitespace || $0.value < 0x20 ? "white space" : "'\($0)'" }
        return failure("expected \(expected), found \(found ?? "nothing")")
    }

    private func failure(_ problem: String) -> ArticleFormatError {
        let before = bytes[..<position]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Continuation bytes begin no scalar.
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        return .syntax(line: line, column: column, problem: problem)
    }
}
