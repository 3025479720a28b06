/// Routes as a tree of path segments, laid out as an array: finding one compares each segment of a path once, however
/// many routes there are.
struct RouteTable: Sendable {
    /// What becomes of a request.
    enum Finding {
        /// The route at that place of ``routes`` answers.
        case route(Int)
        case answer(Response)
        case problem(Problem)
    }

    private struct Node {
        var literals: [(segment: [UInt8], node: Int)] = []
        var parameter: Int?
        /// The endpoint for whatever follows.
        var rest: Int?
        var endpoint: Int?
    }

    /// The routes of one pattern, by method.
    private struct Endpoint {
        var routes: [(method: Method, index: Int, names: [String])] = []

        func route(for method: Method) -> (method: Method, index: Int, names: [String])? {
            routes.first { $0.method == method } ?? (method == .head ? routes.first { $0.method == .get } : nil)
        }
    }

    let routes: [Route]
    private var nodes = [Node()]
    private var endpoints: [Endpoint] = []
    private let knownMethods: Set<Method>

    init(_ routes: [Route]) {
        self.routes = routes
        knownMethods = Self.standardMethods.union(routes.map(\.method))
        for (index, route) in routes.enumerated() { insert(route, index) }
    }

    private static let standardMethods: Set<Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect, .query,
    ]

    // MARK: Building

    private mutating func insert(_ route: Route, _ index: Int) {
        precondition(route.pattern.first == "/", "a pattern begins with a slash: \(route.pattern)")
        let segments = route.pattern.utf8.dropFirst().split(separator: RouteTable.slash, omittingEmptySubsequences: false)
        var names: [String] = []
        var node = 0
        for (number, segment) in segments.enumerated() {
            if segment.elementsEqual("**".utf8) {
                precondition(number == segments.count - 1, "** stands at the end of a pattern: \(route.pattern)")
                return add(index, names, to: \.rest, of: node)
            }
            if segment.first == UInt8(ascii: ":") {
                names.append(String(segment.dropFirst()) ?? "")
                node = child(of: node)
            } else {
                node = child(of: node, Array(segment))
            }
        }
        add(index, names, to: \.endpoint, of: node)
    }

    private mutating func child(of node: Int) -> Int {
        if let child = nodes[node].parameter { return child }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func child(of node: Int, _ segment: [UInt8]) -> Int {
        if let child = nodes[node].literals.first(where: { $0.segment == segment }) { return child.node }
        nodes.append(Node())
        nodes[node].literals.append((segment, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func add(_ index: Int, _ names: [String], to place: WritableKeyPath<Node, Int?>, of node: Int) {
        let route = routes[index]
        let endpoint = nodes[node][keyPath: place] ?? endpoints.count
        if endpoint == endpoints.count { endpoints.append(Endpoint()) }
        nodes[node][keyPath: place] = endpoint
        precondition(
            !endpoints[endpoint].routes.contains { $0.method == route.method }, "two routes for \(route.method) \(route.pattern)")
        endpoints[endpoint].routes.append((route.method, index, names))
    }

    // MARK: Finding

    /// Finds who answers, and what the pattern's parameters stand for.
    func find(_ method: Method, _ path: String, _ parameters: inout PathParameters) -> Finding {
        guard knownMethods.contains(method) else {
            return .problem(Problem(.notImplemented, detail: "This server does not know the method."))
        }
        if path == "*", method == .options { return .answer(Self.allowing(allowedMethods(endpoints))) }
        var search = Search(path, nodes)
        guard search.isDecodable else {
            return .problem(Problem(.badRequest, detail: "The path has a bad percent-encoding."))
        }
        guard let endpoint = search.find().map({ endpoints[$0] }) else { return .problem(Problem(.notFound)) }
        if let route = endpoint.route(for: method) {
            search.fill(&parameters, route.names)
            return .route(route.index)
        }
        let allowed = allowedMethods([endpoint])
        if method == .options { return .answer(Self.allowing(allowed)) }
        return .problem(Problem(.methodNotAllowed, detail: "Allowed here: \(allowed).", fields: ["Allow": allowed]))
    }

    private static func allowing(_ allowed: String) -> Response {
        Response(.noContent, fields: ["Allow": allowed])
    }

    private func allowedMethods(_ endpoints: [Endpoint]) -> String {
        var methods: [Method] = []
        for route in endpoints.flatMap(\.routes) {
            if !methods.contains(route.method) { methods.append(route.method) }
            if route.method == .get, !methods.contains(.head) { methods.append(.head) }
        }
        if !methods.contains(.options) { methods.append(.options) }
        return methods.map(\.rawValue).joined(separator: ", ")
    }

    static let slash = UInt8(ascii: "/")

    // MARK: - Search

    /// One walk down the tree.
    private struct Search {
        private let path: [UInt8]
        private let nodes: [Node]
        /// Where the segments are that parameters stand for, and the rest.
        private var captured: [Range<Int>] = []
        private var rest: Range<Int>?
        let isDecodable: Bool

        init(_ path: String, _ nodes: [Node]) {
            self.path = Array(path.utf8)
            self.nodes = nodes
            isDecodable = PercentEncoding.decode(path) != nil
        }

        /// - Returns: an endpoint.
        mutating func find() -> Int? {
            path.first == RouteTable.slash ? find(from: 1, at: 0) : nil
        }

        /// Looks for what begins at `start`; as deep as the longest pattern, not as the path.
        private mutating func find(from start: Int, at node: Int) -> Int? {
            let node = nodes[node]
            let end = path[start...].firstIndex(of: RouteTable.slash) ?? path.count
            for literal in node.literals where isSegment(start..<end, literal.segment) {
                if let endpoint = goOn(from: end, at: literal.node) { return endpoint }
            }
            if let parameter = node.parameter, start < end {
                captured.append(start..<end)
                if let endpoint = goOn(from: end, at: parameter) { return endpoint }
                captured.removeLast()
            }
            if node.rest != nil { rest = start..<path.count }
            return node.rest
        }

        private mutating func goOn(from end: Int, at node: Int) -> Int? {
            end == path.count ? nodes[node].endpoint : find(from: end + 1, at: node)
        }

        private func isSegment(_ range: Range<Int>, _ literal: [UInt8]) -> Bool {
            if path[range].elementsEqual(literal) { return true }
            return path[range].contains(UInt8(ascii: "%")) && decoded(range).utf8.elementsEqual(literal)
        }

        private func decoded(_ range: Range<Int>) -> String {
            let text = String(decoding: path[range], as: UTF8.self)
            // The path as a whole was decoded without an error, so its parts are without one too.
            return PercentEncoding.decode(text) ?? text
        }

        func fill(_ parameters: inout PathParameters, _ names: [String]) {
            for (name, range) in zip(names, captured) { parameters.append(name, decoded(range)) }
            parameters.rest = rest.map { String(decoding: path[$0], as: UTF8.self) }
        }
    }
}
