/// One page of the articles that a query finds, encoded.
public struct ArticlePage: Sendable {
    /// The page as a JSON array in UTF-8; `[]` beyond the last page. A buffer that all who serve it share.
    public let encoded: [UInt8]
    /// Which page it is, from 1.
    public let number: Int
    /// How many articles a page has at most.
    public let perPage: Int
    /// How many articles the query finds, on all pages.
    public let total: Int
    /// Differs when the page, its place or the total does.
    public let fingerprint: Fingerprint

    /// The number of the last page that has articles, which may be beyond the 100 that can be asked for; 1 if there are none.
    public var last: Int { max(1, (total + perPage - 1) / perPage) }

    /// The page of `articles`, which are all that `query` finds.
    init(of articles: some RandomAccessCollection<Article>, query: ArticleQuery) {
        let shown = articles.dropFirst((query.page - 1) * query.perPage).prefix(query.perPage)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(shown.reduce(1) { $0 + $1.encoded.count + 1 } + 1)
        encoded.append(UInt8(ascii: "["))
        var fingerprint = Fingerprint()
        for number in [articles.count, query.page, query.perPage] { fingerprint.combine(UInt64(number)) }
        for article in shown {
            if encoded.count > 1 { encoded.append(UInt8(ascii: ",")) }
            encoded += article.encoded
            fingerprint.combine(article.fingerprint)
        }
        encoded.append(UInt8(ascii: "]"))

        self.encoded = encoded
        number = query.page
        perPage = query.perPage
        total = articles.count
        self.fingerprint = fingerprint
    }
}
