import Rivulet

/// A request, as a handler gets it.
public struct Request: Sendable {
    /// The line and the fields.
    public internal(set) var head: RequestHead
    /// The content, which comes only as it is asked for.
    public let body: RequestBody
    /// The request's place on its connection: its lifetime, its loop, its peer.
    public let exchange: Exchange
    /// What the router found: one reference, which a route without parameters has ready, for requests are copied often.
    var match: RouteMatch?

    /// A request of these parts.
    public init(head: RequestHead, body: RequestBody, exchange: Exchange) {
        self.head = head
        self.body = body
        self.exchange = exchange
    }

    /// What the router found in the path.
    public var parameters: PathParameters {
        get { match?.parameters ?? PathParameters() }
        set { match = RouteMatch(route, newValue) }
    }
    /// The pattern of the route that answers: `/articles/:id`. Nil when no router or none of its routes does.
    public var route: String? { match?.route }
    /// What is to be done.
    public var method: Method { head.method }
    /// The target's path, percent-encoded.
    public var path: String { head.path }
    /// The header fields.
    public var fields: Fields { head.fields }
    /// Ends when the response is finished or the client has gone, whichever comes first. What is hung on it is
    /// disposed on the exchange's loop.
    public var lifetime: Lifetime { exchange.lifetime }
}

/// Which route answers a request, and what its pattern's parameters stand for.
final class RouteMatch: Sendable {
    let route: String?
    let parameters: PathParameters

    init(_ route: String?, _ parameters: PathParameters) {
        self.route = route
        self.parameters = parameters
    }
}
