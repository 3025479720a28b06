import Rivulet

/// Refuses requests that were sent to a name which is not the server's: with 421.
///
/// A page may have its own name resolve to 127.0.0.1, or to a machine behind the reader's router, as soon as it is loaded
/// (DNS rebinding). The browser then takes that server for the page's own, and lets the page read and send anything; but it
/// still says which name it means, in `Host` or `:authority`. What is no name of the public DNS can't be used so: an address,
/// `localhost` and what ends in it (RFC 6761 §6.3), a name without a dot. These pass, and what `allowedHosts` adds. Nothing
/// is asked of requests under TLS: no certificate of ours holds for the page's name, so its browser has already refused.
public struct HostGuard: Middleware {
    private let allowedHosts: Set<String>

    /// A guard.
    /// - Parameter allowedHosts: names that the server has besides, without ports: `news.example`.
    public init(allowedHosts: Set<String> = []) {
        self.allowedHosts = Set(allowedHosts.map { $0.lowercased() })
    }

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        guard !request.exchange.isSecure, let authority = request.head.authority, !admits(authority) else { return next(request) }
        return .just(Response(Problem(.misdirectedRequest, detail: "This server has another name than the one that was asked.")))
    }

    /// - Parameter authority: a host with or without a port.
    func admits(_ authority: String) -> Bool {
        if Self.isPlain(authority) { return true }
        // An address of IPv6 stands in brackets, whatever is in them.
        guard !authority.hasPrefix("[") else { return true }
        var host = authority.prefix { $0 != ":" }.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        if !host.contains(".") || host.hasSuffix(".localhost") || allowedHosts.contains(host) { return true }
        return SocketAddress(host: host, port: 0) != nil
    }

    /// Whether the host is a name without a dot or an IPv4 address, as in most requests that need no guard: told from the
    /// bytes, without making a string of them.
    private static func isPlain(_ authority: String) -> Bool {
        let bytes = authority.utf8.span
        guard !bytes.isEmpty, bytes[0] != UInt8(ascii: "[") else { return false }
        var numbers = IPv4Numbers()
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: ":") { break }
            numbers.add(bytes[index])
        }
        return numbers.dots == 0 || numbers.areAnAddress
    }
}

/// Looks for the four numbers of an IPv4 address in a host, byte by byte.
private struct IPv4Numbers {
    private(set) var dots = 0
    private var digits = 0
    private var number = 0
    private var isBroken = false

    mutating func add(_ byte: UInt8) {
        if byte == UInt8(ascii: ".") {
            isBroken = isBroken || digits == 0
            dots += 1
            (digits, number) = (0, 0)
        } else {
            // No number begins with a zero that it does not end with.
            isBroken = isBroken || !ByteClass.isDigit(byte) || digits > 0 && number == 0 || digits == 3
            digits += 1
            number = number &* 10 &+ Int(byte & 15)
            isBroken = isBroken || number > 255
        }
    }

    var areAnAddress: Bool { !isBroken && dots == 3 && digits > 0 }
}
