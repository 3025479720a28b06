import Rivulet

/// The pages of one list that were asked for lately, so that most requests encode nothing.
final class PageCache: Sendable {
    private let pages: Lock<LatelyUsed<ArticleQuery, ArticlePage>>

    /// A cache of at most `limit` bytes, of which a page takes 1 KiB at least.
    init(limit: Int = 16 << 20) {
        pages = Lock(LatelyUsed(limit: limit))
    }

    subscript(query: ArticleQuery) -> ArticlePage? {
        get { pages.withLock { $0[query] } }
        set {
            guard let page = newValue else { return }
            pages.withLock { $0.insert(page, for: query, cost: page.encoded.count + 1_024) }
        }
    }
}
