import RivuletHTTP

/// The proxies whose word is taken for where a request came from.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// Who asked: the peer itself; or, if that is a proxy of ours, the last address in `X-Forwarded-For` that is none. What
    /// stands before that one anybody can have written.
    func client(of request: Request) -> SocketAddress {
        let peer = request.exchange.remoteAddress
        // Most servers have none: then there is nothing to look up.
        return ranges.isEmpty ? peer : client(peer, forwardedFor: request.fields.values(of: "X-Forwarded-For"))
    }

    func client(_ peer: SocketAddress, forwardedFor list: [String]) -> SocketAddress {
        guard !ranges.isEmpty, isTrusted(peer) else { return peer }
        var client = peer
        for text in list.flatMap({ $0.split(separator: ",") }).reversed() {
            guard let address = Self.address(text.filter { $0 != " " && $0 != "\t" }) else { break }
            client = address
            if !isTrusted(address) { break }
        }
        return client
    }

    /// Whoever comes through a Unix-domain socket has been let in by the file system.
    private func isTrusted(_ address: SocketAddress) -> Bool { address.isLocal || ranges.contains { $0.contains(address) } }

    /// With or without a port, as different proxies have it.
    private static func address(_ text: String) -> SocketAddress? {
        if let address = SocketAddress(host: text, port: 0) { return address }
        guard text.hasPrefix("[") || text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else { return nil }
        let host = text.hasPrefix("[") ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
        return SocketAddress(host: String(host), port: 0)
    }
}
