import Rivulet

/// The id of a journaled event: which epoch of the journal, and the place in it. Written `<epoch>-<sequence>`.
///
/// Plain ASCII and at most 37 bytes, so that a browser may send it back as `Last-Event-ID` to another origin without a
/// preflight (WHATWG HTML §9.2.4: the limit is 128 bytes).
public struct EventID: Hashable, Sendable {
    /// The epoch it was assigned in.
    public let epoch: Epoch
    /// Its place among the events of the epoch, all channels together: 1 for the first, 0 for "before the first".
    public let sequence: UInt64

    /// The id of the event at `sequence` in `epoch`.
    public init(epoch: Epoch, sequence: UInt64) {
        self.epoch = epoch
        self.sequence = sequence
    }
}

/// The time between one start of a journal and the next. A random number, so that an id from before a restart is told
/// from one of now.
public struct Epoch: Hashable, Sendable {
    /// The number that tells this epoch from others.
    public let rawValue: UInt64

    /// The epoch of that number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// A new epoch, by the system's random generator.
    public static func random() -> Epoch { Epoch(rawValue: .random(in: .min ... .max)) }
}

extension EventID: LosslessStringConvertible {
    public var description: String {
        String(decoding: [UInt8](upTo: Self.longest) { write(to: &$0) }, as: UTF8.self)
    }

    /// How long it is at most.
    package static let longest = Epoch.digits + 21

    /// Appends it, as ``description`` has it.
    package func write(to output: inout OutputSpan<UInt8>) {
        output.append(hexadecimal: epoch.rawValue)
        output.append(UInt8(ascii: "-"))
        output.append(decimal: sequence)
    }

    /// Reads an id exactly as ``description`` writes it. Anything else, of whatever length, is none.
    public init?(_ description: String) {
        let bytes = description.utf8
        guard bytes.count <= Self.longest, let dash = bytes.firstIndex(of: UInt8(ascii: "-")),
            let epoch = Epoch(String(description[..<dash])),
            let sequence = UInt64(description[bytes.index(after: dash)...])
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
        // `UInt64` also reads "+7" and "007", which nobody was ever given.
        if self.description != description { return nil }
    }
}

extension Epoch: LosslessStringConvertible {
    static let digits = String.hexadecimalDigits

    /// Sixteen hexadecimal digits.
    public var description: String { String(hexadecimal: rawValue) }

    /// Reads an epoch exactly as ``description`` writes it.
    public init?(_ description: String) {
        guard let number = UInt64(hexadecimal: description) else { return nil }
        self.init(rawValue: number)
    }
}
