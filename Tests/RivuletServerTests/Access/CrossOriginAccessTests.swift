import Rivulet
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("Pages of other origins that may read")
struct CrossOriginAccessTests {
    private let client: InProcessClient

    init() throws {
        let access = CrossOriginAccess(origins: ["https://app.example", "http://127.0.0.1:3000"])
        client = try InProcessClient(
            access.wrapping { request in
                request.path == "/missing" ? .error(Problem(.notFound, detail: "There is no such thing.")) : .just(Response(text: "in"))
            })
    }

    @Test(
        "who is in the list gets exactly its own origin back, errors included (mercure#27, #442)",
        arguments: ["https://app.example", "http://127.0.0.1:3000"], ["/", "/missing"])
    func allowed(origin: String, path: String) async throws {
        let answer = try await client.get(path, fields: ["Origin": origin])
        #expect(answer.fields["Access-Control-Allow-Origin"] == origin)
        #expect(answer.fields["Vary"] == "Origin")
        #expect(answer.fields["Access-Control-Expose-Headers"]?.contains("Total-Count") == true)
    }

    @Test(
        "nobody else is told anything, but caches are",
        arguments: [
            "https://app.example.evil", "https://app.example:443", "http://app.example", "https://APP.example", "https://app.example/",
            "null", "*",
            "",
        ])
    func others(origin: String) async throws {
        let answer = try await client.get("/", fields: ["Origin": origin])
        #expect(answer.status == .ok)
        #expect(answer.fields["Access-Control-Allow-Origin"] == nil)
        #expect(answer.fields["Vary"] == "Origin")
    }

    @Test("a browser that asks first may send the id that it resumes from, and a token")
    func preflight() async throws {
        let fields: Fields = [
            "Origin": "https://app.example", "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "last-event-id",
        ]
        let answer = try await client.send(.options, "/events", fields: fields)
        #expect(answer.status == .noContent)
        #expect(answer.fields["Access-Control-Allow-Origin"] == "https://app.example")
        let names = answer.fields["Access-Control-Allow-Headers"]?.lowercased() ?? ""
        for name in ["last-event-id", "authorization", "content-type", "cache-control"] { #expect(names.contains(name)) }
        #expect(answer.fields["Access-Control-Allow-Methods"]?.contains("POST") == true)
    }
}
