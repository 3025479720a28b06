/// What is different between two lists, by id.
public struct ArticleChanges: Hashable, Sendable, Codable {
    /// Those that only the new list has, in its order.
    public let inserted: [String]
    /// Those that are in both, but not alike, in the order of the new list.
    public let updated: [String]
    /// Those that only the old list had, in its order.
    public let removed: [String]
    /// How many the new list has.
    public let total: Int

    /// Whether nothing is different.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && removed.isEmpty }

    /// Compares two lists.
    /// - Complexity: O(n) in the number of articles of both.
    public init(from old: ArticleList, to new: ArticleList) {
        inserted = new.articles.filter { old[id: $0.id] == nil }.map(\.id)
        updated = new.articles.filter { article in old[id: article.id].map { $0 != article } ?? false }.map(\.id)
        removed = old.articles.filter { new[id: $0.id] == nil }.map(\.id)
        total = new.articles.count
    }
}
