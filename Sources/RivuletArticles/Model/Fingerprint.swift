/// A number that stands for some content: the same in every run and on every machine, unlike a `Hasher`'s.
///
/// 64-bit FNV-1a, taken a step at a time. Good for telling a new version from an old one; it keeps nobody out.
public struct Fingerprint: Hashable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The fingerprint of `bytes`.
    init(_ bytes: some Sequence<UInt8> = []) {
        for byte in bytes { combine(byte) }
    }

    /// Takes in `number`.
    mutating func combine(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { combine(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Takes in what another one stands for.
    mutating func combine(_ other: Fingerprint) { combine(other.state) }

    private mutating func combine(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}

extension Fingerprint: CustomStringConvertible {
    /// 16 hexadecimal digits.
    public var description: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
