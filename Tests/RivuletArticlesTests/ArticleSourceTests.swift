import Foundation
import Rivulet
import RivuletArticles
import Testing

@Suite("The sample articles")
struct SampleArticlesTests {
    @Test func areManyAndPlainlySamples() async throws {
        let articles = try await load(SampleArticles())
        #expect(articles.count >= 60)
        for article in articles {
            #expect(article.id.count == 20 && article.id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            #expect(article.user?.id.hasPrefix("sample-") == true)
            #expect(article.url?.hasPrefix("https://example.com/") == true)
            #expect(!article.body.isEmpty && !article.renderedBody.isEmpty && !article.tags.isEmpty)
        }
        let japanese = articles.count { $0.title.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) } }
        #expect((articles.count / 3...articles.count * 2 / 3).contains(japanese))
        #expect(try ArticleList(articles).page(ArticleQuery(query: "多重")).total >= 5)
    }

    /// Field for field what Qiita's documentation lists, so that a client of theirs can read them.
    @Test func haveTheFieldsOfAnItemOfQiita() async throws {
        let articles = try await load(SampleArticles())
        for article in articles {
            let item = try #require(try JSONSerialization.jsonObject(with: Data(article.encoded)) as? [String: Any])
            #expect(
                Set(item.keys) == [
                    "rendered_body", "body", "coediting", "comments_count", "created_at", "group", "id", "likes_count", "private",
                    "reactions_count", "stocks_count", "tags", "title", "updated_at", "url", "user", "page_views", "team_membership",
                    "organization_url_name", "slide",
                ])
            let user = try #require(item["user"] as? [String: Any])
            #expect(
                Set(user.keys) == [
                    "description", "facebook_id", "followees_count", "followers_count", "github_login_name", "id", "items_count",
                    "linkedin_id", "location", "name", "organization", "permanent_id", "profile_image_url", "team_only",
                    "twitter_screen_name", "website_url",
                ])
        }
    }
}

@Suite("Articles from a file")
struct ArticleFileTests {
    private let folder = TemporaryFolder()

    @Test func areReadAgainAtEachLoad() async throws {
        let path = folder.path("articles.json")
        let source = ArticleFile(path: path)
        try "[\(item("a"))]".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await load(source).map(\.id) == ["a"])
        try "[\(item("b")),\(item("c"))]".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await load(source).map(\.id) == ["b", "c"])
    }

    @Test func mayBeManyPiecesLong() async throws {
        let path = folder.path("long.json")
        let items = (0..<2_000).map { item("a\($0)", body: String(repeating: "多", count: 100)) }
        try "[\(items.joined(separator: ","))]".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await load(ArticleFile(path: path)).map(\.id) == (0..<2_000).map { "a\($0)" })
    }

    @Test func aBrokenOneNamesTheFileAndThePlace() async throws {
        let path = folder.path("broken.json")
        try "[\n{\"id\": 3}]".write(toFile: path, atomically: true, encoding: .utf8)
        let error = await #expect(throws: ArticleSourceError.self) { try await load(ArticleFile(path: path)) }
        #expect(error?.description == "\(path): [0].id: expected a string, found the number 3")
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        await #expect(throws: ArticleSourceError.malformed(path: path, .empty)) { try await load(ArticleFile(path: path)) }
    }

    @Test func aMissingOneAFolderAndOneTooLargeAreToldApart() async throws {
        let missing = folder.path("missing.json")
        await #expect(throws: ArticleSourceError.unreadable(path: missing, code: ENOENT)) { try await load(ArticleFile(path: missing)) }
        await #expect(throws: ArticleSourceError.isDirectory(path: folder.url.path)) {
            try await load(ArticleFile(path: folder.url.path))
        }
        await #expect(throws: ArticleSourceError.tooLarge(path: "/dev/zero", limit: 1_000)) {
            try await load(ArticleFile(path: "/dev/zero", limit: 1_000))
        }
        let path = folder.path("exact.json")
        try "[]  ".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await load(ArticleFile(path: path, limit: 4)).isEmpty)
        await #expect(throws: ArticleSourceError.tooLarge(path: path, limit: 3)) { try await load(ArticleFile(path: path, limit: 3)) }
    }

    @Test func mayBeAFIFOThatIsSilentForLong() async throws {
        let path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        async let articles = load(ArticleFile(path: path))
        // Opening for writing waits for the reader.
        let writer = try await onAThread { try FileHandle(forWritingTo: URL(fileURLWithPath: path)) }
        for piece in ["[", item("a"), ",", item("b"), "]"] { try writer.write(contentsOf: Data(piece.utf8)) }
        try writer.close()
        #expect(try await articles.map(\.id) == ["a", "b"])
    }

    @Test func aLoadThatNobodyWantsAnyMoreLetsGoOfItsFIFO() async throws {
        let path = folder.path("fifo")
        try #require(mkfifo(path, 0o600) == 0)
        let events = Recorded<Signal<[Article], ArticleSourceError>.Event>()
        let running = ArticleFile(path: path).articles.start { events.append($0) }
        let writer = try await onAThread { try FileHandle(forWritingTo: URL(fileURLWithPath: path)) }
        try writer.write(contentsOf: Data("[".utf8))
        running.dispose()
        try writer.close()
        // With no reader left, opening without waiting fails.
        try await eventually {
            let descriptor = open(path, O_WRONLY | O_NONBLOCK)
            if descriptor >= 0 { close(descriptor) }
            return descriptor < 0 && errno == ENXIO
        }
        #expect(events.values == [.interrupted])
    }
}
