import FoundationEssentials

/// An article, in the shape of an item of the Qiita API v2.
///
/// Made from JSON only, by ``Article/list(decoding:)``, and ``encoded`` once, then: what is served is what the source
/// said, its fields in their order, those we do not know among them, without the white space between.
/// `id`, `title` and `created_at` have to be there; every other field may be missing or null, but not of another type.
public struct Article: Identifiable, Sendable {
    /// Names the article for good; 20 hexadecimal digits at Qiita, any text but none here.
    public let id: String
    public let title: String
    /// The text in Markdown.
    public let body: String
    /// The text in HTML.
    public let renderedBody: String
    public let url: String?
    public let createdAt: Date
    public let updatedAt: Date?
    public let tags: [Tag]
    public let user: User?
    public let group: Group?
    public let teamMembership: TeamMembership?
    public let organizationURLName: String?
    public let commentsCount: Int
    public let likesCount: Int
    public let reactionsCount: Int
    public let stocksCount: Int
    /// How often it was viewed; known to its author only.
    public let pageViews: Int?
    public let isCoediting: Bool
    public let isPrivate: Bool
    public let isSlide: Bool

    /// This article as one JSON object in UTF-8. A buffer that all who serve it share.
    public let encoded: [UInt8]
    /// Differs when ``encoded`` does; the same in every run.
    public let fingerprint: Fingerprint

    /// A tag, and the versions of what it names that the article is about.
    public struct Tag: Hashable, Sendable {
        public let name: String
        public let versions: [String]
    }

    /// The group that an article is shared with, in Qiita Team.
    public struct Group: Hashable, Sendable {
        public let name: String?
        public let urlName: String?
        public let description: String?
        public let isPrivate: Bool
        public let createdAt: Date?
        public let updatedAt: Date?
    }

    /// What the author is called in their team, in Qiita Team.
    public struct TeamMembership: Hashable, Sendable {
        public let name: String?
    }
}

/// Two articles are equal if they are encoded alike.
extension Article: Hashable {
    public static func == (one: Article, other: Article) -> Bool {
        one.fingerprint == other.fingerprint && one.encoded == other.encoded
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
