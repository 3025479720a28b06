/// Percent-encoding (RFC 3986 §2.1). Decoding happens once, after splitting: `%2F` in a segment is a slash of the
/// segment, and `%252F` is `%2F`.
public enum PercentEncoding {
    /// Decodes a piece of a path or query.
    /// - Parameters:
    ///   - encoded: the piece.
    ///   - plusIsSpace: whether `+` is a space, as in a form (WHATWG URL §5.1).
    /// - Returns: nil when an escape is not two hexadecimal digits, when one is `%00`, or when the bytes are not UTF-8.
    public static func decode(_ encoded: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        let utf8 = encoded.utf8
        if !utf8.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) { return String(encoded) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var iterator = utf8.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexadecimalValue), let low = iterator.next().flatMap(hexadecimalValue) else {
                    return nil
                }
                let value = high << 4 | low
                if value == 0 { return nil }
                bytes.append(value)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Encodes everything that is not unreserved (RFC 3986 §2.3), so that it can stand in a path segment or a query.
    public static func encode(_ text: some StringProtocol) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result.append("%")
                result.append(String(byte >> 4, radix: 16, uppercase: true))
                result.append(String(byte & 15, radix: 16, uppercase: true))
            }
        }
        return result
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
