import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("What a tab says of itself")
struct ViewerRoutesTests {
    private let routes: LiveRoutes

    init() throws { routes = try LiveRoutes { live, router in ViewerRoutes(viewers: live.viewers).add(to: &router) } }

    @Test(
        "is short: anybody may say it, and a body that is longer than any such is not kept",
        arguments: [(1024, 400), (1025, 413), (1 << 20, 413)])
    func bodyLimit(size: Int, status: Int) async throws {
        let body = [UInt8](repeating: UInt8(ascii: " "), count: size)
        #expect(try await routes.client.send(.post, "/viewers/nobody/visibility", body: body).status == Status(rawValue: status))
    }
}
