/// What is spoken inside TLS (ALPN, RFC 7301).
enum ApplicationProtocol: CaseIterable {
    // Best first.
    case http2, http11

    private var name: [UInt8] {
        switch self {
        case .http2: Array("h2".utf8)
        case .http11: Array("http/1.1".utf8)
        }
    }

    init?(_ name: some Collection<UInt8>) {
        guard let match = Self.allCases.first(where: { $0.name.elementsEqual(name) }) else { return nil }
        self = match
    }

    /// Finds the best of what a client offers: names with a byte before each that says how long it is.
    /// - Returns: where its name is in the offer; nil when none is known here.
    static func choose(from offer: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        for candidate in allCases {
            var position = 0
            while position < offer.count {
                let start = position + 1
                let end = start + Int(offer[position])
                guard end <= offer.count else { return nil }
                if offer[start..<end].elementsEqual(candidate.name) { return start..<end }
                position = end
            }
        }
        return nil
    }
}
