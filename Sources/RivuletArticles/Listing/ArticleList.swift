import FoundationEssentials

/// Articles as they are served: newest first, each to be found by its id, all to be searched; a snapshot that never changes.
public final class ArticleList: Sendable {
    /// All of them, newest first; of two made at the same time, the one with the smaller id first.
    public let articles: [Article]
    private let positions: [String: Int]
    private let index: SearchIndex
    private let pages = PageCache()

    /// Sorts `articles` and prepares to search them.
    /// - Complexity: O(n log n) in the number of articles, and O(n) in their bytes: the work of a worker's, not of a loop's.
    public init(_ articles: [Article]) {
        let sorted = articles.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
        self.articles = sorted
        positions = Dictionary(sorted.enumerated().map { ($1.id, $0) }) { first, _ in first }
        index = SearchIndex(sorted)
    }

    /// The article of that name.
    public subscript(id id: String) -> Article? { positions[id].map { articles[$0] } }

    /// The page that `query` asks for. Any thread.
    /// - Complexity: O(1) for a page that was asked for lately. Otherwise O(n) in its bytes, and a search looks at every article:
    ///   2 to 10 ms in 10 000 of 2 KB each, the longer the more of them have the words (measured, release build).
    public func page(_ query: ArticleQuery) -> ArticlePage {
        if let page = pages[query] { return page }
        let page =
            if let positions = index.matches(words: query.words, tag: query.tag) {
                ArticlePage(of: positions.lazy.map { self.articles[$0] }, query: query)
            } else {
                ArticlePage(of: articles, query: query)
            }
        pages[query] = page
        return page
    }
}
