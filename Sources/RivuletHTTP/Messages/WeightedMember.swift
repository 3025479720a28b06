/// A member of a list in which a client says what it accepts, and how much it likes it (RFC 9110 §12.4): `gzip;q=0.5`.
package struct WeightedMember: Equatable {
    /// In lower case: a coding, a media type, or `*`.
    package let name: String
    /// In thousandths, 0 for what is not acceptable; 1000 where none is said.
    package let weight: Int
    /// Whether there are parameters besides the weight, as a media type has them.
    package let hasParameters: Bool

    /// Goes through a list. A member whose weight is malformed says nothing.
    package static func forEach(in list: String, _ body: (WeightedMember) -> Void) {
        for member in list.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard let first = parts.first else { continue }
            let name = String(decoding: trimmed(first), as: UTF8.self).lowercased()
            // The weight comes last (RFC 9110 §12.4.2, §12.5.1).
            guard parts.count > 1, let last = parts.last.map(trimmed), isWeight(last) else {
                body(WeightedMember(name: name, weight: 1000, hasParameters: parts.count > 1))
                continue
            }
            if let weight = weight(last.dropFirst(2)) { body(WeightedMember(name: name, weight: weight, hasParameters: parts.count > 2)) }
        }
    }

    private typealias Text = Substring.UTF8View.SubSequence

    private static func isWeight(_ parameter: Text) -> Bool {
        parameter.first.map { $0 | 0x20 } == UInt8(ascii: "q") && parameter.dropFirst().first == UInt8(ascii: "=")
    }

    /// - Parameter digits: `0` or `1`, or with up to three digits behind a point.
    private static func weight(_ digits: Text) -> Int? {
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

    private static func trimmed(_ text: Text) -> Text {
        var text = text.drop(while: ByteClass.isSpace)
        while let last = text.last, ByteClass.isSpace(last) { text.removeLast() }
        return text
    }
}
