/// Finds the data in a body of chunks (RFC 9112 §7.1), however it is split: a state machine that takes a byte at a time,
/// except for the data itself, which it passes on in ranges.
struct ChunkedDecoder {
    enum Step: Equatable {
        /// Content.
        case data(Range<Int>)
        /// Everything was used up.
        case needsMore
        /// The body is over, its trailer included.
        case end
        case refused(Refusal)
    }

    private enum State: Equatable {
        case sizeStart
        case size
        /// Blanks after the size: only an extension may follow (RFC 9112 §7.1.1, BWS).
        case sizeBlank
        case extensionStart
        case extensionName
        case extensionBlank
        case valueStart
        case value
        case quoted
        case quotedPair
        case quotedEnd
        case sizeLF
        case data
        case dataCR
        case dataLF
        case lineStart
        case trailerName
        case trailerValue
        case trailerLF
        case endLF
        case end
    }

    private var state = State.sizeStart
    private var size = 0
    private var digits = 0
    /// What the body has in extensions and trailers, together: nobody needs much of either.
    private var overhead = 0

    private static let digitLimit = 15
    private static let overheadLimit = 16 * 1024

    /// Goes on at `position`, which moves past what was used.
    mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Step {
        while position < bytes.count {
            if state == .data {
                let count = min(size, bytes.count - position)
                defer { position += count }
                size -= count
                if size == 0 { state = .dataCR }
                return .data(position..<position + count)
            }
            if state == .end { return .end }
            guard let next = state(after: bytes[position]) else { return .refused(Refusal(.badRequest, "malformed chunk")) }
            position += 1
            state = next
            if overhead > Self.overheadLimit {
                return .refused(Refusal(.contentTooLarge, "the chunks' extensions and trailers are larger than this server accepts"))
            }
            if state == .end { return .end }
        }
        return state == .end ? .end : .needsMore
    }

    /// - Returns: nil when the byte must not stand there.
    private mutating func state(after byte: UInt8) -> State? {
        switch state {
        case .sizeStart, .size:
            if let value = ByteClass.hexadecimalValue(byte) {
                digits += 1
                guard digits <= Self.digitLimit else { return nil }
                size = size << 4 | value
                return .size
            }
            guard state == .size else { return nil }
            return byte == 0x0D ? .sizeLF : afterSize(byte)
        case .sizeBlank: return afterSize(byte)
        case .extensionStart:
            overhead += 1
            if ByteClass.isSpace(byte) { return .extensionStart }
            return ByteClass.isToken(byte) ? .extensionName : nil
        case .extensionName, .extensionBlank:
            overhead += 1
            if ByteClass.isToken(byte), state == .extensionName { return .extensionName }
            if byte == UInt8(ascii: "=") { return .valueStart }
            if byte == 0x0D, state == .extensionName { return .sizeLF }
            if byte == UInt8(ascii: ";") { return .extensionStart }
            return ByteClass.isSpace(byte) ? .extensionBlank : nil
        case .valueStart:
            overhead += 1
            if ByteClass.isSpace(byte) { return .valueStart }
            if byte == UInt8(ascii: "\"") { return .quoted }
            return ByteClass.isToken(byte) ? .value : nil
        case .value, .quotedEnd:
            overhead += 1
            if ByteClass.isToken(byte), state == .value { return .value }
            return byte == 0x0D ? .sizeLF : afterSize(byte)
        case .quoted:
            overhead += 1
            if byte == UInt8(ascii: "\"") { return .quotedEnd }
            if byte == UInt8(ascii: "\\") { return .quotedPair }
            return ByteClass.isFieldValue(byte) ? .quoted : nil
        case .quotedPair:
            overhead += 1
            return ByteClass.isFieldValue(byte) ? .quoted : nil
        case .sizeLF:
            guard byte == 0x0A else { return nil }
            digits = 0
            return size == 0 ? .lineStart : .data
        case .dataCR: return byte == 0x0D ? .dataLF : nil
        case .dataLF: return byte == 0x0A ? .sizeStart : nil
        case .lineStart:
            if byte == 0x0D { return .endLF }
            overhead += 1
            return ByteClass.isToken(byte) ? .trailerName : nil
        case .trailerName:
            overhead += 1
            if byte == UInt8(ascii: ":") { return .trailerValue }
            return ByteClass.isToken(byte) ? .trailerName : nil
        case .trailerValue:
            overhead += 1
            if byte == 0x0D { return .trailerLF }
            return ByteClass.isFieldValue(byte) ? .trailerValue : nil
        case .trailerLF: return byte == 0x0A ? .lineStart : nil
        case .endLF: return byte == 0x0A ? .end : nil
        case .data, .end: return nil
        }
    }

    private mutating func afterSize(_ byte: UInt8) -> State? {
        overhead += 1
        if byte == UInt8(ascii: ";") { return .extensionStart }
        return ByteClass.isSpace(byte) ? .sizeBlank : nil
    }
}
