extension JSONValue {
    /// This value on one line: no white space, members in order, non-ASCII as it is, and escaped only what must be.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        // What an event mostly has at most.
        bytes.reserveCapacity(128)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let string): Self.write(string, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        // Most strings have nothing to escape, and are copied in one piece.
        let string = string.utf8
        if string.span.needsEscapes { append(escaping: string, to: &bytes) } else { bytes.append(contentsOf: string) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(escaping string: String.UTF8View, to bytes: inout [UInt8]) {
        for byte in string {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
            case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
            case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
            case 0..<0x10: bytes += (#"\u000"# + String(byte, radix: 16)).utf8
            case 0x10..<0x20: bytes += (#"\u00"# + String(byte, radix: 16)).utf8
            default: bytes.append(byte)
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether there is anything that a JSON string can't hold as it is (RFC 8259 §7). Looks at all of it: with no way out in
    /// the middle, and without a range's iterator, the compiler takes sixteen bytes at a time.
    fileprivate var needsEscapes: Bool {
        var found: UInt8 = 0
        var index = 0
        while index < count {
            let byte = self[index]
            found |= (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
            index += 1
        }
        return found != 0
    }
}
