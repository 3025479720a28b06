import Testing

@testable import RivuletArticles

@Suite("Asking for a page")
struct ArticleQueryTests {
    @Test(arguments: ["0", "-1", "abc", "101", "99999999999999999999", "", " 1", "+1", "1.0", "１"])
    func refusesABadNumber(_ text: String) {
        #expect(throws: InvalidArticleQuery(parameter: "page", problem: "must be a whole number from 1 to 100")) {
            try ArticleQuery(page: text)
        }
        #expect(throws: InvalidArticleQuery(parameter: "per_page", problem: "must be a whole number from 1 to 100")) {
            try ArticleQuery(perPage: text)
        }
    }

    @Test func hasQiitasDefaultsAndBounds() throws {
        let query = try ArticleQuery()
        #expect([query.page, query.perPage] == [1, 20])
        let last = try ArticleQuery(page: "100", perPage: "100")
        #expect([last.page, last.perPage] == [100, 100])
    }

    @Test func refusesTooMuchText() {
        let words = Array(repeating: "a", count: 17).joined(separator: " ")
        #expect(throws: InvalidArticleQuery(parameter: "query", problem: "must have at most 16 words, has 17")) {
            try ArticleQuery(query: words)
        }
        #expect(throws: InvalidArticleQuery(parameter: "tag", problem: "must have at most 1000 bytes of UTF-8, has 1002")) {
            try ArticleQuery(tag: String(repeating: "多", count: 334))
        }
    }

    @Test func queriesForTheSameAreEqual() throws {
        #expect(
            try ArticleQuery(query: "Ｓｗｉｆｔ　rx  swift", tag: "SSE") == ArticleQuery(query: "RX swift", tag: "sse", page: "1", perPage: "20"))
        #expect(try ArticleQuery(query: " ", tag: "") == ArticleQuery())
        #expect(try ArticleQuery(query: "a") != ArticleQuery(query: "b"))
    }
}

@Suite("Folding text")
struct TextFoldingTests {
    @Test(arguments: [
        ("HTTP/2 Server-Push", "http/2 server-push"),
        ("ＨＴＴＰ／２　多重化", "http/2 多重化"),
        ("ｽﾄﾘｰﾑ", "ストリーム"),
        ("ｶﾞｷﾞﾊﾟﾊﾞｳﾞ｡", "ガギパバヴ。"),
        ("か\u{3099}は\u{309A}つ\u{3099}", "がぱづ"),
        ("ん\u{3099}", "ん\u{3099}"),
        ("ÄÖÜ ΣΟΦΟΣ", "äöü σοφοσ"),
        ("σοφος", "σοφοσ"),
    ])
    func makesAlikeWhatReadersTakeForTheSame(_ text: String, _ folded: String) {
        #expect(Array(TextFolding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
        #expect(TextFolding.fold(folded) == folded)
    }
}

@Suite("Listing articles")
struct ArticleListTests {
    private let list: ArticleList

    init() throws {
        list = ArticleList(
            try decode([
                item("old", title: "Signals and slots", tags: ["Swift"], createdAt: "2026-01-01T00:00:00+09:00"),
                item("new", title: "多重購読を避ける", body: "share(replay: 1)", tags: ["swift", "Rx"], createdAt: "2026-03-01T00:00:00+09:00"),
                item("same-b", title: "ｽﾄﾘｰﾑ入門", tags: ["SwiftUI"], createdAt: "2026-02-01T00:00:00+09:00"),
                item("same-a", title: "Streams", user: "sample-Hanako", createdAt: "2026-01-31T15:00:00Z"),
            ]))
    }

    private func ids(_ query: String? = nil, tag: String? = nil, page: String? = nil, perPage: String? = nil) throws -> [String] {
        try list.page(ArticleQuery(query: query, tag: tag, page: page, perPage: perPage)).ids
    }

    @Test func newestFirst() throws {
        #expect(try ids() == ["new", "same-a", "same-b", "old"])
    }

    @Test func pages() throws {
        #expect(try ids(page: "1", perPage: "3") == ["new", "same-a", "same-b"])
        let second = try list.page(ArticleQuery(page: "2", perPage: "3"))
        #expect(try second.ids == ["old"])
        #expect([second.number, second.perPage, second.total, second.last] == [2, 3, 4, 2])
    }

    @Test func nothingBeyondTheLastPage() throws {
        let page = try list.page(ArticleQuery(page: "3", perPage: "2"))
        #expect(text(page.encoded) == "[]")
        #expect([page.total, page.last] == [4, 2])
        #expect(try list.page(ArticleQuery(query: "nowhere")).last == 1)
    }

    @Test func aTagIsWholeAndOfAnyCase() throws {
        #expect(try ids(tag: "SWIFT") == ["new", "old"])
        #expect(try ids(tag: "Swif").isEmpty)
    }

    @Test(arguments: [
        ("多重", ["new"]), ("stream", ["same-a"]), ("ストリーム", ["same-b"]), ("RX", ["new"]), ("hanako", ["same-a"]),
        ("s", ["new", "same-a", "same-b", "old"]), ("（Replay", ["new"]), ("slots SIGNALS", ["old"]), ("signals replay", []),
        ("slotsSwift", []),
    ])
    func findsWordsAnywhere(_ query: String, _ found: [String]) throws {
        #expect(try ids(query) == found)
    }

    @Test func aSearchAndATagBothCount() throws {
        #expect(try ids("a", tag: "swift") == ["new", "old"])
        #expect(try ids("多重", tag: "SwiftUI").isEmpty)
    }

    @Test func findsOneByItsId() {
        #expect(list[id: "old"]?.title == "Signals and slots")
        #expect(list[id: "OLD"] == nil)
    }

    @Test func aPageIsItsArticlesAsTheyAreEncoded() throws {
        let page = try list.page(ArticleQuery(perPage: "2"))
        #expect(text(page.encoded) == "[\(list.articles[0..<2].map { text($0.encoded) }.joined(separator: ","))]")
    }

    @Test func theFingerprintTellsPagesApart() throws {
        let fingerprints = try [
            ArticleQuery(), ArticleQuery(perPage: "2"), ArticleQuery(page: "2", perPage: "2"), ArticleQuery(tag: "swift"),
            ArticleQuery(page: "50"), ArticleQuery(page: "51"),
        ].map { list.page($0).fingerprint }
        #expect(Set(fingerprints).count == fingerprints.count)
        let again = try ArticleList(list.articles.reversed()).page(ArticleQuery())
        #expect(again.fingerprint == fingerprints[0])
    }

    @Test func searchesAgreeWithLookingThroughEverything() throws {
        let syllables = ["ra", "ru", "多重", "スト", "x", "Sw", "if", "t"]
        var generator = SystemRandomNumberGenerator()
        let bodies = (0..<300).map { _ in (0..<Int.random(in: 0...40, using: &generator)).map { _ in syllables.randomElement()! }.joined() }
        let list = ArticleList(try decode(bodies.enumerated().map { item("a\($0.offset)", title: "-", body: $0.element, user: "-") }))
        for _ in 0..<200 {
            let word = (0..<Int.random(in: 1...4)).map { _ in syllables.randomElement()! }.joined()
            let expected = list.articles.count { TextFolding.fold($0.body).contains(TextFolding.fold(word)) }
            #expect(try list.page(ArticleQuery(query: word)).total == expected, "\(word)")
        }
    }
}

@Suite("Keeping pages")
struct PageCacheTests {
    private func page(_ number: Int) throws -> (ArticleQuery, ArticlePage) {
        let query = try ArticleQuery(page: "\(number)")
        return (query, ArticlePage(of: [], query: query))
    }

    @Test func forgetsWhatNobodyAskedForLately() throws {
        // A page takes 1 KiB and two bytes: five fit in each generation.
        let cache = PageCache(limit: 10 * 1_100)
        let (favourite, first) = try page(1)
        cache[favourite] = first
        for number in 2...50 {
            let (query, page) = try page(number)
            cache[query] = page
            #expect(cache[favourite]?.number == 1)
            #expect(cache[query]?.number == number)
        }
        let kept = try (1...50).filter { cache[try page($0).0] != nil }
        #expect(kept.count <= 10)
        #expect(!kept.contains(2))
    }

    @Test func keepsNoPageLargerThanAGeneration() throws {
        let cache = PageCache(limit: 2_000)
        let (query, page) = try page(1)
        cache[query] = page
        #expect(cache[query] == nil)
    }
}

@Suite("Comparing two lists")
struct ArticleChangesTests {
    @Test func tellsWhatWasInsertedUpdatedAndRemoved() throws {
        let old = ArticleList(try decode([item("a"), item("b"), item("c", title: "before"), item("d", createdAt: "2026-05-01T00:00:00Z")]))
        let new = ArticleList(
            try decode([item("e"), item("c", title: "after"), item("a"), item("f", createdAt: "2026-06-01T00:00:00Z")]))
        let changes = ArticleChanges(from: old, to: new)
        #expect(changes.inserted == ["f", "e"])
        #expect(changes.updated == ["c"])
        #expect(changes.removed == ["d", "b"])
        #expect(changes.total == 4)
        #expect(!changes.isEmpty)
        #expect(ArticleChanges(from: old, to: old).isEmpty)
    }
}
