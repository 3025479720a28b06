import FoundationEssentials
import RivuletArticles
import Testing

@Suite("Decoding a saved answer of Qiita")
struct ArticleDecodingTests {
    /// Every field that the API documents, white space, escapes, nulls and a field nobody knows.
    static let whole = #"""
        [ {
          "rendered_body": "<p>a\/b<\/p>\n", "body": "a/b \u3042\ud83d\ude00 \"q\" \\ \u0001", "coediting": false, "comments_count": 3,
          "created_at": "2026-02-03T04:05:06+09:00",
          "group": {"created_at": "2026-01-01T00:00:00+09:00", "description": null, "name": "g", "private": true,
                    "updated_at": "2026-01-02T00:00:00+09:00", "url_name": "g-url"},
          "id": "0123456789abcdef0123", "likes_count": 100, "private": false, "reactions_count": 7, "stocks_count": 8,
          "tags": [ {"name": "Swift", "versions": ["6.0", "6.3"]}, {"name": "多重化", "versions": []} ],
          "title": "題", "updated_at": "2026-02-04T00:00:00+00:00", "url": "https:\/\/example.com\/items\/1",
          "user": {"description": "d", "facebook_id": null, "followees_count": 1, "followers_count": 2, "github_login_name": "gh",
                   "id": "sample-a", "items_count": 3, "linkedin_id": "l", "location": "here", "name": "A", "organization": "o",
                   "permanent_id": 42, "profile_image_url": "https://example.com/a.png", "team_only": true,
                   "twitter_screen_name": "t", "website_url": "https://example.com"},
          "page_views": null, "team_membership": {"name": "m"}, "organization_url_name": "org", "slide": true,
          "brand_new": [1.50, {"z": 1e3, "a": []}]
        } ]

        """#

    @Test func readsEveryField() throws {
        let articles = try Article.list(decoding: Array(Self.whole.utf8))
        let article = try #require(articles.first)
        #expect(articles.count == 1)
        #expect(article.id == "0123456789abcdef0123")
        #expect(article.title == "題")
        #expect(article.body == "a/b あ😀 \"q\" \\ \u{1}")
        #expect(article.renderedBody == "<p>a/b</p>\n")
        #expect(article.url == "https://example.com/items/1")
        #expect(article.createdAt == Date(timeIntervalSince1970: 1_770_059_106))
        #expect(article.updatedAt == Date(timeIntervalSince1970: 1_770_163_200))
        #expect(article.tags.map(\.name) == ["Swift", "多重化"])
        #expect(article.tags.map(\.versions) == [["6.0", "6.3"], []])
        #expect([article.commentsCount, article.likesCount, article.reactionsCount, article.stocksCount] == [3, 100, 7, 8])
        #expect([article.isCoediting, article.isPrivate, article.isSlide] == [false, false, true])
        #expect(article.pageViews == nil)
        #expect(article.organizationURLName == "org")
        #expect(article.teamMembership?.name == "m")
        #expect(article.group?.urlName == "g-url")
        #expect(article.group?.description == nil)
        let user = try #require(article.user)
        #expect([user.id, user.name, user.location, user.githubLoginName] == ["sample-a", "A", "here", "gh"])
        #expect(user.permanentID == 42)
        #expect([user.followeesCount, user.followersCount, user.itemsCount] == [1, 2, 3])
        #expect(user.facebookID == nil)
        #expect(user.isTeamOnly)
    }

    @Test func encodesWhatTheSourceSaidWithoutItsWhiteSpace() throws {
        let article = try #require(try Article.list(decoding: Array(Self.whole.utf8)).first)
        let encoded = text(article.encoded)
        #expect(
            encoded.hasPrefix(#"{"rendered_body":"<p>a/b</p>\n","body":"a/b あ😀 \"q\" \\ \u0001","coediting":false,"comments_count":3,"#))
        #expect(encoded.contains(#""url":"https://example.com/items/1","user":{"description":"d","facebook_id":null,"#))
        #expect(encoded.hasSuffix(#""slide":true,"brand_new":[1.50,{"z":1e3,"a":[]}]}"#))
        let again = try Article.list(decoding: Array("[\(encoded)]".utf8))
        #expect(again == [article])
    }

    @Test func needsOnlyIdTitleAndDate() throws {
        let articles = try Article.list(
            decoding: Array(
                #"""
                [{"id":"a","title":"t","created_at":"2026-01-01T00:00:00Z"},
                 {"id":"b","title":"t","created_at":"2026-01-01T00:00:00Z","body":null,"tags":null,"user":null,"likes_count":null}]
                """#.utf8))
        #expect(articles.map(\.id) == ["a", "b"])
        #expect(articles.allSatisfy { $0.body.isEmpty && $0.tags.isEmpty && $0.user == nil && $0.likesCount == 0 })
    }

    @Test func takesAnEmptyListAndAByteOrderMark() throws {
        #expect(try Article.list(decoding: Array("[]".utf8)).isEmpty)
        #expect(try Article.list(decoding: [0xEF, 0xBB, 0xBF] + Array("[]".utf8)).isEmpty)
    }

    @Test func aChangedFieldChangesTheFingerprint() throws {
        let one = try decode([item("a", title: "x")])[0]
        let other = try decode([item("a", title: "y")])[0]
        #expect(one != other)
        #expect(one.fingerprint != other.fingerprint)
        #expect(one.fingerprint.description.count == 16)
    }
}

@Suite("Telling what is wrong with a list of articles")
struct ArticleFormatErrorTests {
    private func error(_ text: String) -> String {
        do {
            let articles = try Article.list(decoding: Array(text.utf8))
            return "no error, \(articles.count) articles"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "empty, expected a JSON array of articles"),
        (" \n\t", "empty, expected a JSON array of articles"),
        (#"{"message":"Unauthorized"}"#, "expected an array of articles, found an object"),
        ("[3]", "[0]: expected an object, found a number"),
        ("[\(item("a")),\(item("b")),\(item("a"))]", #"[2].id: "a" is the id of [0] already"#),
        (#"[{"title":"t"}]"#, "[0].id: is missing"),
        (#"[{"id":""}]"#, "[0].id: is empty"),
        (#"[{"id":7}]"#, "[0].id: expected a string, found the number 7"),
        (#"[{"id":null}]"#, "[0].id: expected a string, found null"),
        (
            #"[{"id":"a","title":"t","created_at":"soon"}]"#,
            #"[0].created_at: expected a date and time like 2026-01-31T09:30:00+09:00, found "soon""#
        ),
    ])
    func namesThePlace(_ text: String, _ description: String) {
        #expect(error(text) == description)
    }

    @Test(arguments: [
        (#""tags":[{"name":"ok"},{"name":5}]"#, "[0].tags[1].name: expected a string, found the number 5"),
        (#""tags":[{"name":"ok","versions":["1",2]}]"#, "[0].tags[0].versions[1]: expected a string, found a number"),
        (#""tags":{}"#, "[0].tags: expected an array, found an object"),
        (#""user":{"id":"u","permanent_id":1.5}"#, "[0].user.permanent_id: expected a whole number, found the number 1.5"),
        (#""user":[]"#, "[0].user: expected an object, found an array"),
        (#""likes_count":"3""#, "[0].likes_count: expected a whole number, found a string"),
        (#""slide":0"#, "[0].slide: expected a boolean, found the number 0"),
        (#""likes_count":99999999999999999999"#, "[0].likes_count: expected a whole number, found the number 99999999999999999999"),
    ])
    func namesThePlaceOfAnOptionalField(_ field: String, _ description: String) {
        #expect(error(#"[{"id":"a","title":"t","created_at":"2026-01-01T00:00:00Z",\#(field)}]"#) == description)
    }

    @Test(arguments: [
        ("[\n  {\"あ\": tru}\n]", "line 2, column 9: expected a value, found 't'"),
        ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
        ("[1,]", "line 1, column 4: expected a value, found ']'"),
        (#"[{"a" 1}]"#, "line 1, column 7: expected ':', found '1'"),
        (#"[{a:1}]"#, "line 1, column 3: expected a member's name in quotes, found 'a'"),
        (#"[{"a":1"#, "line 1, column 8: expected ',' or '}', but the text ends here"),
        (#"["a"#, "line 1, column 4: expected the closing quote of a string, but the text ends here"),
        ("[\"a\nb\"]", "line 1, column 4: a control character in a string, which has to be escaped"),
        (#"["\x"]"#, "line 1, column 3: an unknown escape in a string"),
        (#"["\ud800"]"#, "line 1, column 3: half of a surrogate pair"),
        (#"["\ud800\u0041"]"#, "line 1, column 3: half of a surrogate pair"),
        (#"["\u12g4"]"#, "line 1, column 7: expected a hexadecimal digit, found 'g'"),
        ("[-]", "line 1, column 3: expected a digit, found ']'"),
        ("[01]", "line 1, column 3: expected ',' or ']', found '1'"),
        ("[] []", "line 1, column 4: expected the end of the text, found '['"),
        (String(repeating: "[", count: 100_000), "line 1, column 65: nested deeper than 64 levels"),
    ])
    func namesLineAndColumnOfASyntaxError(_ text: String, _ description: String) {
        #expect(error(text) == description)
    }

    @Test func namesTheFirstByteThatIsNotUTF8() {
        #expect(throws: ArticleFormatError.notUTF8(offset: 2)) { try Article.list(decoding: Array("[\"".utf8) + [0xFF, 0x22, 0x5D]) }
    }

    @Test func everyTruncationOfAListIsAnError() {
        let bytes = Array(ArticleDecodingTests.whole.utf8)
        let end = bytes.lastIndex(of: UInt8(ascii: "]")) ?? 0
        for length in 0..<end { #expect(throws: ArticleFormatError.self) { try Article.list(decoding: Array(bytes[..<length])) } }
    }
}
