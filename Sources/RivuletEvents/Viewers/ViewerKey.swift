import Rivulet

/// The public name of a viewer: random, so that it tells nothing, and known to everyone.
public struct ViewerID: Hashable, Sendable, LosslessStringConvertible {
    let number: UInt64

    /// A new id, by the system's random generator.
    static func random() -> ViewerID { ViewerID(number: .random(in: .min ... .max)) }

    init(number: UInt64) {
        self.number = number
    }

    /// Reads an id exactly as ``description`` writes it; nobody may have it. Anything else, of whatever length, is none.
    public init?(_ description: String) {
        guard let number = UInt64(hexadecimal: description) else { return nil }
        self.init(number: number)
    }

    /// Sixteen hexadecimal digits.
    public var description: String { String(hexadecimal: number) }

    /// Appends it, as ``description`` has it.
    package func write(to output: inout OutputSpan<UInt8>) { output.append(hexadecimal: number) }
}

/// What only a viewer itself knows: 128 random bits. Not printable by accident: it must not get into a log or a list.
public struct ViewerKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let high: UInt64
    private let low: UInt64

    /// A new key, by the system's random generator.
    static func random() -> ViewerKey {
        ViewerKey(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// For the viewer alone: thirty-two hexadecimal digits.
    public var secret: String { String(hexadecimal: high) + String(hexadecimal: low) }

    /// Appends the ``secret``.
    package func writeSecret(to output: inout OutputSpan<UInt8>) {
        output.append(hexadecimal: high)
        output.append(hexadecimal: low)
    }

    /// Whether `candidate` is this key. Takes the same time however many of its digits are right.
    public func matches(_ candidate: String) -> Bool {
        guard candidate.utf8.count == 32,
            let high = UInt64(candidate.prefix(16), radix: 16), let low = UInt64(candidate.suffix(16), radix: 16)
        else { return false }
        return (high ^ self.high) | (low ^ self.low) == 0
    }

    public var description: String { "(secret)" }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
