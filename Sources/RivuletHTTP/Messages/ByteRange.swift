/// What a `Range` field asks for, of a representation of a known length (RFC 9110 §14).
enum ByteRange: Equatable {
    /// All of it: no field, another unit, a form we do not serve (several ranges), or none that is valid.
    case whole
    /// These bytes, at least one.
    case part(Range<Int>)
    /// Nothing of it is there: 416.
    case unsatisfiable

    /// - Parameters:
    ///   - text: the field's value.
    ///   - length: how many bytes the representation has.
    init(_ text: String?, length: Int) {
        self = text.flatMap { Self.parse($0, length) } ?? .whole
    }

    private static func parse(_ text: String, _ length: Int) -> ByteRange? {
        guard let equals = text.firstIndex(of: "="), text[..<equals].lowercased() == "bytes" else { return nil }
        let specifiers = text[text.index(after: equals)...].split(separator: ",")
        // Several ranges are answered whole: a client must be ready for that, and overlapping ones are an attack
        // (CVE-2011-3192).
        guard specifiers.count == 1 else { return nil }
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let specifier = specifiers[0].drop(while: isBlank)
        let end = specifier.firstIndex(where: isBlank) ?? specifier.endIndex
        let parts = specifier[..<end].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, specifier[end...].allSatisfy(isBlank) else { return nil }
        if parts[0].isEmpty {
            guard let suffix = number(parts[1]) else { return nil }
            if suffix == 0 || length == 0 { return .unsatisfiable }
            return .part(max(0, length - suffix)..<length)
        }
        guard let first = number(parts[0]) else { return nil }
        if parts[1].isEmpty { return first < length ? .part(first..<length) : .unsatisfiable }
        guard let last = number(parts[1]), last >= first else { return nil }
        return first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
    }

    /// Digits only; too many of them are a very large number, not an error.
    private static func number(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return min(Int(digits) ?? .max, .max - 1)
    }
}
