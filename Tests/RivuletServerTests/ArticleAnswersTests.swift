import RivuletArticles
import Testing

@testable import RivuletHTTP
@testable import RivuletServer

@Suite("Answers about articles")
struct ArticleAnswersTests {
    private let answers = ArticleAnswers()

    private func ask(_ path: String, _ query: String? = nil, of list: ArticleList, made: inout Int) throws -> Response {
        try answers.answer(to: RequestHead(method: .get, path: path, query: query), from: list) { _ in
            made += 1
            return (["X-Made": "\(made)"], [1, 2, 3], ArticleList([]).page(try ArticleQuery()).fingerprint)
        }.response()
    }

    @Test("are made once for each target, as long as the list is the same")
    func once() throws {
        let (first, second) = (ArticleList([]), ArticleList([]))
        var made = 0
        #expect(try ask("/articles", of: first, made: &made).fields["X-Made"] == "1")
        #expect(try ask("/articles", of: first, made: &made).fields["X-Made"] == "1")
        #expect(try ask("/articles", "page=2", of: first, made: &made).fields["X-Made"] == "2")
        #expect(try ask("/articles", "", of: first, made: &made).fields["X-Made"] == "3")
        #expect(try ask("/articles", of: second, made: &made).fields["X-Made"] == "4")
        #expect(try ask("/articles", of: second, made: &made).fields["X-Made"] == "4")
        // Somebody who still has the old list gets what is in it.
        #expect(try ask("/articles", of: first, made: &made).fields["X-Made"] == "5")
    }

    @Test("that fail are not kept")
    func failures() throws {
        let list = ArticleList([])
        let head = RequestHead(method: .get, path: "/articles/x")
        #expect(throws: Problem.self) {
            try answers.answer(to: head, from: list) { _ in throw Problem(.notFound) }
        }
        var made = 0
        #expect(try ask("/articles/x", of: list, made: &made).status == .ok)
    }
}
