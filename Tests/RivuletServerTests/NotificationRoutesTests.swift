import Foundation
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("Posting a notification")
struct NotificationRoutesTests {
    private let live: LiveEvents
    private let client: InProcessClient

    init() throws {
        guard case .serve(let configuration, _) = try CommandLineParser(arguments: [], environment: [:]).parse() else {
            throw Unexpected()
        }
        live = try LiveEvents(configuration.events, log: Log(configuration.log))
        var router = Router()
        NotificationRoutes(bus: live.bus).add(to: &router)
        client = try InProcessClient(router.handler)
    }

    private struct Unexpected: Error {}
    private struct Posted: Decodable { let id: String }

    @Test("tells the event's id, as content and in a field")
    func id() async throws {
        let answer = try await client.send(.post, "/notifications/message", body: Array("1".utf8))
        #expect(answer.status == .accepted)
        let id = try #require(answer.fields["Event-ID"])
        #expect(id.wholeMatch(of: #/[0-9a-f]{16}-\d+/#) != nil)
        #expect(try JSONDecoder().decode(Posted.self, from: Data(answer.body)).id == id)
    }
}
