import RivuletEvents
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("What a tab says of itself")
struct ViewerRoutesTests {
    private let live: LiveEvents
    private let client: InProcessClient

    init() throws {
        guard case .serve(let configuration, _) = try CommandLineParser(arguments: [], environment: [:]).parse() else {
            throw Unexpected()
        }
        live = try LiveEvents(configuration.events, log: Log(configuration.log))
        var router = Router()
        ViewerRoutes(viewers: live.viewers).add(to: &router)
        client = try InProcessClient(router.handler)
    }

    private struct Unexpected: Error {}

    @Test(
        "is short: anybody may say it, and a body that is longer than any such is not kept",
        arguments: [(1024, 400), (1025, 413), (1 << 20, 413)])
    func bodyLimit(size: Int, status: Int) async throws {
        let body = [UInt8](repeating: UInt8(ascii: " "), count: size)
        #expect(try await client.send(.post, "/viewers/nobody/visibility", body: body).status == Status(rawValue: status))
    }
}
