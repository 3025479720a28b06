import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("What those who run the server ask")
struct OperationRoutesTests {
    private let readiness = Readiness()
    private let client: InProcessClient

    init() throws {
        client = try LiveRoutes { [readiness] live, router in
            let metrics = Metrics(live: live, server: ServerReference(), requests: RequestMetrics())
            OperationRoutes(readiness: readiness, metrics: metrics).add(to: &router)
        }.client
    }

    @Test("it is ready until it stops, and alive to the end")
    func stopping() async throws {
        #expect(try await client.get("/readyz").status == .ok)
        readiness.end()
        let answer = try await client.get("/readyz")
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.fields["Content-Type"] == "application/problem+json")
        #expect(try await client.get("/healthz").status == .ok)
    }
}
