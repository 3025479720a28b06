/// Addresses that begin alike: `10.0.0.0/8`, `fd00::/8`, or one alone.
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    private let base: SocketAddress
    private let length: Int

    /// Reads a range as it is usually written (RFC 4632 §3.1); an address without a length is a range of one.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = SocketAddress(host: String(parts[0]), port: 0) else { return nil }
        self.base = base
        guard parts.count == 2 else {
            length = base.bitCount
            return
        }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]), length <= base.bitCount
        else { return nil }
        self.length = length
    }

    /// Whether an address is one of these; its port does not matter.
    public func contains(_ address: SocketAddress) -> Bool {
        address.isIPv6 == base.isIPv6 && address.sharesBits(length, with: base)
    }

    public var description: String { length == base.bitCount ? base.host : "\(base.host)/\(length)" }
}
