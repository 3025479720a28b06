import Rivulet

/// The pages of one list that were asked for lately, so that most requests encode nothing.
///
/// Two generations: a page that is asked for moves to the young one; when that is full it becomes the old one, whose
/// pages, not asked for in all that time, are dropped. O(1), and bounded by the bytes of the pages.
final class PageCache: Sendable {
    private struct State {
        var young: [ArticleQuery: ArticlePage] = [:]
        var old: [ArticleQuery: ArticlePage] = [:]
        var youngBytes = 0
    }

    private let state = Lock(State())
    private let limit: Int

    /// A cache of at most `limit` bytes, of which a page takes 1 KiB at least.
    init(limit: Int = 16 << 20) {
        self.limit = limit
    }

    subscript(query: ArticleQuery) -> ArticlePage? {
        get {
            state.withLock { state in
                if let page = state.young[query] { return page }
                guard let page = state.old.removeValue(forKey: query) else { return nil }
                keep(page, query, in: &state)
                return page
            }
        }
        set {
            guard let page = newValue, cost(page) <= limit / 2 else { return }
            state.withLock { state in
                if state.young[query] == nil { keep(page, query, in: &state) }
            }
        }
    }

    private func keep(_ page: ArticlePage, _ query: ArticleQuery, in state: inout State) {
        if state.youngBytes + cost(page) > limit / 2 {
            state.old = state.young
            state.young = [:]
            state.youngBytes = 0
        }
        state.young[query] = page
        state.youngBytes += cost(page)
    }

    private func cost(_ page: ArticlePage) -> Int { page.encoded.count + 1_024 }
}
