/// Text that is not JSON: where, and why.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte at which it stops being JSON, counted from 0.
    public let offset: Int
    /// What is wrong there.
    public let reason: String

    public var description: String { "\(reason), at byte \(offset)" }
}

extension JSONValue {
    /// How deep arrays and objects may nest. Reading, writing and releasing a value take stack for each level, so a
    /// megabyte of `[` must be refused, not followed (RFC 8259 §9 allows a limit). FoundationEssentials' is 512.
    public static let depthLimit = 128

    /// Reads JSON text in UTF-8 (RFC 8259). Strict: one value and nothing behind it, no byte order mark, no lone
    /// surrogate. Of two members with one name the last counts, as in ECMAScript.
    ///
    /// - Complexity: linear in the number of bytes.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }
}

/// A parser that goes down with the nesting of the text.
private struct JSONParser {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        if next() != nil { throw error("Something follows the value") }
        return value
    }

    func error(_ reason: String) -> JSONError { JSONError(offset: position, reason: reason) }

    /// Skips white space. The byte after it stays unread.
    mutating func next() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    mutating func value() throws(JSONError) -> JSONValue {
        switch next() {
        case UInt8(ascii: "{"): return try nested { (parser) throws(JSONError) in .object(try parser.members()) }
        case UInt8(ascii: "["): return try nested { (parser) throws(JSONError) in .array(try parser.elements()) }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "-"): return .number(try number())
        case let byte? where JSONParser.isDigit(byte): return .number(try number())
        case nil: throw error("A value is missing")
        default: throw error("No value begins here")
        }
    }

    mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        if depth == JSONValue.depthLimit { throw error("More than \(JSONValue.depthLimit) levels") }
        depth += 1
        defer { depth -= 1 }
        position += 1
        return try body(&self)
    }

    mutating func elements() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if next() == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try value())
            if try isLast(closing: UInt8(ascii: "]")) { return elements }
        }
    }

    mutating func members() throws(JSONError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        // By bytes: as Strings, two names that differ only in composition (é, e + ́) would be one.
        var indices: [[UInt8]: Int] = [:]
        if next() == UInt8(ascii: "}") {
            position += 1
            return members
        }
        while true {
            guard next() == UInt8(ascii: "\"") else { throw error("A member's name is missing") }
            let name = try string()
            guard next() == UInt8(ascii: ":") else { throw error("A colon is missing") }
            position += 1
            let member = JSONValue.Member(name, try value())
            if let index = indices[Array(name.utf8)] {
                members[index] = member
            } else {
                indices[Array(name.utf8)] = members.count
                members.append(member)
            }
            if try isLast(closing: UInt8(ascii: "}")) { return members }
        }
    }

    /// Reads the comma or the closing bracket behind an element.
    mutating func isLast(closing: UInt8) throws(JSONError) -> Bool {
        switch next() {
        case UInt8(ascii: ","):
            position += 1
            return false
        case closing:
            position += 1
            return true
        default: throw error("A comma or the closing bracket is missing")
        }
    }

    mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let end = position + text.utf8CodeUnitCount
        let matches = text.withUTF8Buffer { end <= bytes.count && bytes[position..<end].elementsEqual($0) }
        guard matches else { throw error("No value begins here") }
        position = end
        return value
    }

    // MARK: Numbers

    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        if peek == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        if peek == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return JSONNumber(wellFormed: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func digits() throws(JSONError) {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        if position == start { throw error("A digit is missing") }
    }

    // MARK: Strings

    mutating func string() throws(JSONError) -> String {
        position += 1
        var text = ""
        while true {
            let start = position
            while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
            guard let run = String(validating: bytes[start..<position], as: UTF8.self) else {
                position = start
                throw error("Not UTF-8")
            }
            text += run
            switch peek {
            case UInt8(ascii: "\""):
                position += 1
                return text
            case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape())
            case nil: throw error("A string does not end")
            default: throw error("A control character in a string")
            }
        }
    }

    mutating func escape() throws(JSONError) -> Unicode.Scalar {
        position += 1
        guard let byte = peek else { throw error("A string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar()
        default:
            position -= 1
            throw error("This can't be escaped")
        }
    }

    /// Reads the digits behind `\u`: a scalar, or the two surrogates of one.
    mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if UTF16.isLeadSurrogate(first), peek == UInt8(ascii: "\\"), position + 1 < bytes.count,
            bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let second = try codeUnit()
            if UTF16.isTrailSurrogate(second) {
                return UTF16.decode(UTF16.EncodedScalar([first, second]))
            }
        }
        throw error("A lone surrogate")
    }

    mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("A hexadecimal digit is missing")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
