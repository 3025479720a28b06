import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("Names and metrics of requests")
struct RequestNamesAndMetricsTests {
    @Test("a request without a name gets one, which the handler sees and the client is told")
    func fresh() async throws {
        let client = try InProcessClient(RequestID(make: { "made" }).wrapping { .just(Response(text: $0.fields["X-Request-Id"] ?? "-")) })
        let answer = try await client.get("/")
        #expect(answer.text == "made")
        #expect(answer.fields["X-Request-Id"] == "made")
    }

    @Test("a short token of the client's is kept, anything else replaced", arguments: [("abc-1", "abc-1"), ("a b", "made"), ("", "made")])
    func given(name: String, expected: String) async throws {
        let client = try InProcessClient(RequestID(make: { "made" }).wrapping { .just(Response(text: $0.fields["X-Request-Id"] ?? "-")) })
        let answer = try await client.get("/", fields: ["X-Request-Id": name])
        #expect(answer.text == expected)
        #expect(answer.fields["X-Request-Id"] == expected)
        #expect(try await client.get("/", fields: ["X-Request-Id": String(repeating: "x", count: 65)]).text == "made")
    }

    @Test("random names are 128 bits, and differ")
    func random() {
        let names = (0..<100).map { _ in RequestID.random() }
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test("requests are counted by the pattern of their route, not by what the client made of it")
    func metrics() async throws {
        let metrics = RequestMetrics()
        var router = Router()
        router.get("/a/:b") { _ in "" }
        router.get("/problem") { _ -> Response in throw Problem(.conflict) }
        router.use(metrics)
        let client = try InProcessClient(router.handler)
        for target in ["/a/1", "/a/2", "/problem", "/nowhere/1", "/nowhere/2"] { _ = try await client.get(target) }
        _ = try await client.send(Method(rawValue: "BREW"), "/a/1")
        let text = metrics.text
        #expect(text.contains(#"http_request_duration_seconds_count{route="/a/:b",method="GET",status="200"} 2"#))
        #expect(text.contains(#"http_request_duration_seconds_count{route="/problem",method="GET",status="409"} 1"#))
        #expect(text.contains(#"http_request_duration_seconds_count{route="none",method="GET",status="404"} 2"#))
        #expect(text.contains(#"http_request_duration_seconds_count{route="none",method="other",status="501"} 1"#))
        #expect(text.contains(#"http_request_duration_seconds_bucket{route="/a/:b",method="GET",status="200",le="+Inf"} 2"#))
        #expect(text.contains("# TYPE http_request_duration_seconds histogram"))
    }

    @Test("a histogram's buckets add up over the loops, each duration in the first that it fits in")
    func histogram() {
        let durations = RequestDurations()
        let key = RequestDurations.Key(route: "/a", method: "GET", status: .ok)
        for (nanoseconds, loop) in [(50_000, 0), (100_000, 1), (100_001, 2), (700_000_000, 17), (11_000_000_000, 3)] as [(UInt64, Int)] {
            durations.add(nanoseconds, for: key, on: loop)
        }
        durations.add(1, for: RequestDurations.Key(route: "/a", method: "GET", status: .notModified), on: 0)
        #expect(durations.all.map(\.key.status) == [.ok, .notModified])
        let histogram = durations.all[0].histogram
        #expect(histogram.counts == [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1])
        #expect(histogram.sum == 11_700_250_001)
        #expect(DurationHistogram.bounds.map { Double($0.limit) * 1e-9 } == DurationHistogram.bounds.compactMap { Double($0.text) })
    }

    @Test("middleware of a group is around its routes only, inside that of the router")
    func groups() async throws {
        struct Mark: Middleware {
            let text: String
            func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
                next(request).map { response in
                    var response = response
                    response.fields.append("X-Mark", text)
                    return response
                }
            }
        }
        var router = Router()
        router.use(Mark(text: "all"))
        router.group("/admin") { admin in
            admin.use(Mark(text: "admin"))
            admin.get("/users/:id") { request in "\(try request.parameters.require("id"))" }
            admin.group("/deep") { $0.get("/er") { _ in "deep" } }
        }
        router.get("/public") { _ in "public" }
        let client = try InProcessClient(router.handler)
        #expect(try await client.get("/admin/users/7").fields["X-Mark"] == "admin, all")
        #expect(try await client.get("/admin/deep/er").fields["X-Mark"] == "admin, all")
        #expect(try await client.get("/public").fields["X-Mark"] == "all")
        #expect(try await client.get("/admin/none").fields["X-Mark"] == "all")
    }
}
