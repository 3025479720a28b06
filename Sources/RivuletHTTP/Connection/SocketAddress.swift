import Glibc

/// The address and port of one end of a connection.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The port.
    public let port: UInt16
    /// Whether this is an IPv6 address. One that stands for an IPv4 address (`::ffff:…`) counts as IPv4.
    public let isIPv6: Bool
    /// The 16 bytes of an IPv6 address, or the 4 of an IPv4 address in the low half.
    private let high: UInt64
    private let low: UInt64

    /// Takes over what a system call filled in; nil for another family than IP.
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in.self) }
            self.init(
                high: 0, low: UInt64(UInt32(bigEndian: address.sin_addr.s_addr)), isIPv6: false, port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in6.self) }
            let (high, low) = withUnsafeBytes(of: address.sin6_addr) {
                (UInt64(bigEndian: $0.load(as: UInt64.self)), UInt64(bigEndian: $0.load(fromByteOffset: 8, as: UInt64.self)))
            }
            let standsForIPv4 = high == 0 && low >> 32 == 0xFFFF
            self.init(
                high: high, low: standsForIPv4 ? low & 0xFFFF_FFFF : low, isIPv6: !standsForIPv4, port: UInt16(bigEndian: address.sin6_port)
            )
        default: return nil
        }
    }

    private init(high: UInt64, low: UInt64, isIPv6: Bool, port: UInt16) {
        (self.high, self.low, self.isIPv6, self.port) = (high, low, isIPv6, port)
    }

    /// The address of nobody: for exchanges that no socket stands behind.
    static let none = SocketAddress(high: 0, low: 0, isIPv6: false, port: 0)

    /// The same host with port 0: what is counted per address.
    var withoutPort: SocketAddress { SocketAddress(high: high, low: low, isIPv6: isIPv6, port: 0) }

    /// The address in its usual notation, without the port.
    public var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if isIPv6 {
            var bytes = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        } else {
            var bytes = UInt32(truncatingIfNeeded: low).bigEndian
            inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
