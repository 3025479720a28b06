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
        case AF_UNIX: self = .local
        default: return nil
        }
    }

    /// Reads an address in its usual notation, without brackets; nil for anything else, names too.
    public init?(host: String, port: UInt16) {
        var storage = sockaddr_storage()
        let isRead = withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress else { return false }
            if inet_pton(AF_INET, host, base.advanced(by: MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 0)) == 1 {
                base.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_family = sa_family_t(AF_INET)
                return true
            }
            base.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_family = sa_family_t(AF_INET6)
            return inet_pton(AF_INET6, host, base.advanced(by: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 0)) == 1
        }
        guard isRead, let address = SocketAddress(storage) else { return nil }
        self.init(high: address.high, low: address.low, isIPv6: address.isIPv6, port: port)
    }

    private init(high: UInt64, low: UInt64, isIPv6: Bool, port: UInt16) {
        (self.high, self.low, self.isIPv6, self.port) = (high, low, isIPv6, port)
    }

    /// The address of nobody: for exchanges that no socket stands behind.
    static let none = SocketAddress(high: 0, low: 0, isIPv6: false, port: 0)

    /// Whoever is at the other end of a Unix-domain socket. No address of IPv4 has bits in the high half.
    static let local = SocketAddress(high: 1, low: 0, isIPv6: false, port: 0)

    /// The address that a socket listens on or has; nil for another family than IP and Unix.
    public init?(ofSocket descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.baseAddress.map { getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length) } ?? -1
        }
        guard code == 0 else { return nil }
        self.init(storage)
    }

    /// Whether nobody can reach it from another machine.
    public var isLoopback: Bool { isLocal || (isIPv6 ? high == 0 && low == 1 : low >> 24 == 127) }

    /// Whether this is an end of a Unix-domain socket: on this machine, and without a number.
    public var isLocal: Bool { self == .local }

    /// How many bits an address of this family has.
    var bitCount: Int { isIPv6 ? 128 : 32 }

    /// Whether the first bits of this and another address of the same family are the same.
    func sharesBits(_ count: Int, with other: SocketAddress) -> Bool {
        let (high, low) = (high ^ other.high, low ^ other.low)
        let unused = bitCount - count
        guard unused < 64 else { return high >> UInt64(unused - 64) == 0 }
        return high == 0 && low >> UInt64(unused) == 0
    }

    /// The same host with port 0: what is counted per address.
    public var withoutPort: SocketAddress { SocketAddress(high: high, low: low, isIPv6: isIPv6, port: 0) }

    /// Lends the address as system calls take it.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
                bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
                bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// The address in its usual notation, without the port.
    public var host: String {
        if isLocal { return "unix" }
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

    public var description: String { isLocal ? "unix" : isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
