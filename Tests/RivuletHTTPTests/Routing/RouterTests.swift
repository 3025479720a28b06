import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("The router")
struct RouterTests {
    private func client(_ add: (inout Router) -> Void) throws -> InProcessClient {
        var router = Router()
        add(&router)
        return try InProcessClient(router.handler)
    }

    @Test func literalsGoBeforeParametersAndThoseBeforeTheRest() async throws {
        let client = try client { router in
            router.get("/") { _ in "root" }
            router.get("/**") { request in "rest \(request.parameters.rest ?? "-")" }
            router.get("/articles") { _ in "list" }
            router.get("/articles/:id") { request in "one \(try request.parameters.require("id"))" }
            router.get("/articles/latest") { _ in "latest" }
            router.get("/articles/:id/comments/:number") { request in
                "\(request.parameters["id"] ?? "-") \(request.parameters["number"] ?? "-") \(request.parameters["none"] ?? "-")"
            }
            router.get("/articles/latest/:what") { request in "latest \(request.parameters["what"] ?? "-")" }
        }
        let expected = [
            "/": "root", "/articles": "list", "/articles/7": "one 7", "/articles/latest": "latest", "/articles/latest/x": "latest x",
            "/articles/7/comments/3": "7 3 -", "/articles/latest/comments/3": "latest 3 -", "/articles/": "rest articles/",
            "/articles/7/": "rest articles/7/", "/a/b%2Fc": "rest a/b%2Fc", "//": "rest /", "/articles?id=7": "list",
            "/%61rticles": "list",
        ]
        for (target, text) in expected {
            #expect(try await client.get(target).text == text, "\(target)")
        }
    }

    @Test(arguments: [
        ("/a%2Fb", "a/b"), ("/%252F", "%2F"), ("/%E5%A4%9A%E9%87%8D", "多重"), ("/a+b", "a+b"), ("/..", ".."), ("/%2e%2e", ".."),
        ("/a;b=c", "a;b=c"), ("/%5C", "\\"),
    ])
    func parameterIsDecodedOnceAfterSplitting(target: String, expected: String) async throws {
        let client = try client { $0.get("/:name") { try $0.parameters.require("name") } }
        #expect(try await client.get(target).text == expected)
    }

    @Test(arguments: ["/%", "/%4", "/%zz", "/%00", "/%ff", "/%C3/%A9", "/%ED%A0%80", "/a%2"])
    func badEncodingIs400(target: String) async throws {
        let client = try client { router in
            router.get("/:name") { _ in "" }
            router.get("/**") { _ in "" }
        }
        #expect(try await client.get(target).status == .badRequest)
    }

    @Test func unknownPathIs404AsProblemDetails() async throws {
        let client = try client { $0.get("/a/b") { _ in "" } }
        for target in ["/", "/a", "/a/b/", "/a/b/c", "/a//b", "//a/b", "/A/b", "*", ""] {
            let answer = try await client.get(target)
            #expect(answer.status == .notFound, "\(target)")
            #expect(answer.fields["Content-Type"] == "application/problem+json")
        }
    }

    @Test func knownPathWithAnotherMethodIs405WithAllow() async throws {
        let client = try client { router in
            router.get("/articles/:id") { _ in "one" }
            router.post("/articles/refresh") { _ in Response(.accepted) }
            router.delete("/articles/:other") { _ in "gone" }
            router.put("/only") { _ in "put" }
        }
        for (method, target, allowed) in [
            (Method.put, "/articles/7", "GET, HEAD, DELETE, OPTIONS"), (.get, "/articles/refresh", "POST, OPTIONS"),
            (.trace, "/only", "PUT, OPTIONS"), (.head, "/only", "PUT, OPTIONS"), (.connect, "/only", "PUT, OPTIONS"),
        ] {
            let answer = try await client.send(method, target)
            #expect(answer.status == .methodNotAllowed)
            #expect(answer.fields["Allow"] == allowed)
        }
        #expect(try await client.send(.delete, "/articles/7").text == "gone")
    }

    @Test func optionsSayWhatIsAllowed() async throws {
        let client = try client { router in
            router.get("/a") { _ in "" }
            router.post("/b") { _ in "" }
            router.on(.options, "/b") { _ in Response(.ok, text: "own") }
        }
        let answer = try await client.send(.options, "/a")
        #expect(answer.status == .noContent)
        #expect(answer.fields["Allow"] == "GET, HEAD, OPTIONS")
        #expect(try await client.send(.options, "/b").text == "own")
        #expect(try await client.send(.options, "*").fields["Allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(try await client.send(.options, "/c").status == .notFound)
    }

    @Test func methodThatNobodyKnowsIs501() async throws {
        let client = try client { router in
            router.get("/a") { _ in "" }
            router.on(Method(rawValue: "PURGE"), "/cache") { _ in "purged" }
        }
        for target in ["/a", "/b"] {
            #expect(try await client.send(Method(rawValue: "BREW"), target).status == .notImplemented)
        }
        #expect(try await client.send(Method(rawValue: "get"), "/a").status == .notImplemented)
        #expect(try await client.send(Method(rawValue: "PURGE"), "/cache").text == "purged")
        #expect(try await client.send(Method(rawValue: "PURGE"), "/a").status == .methodNotAllowed)
        #expect(try await client.send(.query, "/a").status == .methodNotAllowed)
    }

    @Test func headIsAnsweredByGetUnlessItHasItsOwn() async throws {
        let client = try client { router in
            router.get("/a") { _ in "12345" }
            router.get("/b") { _ in "12345" }
            router.head("/b") { _ in Response(.accepted) }
        }
        let answer = try await client.send(.head, "/a")
        #expect(answer.status == .ok)
        #expect(answer.fields["Content-Length"] == "5")
        #expect(answer.body.isEmpty)
        #expect(try await client.send(.head, "/b").status == .accepted)
    }

    @Test func groupSharesItsBeginningAndMiddleware() async throws {
        let client = try client { router in
            router.use(Mark("outer"))
            router.get("/plain") { _ in Response() }
            router.group("/api") { api in
                api.get("/a") { _ in Response() }
                api.use(Mark("group"))
                api.group("/deep") { deep in
                    deep.use(Mark("deep"))
                    deep.get("/b/:c") { Response(text: try $0.parameters.require("c")) }
                }
            }
        }
        #expect(try await client.get("/plain").fields["Mark"] == "outer")
        #expect(try await client.get("/api/a").fields["Mark"] == "group, outer")
        let deep = try await client.get("/api/deep/b/x")
        #expect(deep.fields["Mark"] == "deep, group, outer")
        #expect(deep.text == "x")
        // Middleware of the whole router sees what no route answers, too.
        #expect(try await client.get("/none").fields["Mark"] == "outer")
        #expect(try await client.send(.post, "/plain").fields["Mark"] == "outer")
    }

    @Test("a router behind a route adds to what was found, and says its own pattern")
    func routersInRow() async throws {
        var inner = Router()
        inner.get("/a/:inner") { "\($0.parameters["outer"] ?? "-") \($0.parameters["inner"] ?? "-") \($0.route ?? "-")" }
        inner.get("/b") { "\($0.parameters["outer"] ?? "-") \($0.route ?? "-")" }
        let behind = inner.handler
        let client = try client { router in
            router.get("/a/:outer", handler: behind)
            router.get("/b", handler: behind)
            router.get("/plain") { request in
                var request = request
                let before = "\(request.parameters["x"] ?? "-") \(request.route ?? "-")"
                request.parameters = PathParameters()
                return "\(before) \(request.route ?? "-")"
            }
        }
        #expect(try await client.get("/a/x").text == "x x /a/:inner")
        #expect(try await client.get("/b").text == "- /b")
        #expect(try await client.get("/plain").text == "- /plain /plain")
    }

    @Test func aThousandRoutesAreToldApart() async throws {
        let client = try client { router in
            for number in 0..<1_000 { router.get("/r\(number)/:x") { request in "\(number) \(request.parameters["x"] ?? "")" } }
        }
        #expect(try await client.get("/r0/a").text == "0 a")
        #expect(try await client.get("/r999/b").text == "999 b")
        #expect(try await client.get("/r1000/b").status == .notFound)
    }

    @Test func pathOfManySegmentsTakesNoDeepStack() async throws {
        let client = try client { $0.get("/a/:b/**") { $0.parameters.rest ?? "" } }
        let rest = String(repeating: "x/", count: 100_000)
        #expect(try await client.get("/a/b/" + rest).text == rest)
    }
}

/// Adds its name to the response: the innermost comes first.
private struct Mark: Middleware {
    let name: String

    init(_ name: String) { self.name = name }

    func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        next(request).map { [name] response in
            var response = response
            response.fields.append("Mark", name)
            return response
        }
    }
}
