/// What a byte may be in a message, as bit sets: looked up without a table in memory, and without a call.
enum ByteClass {
    // tchar (RFC 9110 §5.6.2): letters, digits and !#$%&'*+-.^_`|~
    private static let tokenLow: UInt64 = 0x03FF_6CFA_0000_0000
    private static let tokenHigh: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    // What a request target is made of: what is visible in ASCII, but no fragment. More than RFC 3986 has, for browsers
    // send "|" and the like.
    private static let targetLow: UInt64 = 0xFFFF_FFF6_0000_0000
    private static let targetHigh: UInt64 = 0x7FFF_FFFF_FFFF_FFFF
    // reg-name (RFC 3986 §3.2.2): unreserved, sub-delims (without the comma, which would make a list) and "%".
    private static let hostLow: UInt64 = 0x2BFF_6FF2_0000_0000
    private static let hostHigh: UInt64 = 0x47FF_FFFE_87FF_FFFE

    @inline(__always)
    private static func contains(_ low: UInt64, _ high: UInt64, _ byte: UInt8) -> Bool {
        byte < 64 ? (low >> UInt64(byte)) & 1 != 0 : byte < 128 && (high >> UInt64(byte & 63)) & 1 != 0
    }

    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool { contains(tokenLow, tokenHigh, byte) }

    @inline(__always)
    static func isTarget(_ byte: UInt8) -> Bool { contains(targetLow, targetHigh, byte) }

    @inline(__always)
    static func isHost(_ byte: UInt8) -> Bool { contains(hostLow, hostHigh, byte) }

    /// field-vchar, SP or HTAB (RFC 9110 §5.5).
    @inline(__always)
    static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func hexadecimalValue(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x37
        case 0x61...0x66: Int(byte) - 0x57
        default: nil
        }
    }
}
