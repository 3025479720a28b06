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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Epoch.digits + 21)
        bytes.append(hexadecimal: epoch.rawValue)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(contentsOf: String(sequence).utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads an id exactly as ``description`` writes it. Anything else, of whatever length, is none.
    public init?(_ description: String) {
        let bytes = description.utf8
        guard bytes.count <= Epoch.digits + 21, let dash = bytes.firstIndex(of: UInt8(ascii: "-")),
            let epoch = Epoch(String(description[..<dash])),
            let sequence = UInt64(description[bytes.index(after: dash)...])
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
        // `UInt64` also reads "+7" and "007", which nobody was ever given.
        if self.description != description { return nil }
    }
}

extension Epoch: LosslessStringConvertible {
    static let digits = 16

    /// Sixteen hexadecimal digits.
    public var description: String { String(hexadecimal: rawValue) }

    /// Reads an epoch exactly as ``description`` writes it.
    public init?(_ description: String) {
        guard description.utf8.count == Self.digits, let number = UInt64(description, radix: 16) else { return nil }
        self.init(rawValue: number)
        if self.description != description { return nil }
    }
}

extension String {
    /// All sixteen digits of a number.
    init(hexadecimal number: UInt64) {
        var bytes: [UInt8] = []
        bytes.append(hexadecimal: number)
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends all sixteen digits of a number. By hand: each event has its id written once, and `String(_:radix:)` with what
    /// fills it up takes five times as long.
    mutating func append(hexadecimal number: UInt64) {
        reserveCapacity(count + 16)
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number &>> UInt64(shift)) & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }
}
