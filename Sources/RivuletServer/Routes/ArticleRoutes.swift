import Rivulet
import RivuletArticles
import RivuletHTTP

/// `/articles`: the list in pages, one article, and reading the list again.
struct ArticleRoutes: Sendable {
    let catalogue: Catalogue
    private let answers = ArticleAnswers()

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// - Parameter writing: what decides who may have the list read again.
    func add(to router: inout Router, writing: [any Middleware] = []) {
        router.get("/articles") { request in try list(request.head) }
        router.get("/articles/:id") { request in try article(request.head, request.parameters) }
        router.group("/articles/refresh") { group in
            for middleware in writing { group.use(middleware) }
            group.post("") { _ in try refresh() }
        }
    }

    private func list(_ head: RequestHead) throws -> CachedResponse.Answer {
        try answers.answer(to: head, from: catalogue.list) { list in
            let parameters = try Query(head.query)
            let page = list.page(try ArticleQuery(parameters))
            let fields: Fields = [
                "Content-Type": "application/json", "Cache-Control": "no-cache", "Total-Count": String(page.total),
                "Link": PageLinks(page, path: head.path, parameters).text,
            ]
            return (fields, page.encoded, page.fingerprint)
        }
    }

    private func article(_ head: RequestHead, _ parameters: PathParameters) throws -> CachedResponse.Answer {
        try answers.answer(to: head, from: catalogue.list) { list in
            let id = try parameters.require("id")
            guard let article = list[id: id] else {
                throw Problem(.notFound, detail: "There is no article “\(id.prefix(64))”.")
            }
            return (["Content-Type": "application/json", "Cache-Control": "no-cache"], article.encoded, article.fingerprint)
        }
    }

    /// The refresh goes on whoever leaves: it hangs on the house, not on this request.
    private func refresh() throws -> Response {
        guard catalogue.refresh() else {
            throw Problem(.conflict, detail: "The articles are being read already.", fields: ["Retry-After": "1"])
        }
        return Response(.accepted)
    }
}

extension ArticleQuery {
    fileprivate init(_ parameters: Query) throws(Problem) {
        let texts = try ["query", "tag", "page", "per_page"].map { (name) throws(Problem) in try parameters.string(name) }
        do {
            try self.init(query: texts[0], tag: texts[1], page: texts[2], perPage: texts[3])
        } catch {
            throw Problem(.badRequest, detail: "The query parameter \(error).")
        }
    }
}

/// The `Link` field of a page (RFC 8288): the same question, other pages. Relative to what was asked, so that it holds
/// behind every proxy.
private struct PageLinks {
    let text: String

    init(_ page: ArticlePage, path: String, _ parameters: Query) {
        let kept = ["query", "tag", "per_page"].compactMap { name in
            parameters.values(of: name).first.map { "&\(name)=\(PercentEncoding.encode($0))" }
        }.joined()
        func link(_ number: Int, _ relation: String) -> String { "<\(path)?page=\(number)\(kept)>; rel=\"\(relation)\"" }

        // Beyond the hundredth page there is nothing to ask for.
        let last = min(page.last, 100)
        var links = [link(1, "first")]
        if page.number > 1 { links.append(link(min(page.number - 1, last), "prev")) }
        if page.number < last { links.append(link(page.number + 1, "next")) }
        links.append(link(last, "last"))
        text = links.joined(separator: ", ")
    }
}
