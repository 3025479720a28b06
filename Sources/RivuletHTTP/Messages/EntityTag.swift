/// An entity tag (RFC 9110 §8.8.3): names one version of a representation.
public struct EntityTag: Hashable, Sendable {
    /// What stands between the quotes.
    public let opaque: String
    /// Whether it promises only that versions of the same tag mean the same, not that they are the same bytes.
    public let isWeak: Bool

    /// A tag.
    /// - Parameters:
    ///   - opaque: printable ASCII without quotes.
    ///   - isWeak: whether it promises only that versions of the same tag mean the same.
    public init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// As it stands in a field.
    public var text: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }

    /// Whether both are strong and alike: what ranges and `If-Match` need (§8.8.3.2).
    func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Whether they are alike, weak or not: what `If-None-Match` needs.
    func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

/// The value of `If-Match` or `If-None-Match`: `*`, or a list of tags.
enum EntityTagList {
    case any
    case tags([EntityTag])

    /// - Returns: nil when it is neither.
    init?(_ text: String) {
        let trimmed = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        if let first = trimmed.first, first == UInt8(ascii: "*"), trimmed.dropFirst().allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        var rest = trimmed
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            tags.append(EntityTag(String(decoding: rest.dropFirst().prefix(upTo: end), as: UTF8.self), isWeak: isWeak))
            rest = rest[rest.index(after: end)...].drop { $0 == 0x20 || $0 == 0x09 }
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
        self = .tags(tags)
    }
}
