/// Finds the parts of a request's head (RFC 9112 §3, §5).
///
/// Strict wherever two readers could disagree: lines end in CRLF only, no space before a colon, no folded lines, no
/// control characters. It keeps no state: given a head whose end is not there yet it says ``Outcome/partial``, and is
/// asked again with more.
struct HeadParser {
    /// How long a request line may be, in bytes.
    var lineLimit = 8 * 1024
    /// How long all field lines together may be, in bytes.
    var blockLimit = 16 * 1024
    /// How many field lines there may be.
    var fieldLimit = 100

    enum Outcome: Equatable {
        case partial
        case complete(Parts)
        case refused(Refusal)
    }

    /// Where things are, from the beginning of the bytes.
    struct Parts: Equatable {
        var method: Range<Int>
        var target: Range<Int>
        var version: HTTPVersion
        var fields: [Fields.Slice]
        /// How many bytes the head takes, its empty line included.
        var count: Int
    }

    private static let methodLimit = 32
    private static let cr: UInt8 = 0x0D
    private static let lf: UInt8 = 0x0A

    /// Looks at what has come so far, from the beginning of the head.
    func parse(_ bytes: Span<UInt8>) -> Outcome {
        var position = 0
        // An empty line or two before the request, from clients that end a body with one too many (RFC 9112 §2.2).
        while position < 4, position < bytes.count, bytes[position] == Self.cr {
            if position + 1 == bytes.count { return .partial }
            guard bytes[position + 1] == Self.lf else { return .refused(Refusal(.badRequest, "CR without LF")) }
            position += 2
        }
        var parts = Parts(method: 0..<0, target: 0..<0, version: .http11, fields: [], count: 0)
        if let outcome = parseLine(bytes, &position, &parts) { return outcome }
        parts.fields.reserveCapacity(16)
        return parseFields(bytes, &position, &parts)
    }

    /// - Returns: nil when the line is complete and good.
    private func parseLine(_ bytes: Span<UInt8>, _ position: inout Int, _ parts: inout Parts) -> Outcome? {
        let start = position
        while position < bytes.count, ByteClass.isToken(bytes[position]) { position += 1 }
        if position - start > Self.methodLimit { return .refused(Refusal(.notImplemented, "unknown method")) }
        if position == bytes.count { return .partial }
        guard bytes[position] == 0x20, position > start else { return .refused(Refusal(.badRequest, "malformed request line")) }
        parts.method = start..<position
        position += 1

        let targetStart = position
        while position < bytes.count, ByteClass.isTarget(bytes[position]) { position += 1 }
        if position - start > lineLimit { return .refused(Refusal(.uriTooLong, "the request line is longer than \(lineLimit) bytes")) }
        if position == bytes.count { return .partial }
        guard bytes[position] == 0x20, position > targetStart else {
            return .refused(Refusal(.badRequest, "malformed request target"))
        }
        parts.target = targetStart..<position
        position += 1
        return parseVersion(bytes, &position, &parts)
    }

    private func parseVersion(_ bytes: Span<UInt8>, _ position: inout Int, _ parts: inout Parts) -> Outcome? {
        let pattern: StaticString = "HTTP/d.d\r\n"
        var digits = (major: 0, minor: 0)
        for offset in 0..<pattern.utf8CodeUnitCount {
            if position + offset == bytes.count { return .partial }
            let (byte, expected) = (bytes[position + offset], pattern.utf8Start[offset])
            if expected == UInt8(ascii: "d") {
                guard ByteClass.isDigit(byte) else { return .refused(Refusal(.badRequest, "malformed HTTP version")) }
                if offset == 5 { digits.major = Int(byte) - 0x30 } else { digits.minor = Int(byte) - 0x30 }
            } else if byte != expected {
                return .refused(Refusal(.badRequest, "malformed request line"))
            }
        }
        // There is no HTTP/1.2; who says so may mean by it what the next in line does not.
        guard digits.major == 1, digits.minor <= 1 else {
            return .refused(Refusal(.httpVersionNotSupported, "HTTP/1.1 and HTTP/2 are spoken here"))
        }
        parts.version = digits.minor == 0 ? .http10 : .http11
        position += pattern.utf8CodeUnitCount
        return nil
    }

    private func parseFields(_ bytes: Span<UInt8>, _ position: inout Int, _ parts: inout Parts) -> Outcome {
        let start = position
        while true {
            if position - start > blockLimit { return .refused(Self.tooLarge) }
            if position == bytes.count { return .partial }
            if bytes[position] == Self.cr {
                if position + 1 == bytes.count { return .partial }
                guard bytes[position + 1] == Self.lf else { return .refused(Refusal(.badRequest, "CR without LF")) }
                parts.count = position + 2
                return .complete(parts)
            }
            let nameStart = position
            while position < bytes.count, ByteClass.isToken(bytes[position]) { position += 1 }
            let name = nameStart..<position
            if position == bytes.count { return partialField(position - start) }
            guard bytes[position] == UInt8(ascii: ":"), !name.isEmpty else {
                return .refused(Refusal(.badRequest, "malformed field line"))
            }
            position += 1
            while position < bytes.count, ByteClass.isSpace(bytes[position]) { position += 1 }
            let valueStart = position
            while position < bytes.count, ByteClass.isFieldValue(bytes[position]) { position += 1 }
            if position - start > blockLimit { return .refused(Self.tooLarge) }
            if position + 1 >= bytes.count, position == bytes.count || bytes[position] == Self.cr { return .partial }
            guard bytes[position] == Self.cr, bytes[position + 1] == Self.lf else {
                return .refused(Refusal(.badRequest, "malformed field value"))
            }
            var valueEnd = position
            while valueEnd > valueStart, ByteClass.isSpace(bytes[valueEnd - 1]) { valueEnd -= 1 }
            if parts.fields.count == fieldLimit { return .refused(Self.tooLarge) }
            parts.fields.append(Fields.Slice(name: name, value: valueStart..<valueEnd))
            position += 2
        }
    }

    private func partialField(_ length: Int) -> Outcome {
        length > blockLimit ? .refused(Self.tooLarge) : .partial
    }

    private static let tooLarge = Refusal(.requestHeaderFieldsTooLarge, "the header is larger than this server accepts")
}
