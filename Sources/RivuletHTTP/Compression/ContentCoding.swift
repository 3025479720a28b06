/// How content is coded on its way (RFC 9110 §8.4.1): as it is, or compressed.
enum ContentCoding: String, Sendable {
    case identity
    case gzip

    /// What a client prefers of the two (RFC 9110 §12.5.3). A client that says nothing gets the content as it is.
    init(acceptedBy fields: Fields) {
        guard let list = fields["Accept-Encoding"] else {
            self = .identity
            return
        }
        var gzip: Int?
        var identity: Int?
        var others: Int?
        for member in list.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard let first = parts.first, let weight = Self.weight(parts.dropFirst()) else { continue }
            switch String(decoding: Self.trimmed(first), as: UTF8.self).lowercased() {
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
            case "identity": identity = max(identity ?? 0, weight)
            case "*": others = max(others ?? 0, weight)
            default: break
            }
        }
        let gzipWeight = gzip ?? others ?? 0
        // What is not named is acceptable, and no more than that.
        self = gzipWeight > 0 && gzipWeight >= identity ?? 0 ? .gzip : .identity
    }

    /// A weight in thousandths (RFC 9110 §12.4.2), 1000 without one.
    /// - Returns: nil when it is malformed: such a member says nothing.
    private static func weight(_ parameters: ArraySlice<Substring.UTF8View.SubSequence>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        let text = trimmed(parameter)
        guard parameters.count == 1, text.count >= 3, text.first == UInt8(ascii: "q") || text.first == UInt8(ascii: "Q"),
            text.dropFirst().first == UInt8(ascii: "=")
        else { return nil }
        let digits = text.dropFirst(2)
        guard let whole = digits.first, whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else { return nil }
        var weight = Int(whole - UInt8(ascii: "0")) * 1000
        var rest = digits.dropFirst()
        guard !rest.isEmpty else { return weight }
        guard rest.removeFirst() == UInt8(ascii: "."), rest.count <= 3, rest.allSatisfy(ByteClass.isDigit) else { return nil }
        var place = 100
        for digit in rest {
            weight += Int(digit - UInt8(ascii: "0")) * place
            place /= 10
        }
        return weight <= 1000 ? weight : nil
    }

    private static func trimmed(_ text: Substring.UTF8View.SubSequence) -> Substring.UTF8View.SubSequence {
        var text = text.drop(while: ByteClass.isSpace)
        while let last = text.last, ByteClass.isSpace(last) { text.removeLast() }
        return text
    }
}
