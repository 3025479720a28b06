import RivuletHTTP

@testable import RivuletServer

/// Some of the server's routes over live events of its own, and a client of them.
struct LiveRoutes {
    let live: LiveEvents
    let client: InProcessClient

    /// - Parameter add: puts routes into the router.
    init(_ add: (LiveEvents, inout Router) -> Void) throws {
        let configuration = Configuration()
        live = try LiveEvents(configuration.events, log: Log(configuration.log))
        var router = Router()
        add(live, &router)
        client = try InProcessClient(router.handler)
    }
}
