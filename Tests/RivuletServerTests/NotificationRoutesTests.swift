import Foundation
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("Posting a notification")
struct NotificationRoutesTests {
    private let routes: LiveRoutes

    init() throws { routes = try LiveRoutes { live, router in NotificationRoutes(bus: live.bus).add(to: &router) } }

    private struct Posted: Decodable { let id: String }

    @Test("tells the event's id, as content and in a field")
    func id() async throws {
        let answer = try await routes.client.send(.post, "/notifications/message", body: Array("1".utf8))
        #expect(answer.status == .accepted)
        let id = try #require(answer.fields["Event-ID"])
        #expect(id.wholeMatch(of: #/[0-9a-f]{16}-\d+/#) != nil)
        #expect(try JSONDecoder().decode(Posted.self, from: Data(answer.body)).id == id)
    }
}
