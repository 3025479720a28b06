import Foundation
import Testing

extension IntegrationTests {
    @Suite("serves articles")
    struct Articles {
        @Test("the same five over HTTP/1.1 and HTTP/2, with total, links and validator")
        func sameOnBothProtocols() throws {
            let server = try RunningServer()
            let answers = try ["--http1.1", "--http2-prior-knowledge"].map { protocolFlag in
                try Answer(run("curl", "-s", "-i", protocolFlag, "\(server.url)/articles?per_page=5").output)
            }
            #expect(answers.map(\.version) == ["HTTP/1.1", "HTTP/2"])
            #expect(answers[0].body == answers[1].body)
            for answer in answers {
                #expect(answer.status == 200)
                #expect(try answer.articles.count == 5)
                #expect(Int(answer.fields["total-count"] ?? "") ?? 0 >= 60)
                #expect(answer.fields["content-type"]?.hasPrefix("application/json") == true)
                let link = try #require(answer.fields["link"])
                #expect(link.contains(#"rel="first""#) && link.contains(#"rel="next""#) && link.contains(#"rel="last""#))
                #expect(!link.contains(#"rel="prev""#))
            }
            #expect(answers[0].fields["etag"] == answers[1].fields["etag"])
        }

        @Test("a validator that is sent back gives 304 without a body", arguments: ["--http1.1", "--http2-prior-knowledge"])
        func notModified(protocolFlag: String) throws {
            let server = try RunningServer()
            let url = "\(server.url)/articles?per_page=5"
            let first = try Answer(run("curl", "-s", "-i", protocolFlag, url).output)
            let etag = try #require(first.fields["etag"])
            let second = try Answer(run("curl", "-s", "-i", protocolFlag, "-H", "If-None-Match: \(etag)", url).output)
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(second.fields["etag"] == etag)
            let other = try Answer(run("curl", "-s", "-i", protocolFlag, "-H", "If-None-Match: \"other\"", url).output)
            #expect(other.status == 200)
        }

        @Test("the links lead through all pages, each article once")
        func paging() throws {
            let server = try RunningServer()
            var target: String? = "/articles?per_page=20"
            var seen: [String] = []
            var total = 0
            while let current = target, seen.count < 10_000 {
                let response = try HTTP1Client.get(current, port: server.port)
                seen += try response.json([Article].self).map(\.id)
                total = Int(response.fields["total-count"] ?? "") ?? 0
                target = response.fields["link"]?.firstMatch(of: #/<([^>]+)>; rel="next"/#).map { match in
                    let link = URLComponents(string: String(match.output.1))
                    return "\(link?.percentEncodedPath ?? "")?\(link?.percentEncodedQuery ?? "")"
                }
            }
            #expect(seen.count == total)
            #expect(Set(seen).count == total)
            let beyond = try HTTP1Client.get("/articles?page=100&per_page=100", port: server.port)
            #expect(beyond.status == 200)
            #expect(beyond.text == "[]")
        }

        @Test("a search in Japanese finds the Japanese ones", arguments: ["--http1.1", "--http2-prior-knowledge"])
        func japanese(protocolFlag: String) throws {
            let server = try RunningServer()
            let answer = try Answer(
                run("curl", "-s", "-i", protocolFlag, "-G", "--data-urlencode", "query=多重", "\(server.url)/articles").output)
            let articles = try answer.articles
            #expect(!articles.isEmpty)
            #expect(articles.allSatisfy { $0.title.contains("多重") || $0.body.contains("多重") })
            let total = try HTTP1Client.get("/articles", port: server.port).fields["total-count"]
            #expect(answer.fields["total-count"] != total)
        }

        @Test("a tag narrows the list")
        func tag() throws {
            let server = try RunningServer()
            let first = try #require(try HTTP1Client.get("/articles", port: server.port).json([Article].self).first)
            let tag = try #require(first.tags.first?.name)
            let encoded = try #require(tag.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let articles = try HTTP1Client.get("/articles?tag=\(encoded)", port: server.port).json([Article].self)
            #expect(articles.contains { $0.id == first.id })
            #expect(articles.allSatisfy { $0.tags.contains { $0.name.lowercased() == tag.lowercased() } })
        }

        @Test(
            "a page that is none is a problem of the client's",
            arguments: ["0", "-1", "abc", "101", "99999999999999999999", "", "1.5", "+1"])
        func badPages(value: String) throws {
            let server = try RunningServer()
            for name in ["page", "per_page"] where !(name == "page" && value == "101") {
                let response = try HTTP1Client.get("/articles?\(name)=\(value)", port: server.port)
                #expect(response.status == 400, "\(name)=\(value)")
                #expect(response.fields["content-type"] == "application/problem+json")
                #expect(try response.json(Problem.self).status == 400)
                #expect(response.text.contains(name))
            }
        }

        @Test("one article, or none")
        func single() throws {
            let server = try RunningServer()
            let first = try #require(try HTTP1Client.get("/articles?per_page=1", port: server.port).json([Article].self).first)
            let response = try HTTP1Client.get("/articles/\(first.id)", port: server.port)
            #expect(response.status == 200)
            #expect(try response.json(Article.self).title == first.title)
            let etag = try #require(response.fields["etag"])
            #expect(try HTTP1Client.get("/articles/\(first.id)", port: server.port, fields: ["If-None-Match": etag]).status == 304)
            let missing = try HTTP1Client.get("/articles/no-such-article", port: server.port)
            #expect(missing.status == 404)
            #expect(missing.fields["content-type"] == "application/problem+json")
        }

        @Test("a file of the user's takes the samples' place; a broken one is named and served by nobody")
        func ownFile() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("articles.json", Article.list(["only"]))
            let server = try RunningServer("--articles", file)
            #expect(try HTTP1Client.get("/articles", port: server.port).json([Article].self).map(\.id) == ["only"])

            let broken = try folder.write("broken.json", #"[{"id":"a"},"#)
            let (status, _, error) = try run(RunningServer.executable, "--port", "0", "--articles", broken)
            #expect(status == 65)
            #expect(error.contains(broken))
            let (missing, _, missingError) = try run(RunningServer.executable, "--port", "0", "--articles", folder.path + "/none.json")
            #expect(missing == 66)
            #expect(missingError.contains("none.json"))
        }
    }
}

/// What the tests look at of an article.
struct Article: Decodable {
    let id: String
    let title: String
    let body: String
    let tags: [Tag]

    struct Tag: Decodable { let name: String }

    /// A list in the form that Qiita's API answers with.
    static func list(_ ids: [String]) -> String {
        let items = ids.map { id in
            """
            {"id":"\(id)","title":"Title of \(id)","body":"Body","rendered_body":"<p>Body</p>","url":"https://example.test/\(id)",\
            "created_at":"2026-01-02T03:04:05+09:00","updated_at":"2026-01-02T03:04:05+09:00","tags":[{"name":"Swift","versions":[]}],\
            "likes_count":1,"comments_count":0,"reactions_count":0,"stocks_count":0,"private":false,"coediting":false,"group":null,\
            "page_views_count":null,"team_membership":null,"slide":false,\
            "user":{"id":"sample","name":"Sample","profile_image_url":"https://example.test/sample.png"}}
            """
        }
        return "[\(items.joined(separator: ","))]"
    }
}

/// RFC 9457.
struct Problem: Decodable {
    let title: String
    let status: Int
    let detail: String?
}

/// The output of `curl -i`.
struct Answer {
    let version: String
    let status: Int
    let fields: [String: String]
    let body: String

    init(_ output: String) throws {
        let parts = try #require(output.firstRange(of: "\r\n\r\n"))
        let lines = output[..<parts.lowerBound].split(separator: "\r\n")
        let statusLine = try #require(lines.first).split(separator: " ")
        version = String(statusLine[0])
        status = Int(statusLine[1]) ?? 0
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        self.fields = fields
        body = String(output[parts.upperBound...])
    }

    var articles: [Article] {
        get throws { try JSONDecoder().decode([Article].self, from: Data(body.utf8)) }
    }
}
