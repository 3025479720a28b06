import Rivulet

/// Finds the handler for a request by its method and path.
///
///     var router = Router()
///     router.get("/hello/:name") { request in "Hello, \(try request.parameters.require("name"))\n" }
///     router.post("/jobs") { request in
///         let job = try await request.json(as: Job.self)
///         return Response(.accepted, text: "\(job.id)\n")
///     }
///     let server = Server(handler: router.handler)
///
/// A pattern is a path whose segments are literal, `:name` for any one segment that is not empty, or, at the end, `**`
/// for whatever follows. Where several patterns fit, a literal segment goes before a parameter, and that before `**`.
/// Segments are decoded after the path is split: `%2F` in a parameter is a slash of the parameter.
///
/// `HEAD` is answered by the handler for `GET` unless it has one of its own (the server leaves the content out),
/// `OPTIONS` with what is allowed. A path that is known for other methods only is answered with 405 and `Allow`, one that
/// is not known with 404, a method that nobody knows with 501.
public struct Router: Sendable {
    private let prefix: String
    private var middleware: [any Middleware] = []
    private(set) var routes: [Route] = []

    /// A router without routes.
    public init() { prefix = "" }

    private init(prefix: String) { self.prefix = prefix }

    /// Puts middleware around this router's handlers, those added before and those to come; around the answers to
    /// requests without a route too, unless it is a group's. What is added first is the outermost.
    public mutating func use(_ middleware: any Middleware) {
        self.middleware.append(middleware)
    }

    /// Adds routes whose patterns share a beginning, and which may have middleware of their own.
    /// - Parameters:
    ///   - prefix: begins with a slash, and does not end with one.
    ///   - add: adds the routes, with patterns relative to the prefix.
    public mutating func group(_ prefix: String, _ add: (inout Router) -> Void) {
        var group = Router(prefix: self.prefix + prefix)
        add(&group)
        routes += group.wrappedRoutes
    }

    /// Adds a route. The observable sequence that the handler returns answers with its first element.
    /// - Precondition: `pattern` begins with a slash, and there is no route yet with that method and a pattern like it.
    public mutating func on(_ method: Method, _ pattern: String, handler: @escaping Handler) {
        routes.append(Route(method: method, pattern: prefix + pattern, handler: handler))
    }

    /// What has been added, as one handler, to give to a server. It does not change any more.
    public var handler: Handler {
        let table = RouteTable(wrappedRoutes)
        return { [self] request in
            var request = request
            var parameters = request.parameters
            switch table.find(request.method, request.path, &parameters) {
            case .route(let index):
                request.match = parameters.isEmpty ? table.routes[index].match : RouteMatch(table.routes[index].pattern, parameters)
                return table.routes[index].handler(request)
            case .answer(let response): return wrapped { _ in .just(response) }(request)
            case .problem(let problem): return wrapped { _ in .just(Response(problem)) }(request)
            }
        }
    }

    private var wrappedRoutes: [Route] {
        routes.map { Route(method: $0.method, pattern: $0.pattern, handler: wrapped($0.handler)) }
    }

    /// A handler behind this router's middleware. In a loop, and handlers lie in routes, not in lists of their own: functions
    /// that generic code has handed on are called through thunks (callgrind: 200 of the 14 200 instructions of a request).
    private func wrapped(_ handler: @escaping Handler) -> Handler {
        var handler = handler
        for middleware in middleware.reversed() { handler = middleware.wrapping(handler) }
        return handler
    }
}

/// A method and pattern, and who answers.
struct Route: Sendable {
    let method: Method
    let pattern: String
    let handler: Handler
    /// What its requests say when its pattern has no parameters.
    let match: RouteMatch

    init(method: Method, pattern: String, handler: @escaping Handler) {
        self.method = method
        self.pattern = pattern
        self.handler = handler
        match = RouteMatch(pattern, PathParameters())
    }
}
