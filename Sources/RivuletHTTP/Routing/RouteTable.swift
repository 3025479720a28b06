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

        /// The place in `routes` of the one for a method.
        func place(for method: Method) -> Int? {
            routes.firstIndex { $0.method == method } ?? (method == .head ? routes.firstIndex { $0.method == .get } : nil)
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
        let bytes = path.utf8.span
        var search = Search(isEscaped: bytes.contains(UInt8(ascii: "%")))
        if search.isEscaped, PercentEncoding.decode(path) == nil {
            return knownMethods.contains(method)
                ? .problem(Problem(.badRequest, detail: "The path has a bad percent-encoding.")) : .problem(Self.unknownMethod)
        }
        // By their places: taking a route out would count references for each request.
        let endpoint = search.find(bytes, nodes)
        if let endpoint, let place = endpoints[endpoint].place(for: method) {
            if search.hasCaptured { search.fill(&parameters, endpoints[endpoint].routes[place].names, bytes) }
            return .route(endpoints[endpoint].routes[place].index)
        }
        guard knownMethods.contains(method) else { return .problem(Self.unknownMethod) }
        if path == "*", method == .options { return .answer(Self.allowing(allowedMethods(endpoints))) }
        guard let endpoint else { return .problem(Problem(.notFound)) }
        let allowed = allowedMethods([endpoints[endpoint]])
        if method == .options { return .answer(Self.allowing(allowed)) }
        return .problem(Problem(.methodNotAllowed, detail: "Allowed here: \(allowed).", fields: ["Allow": allowed]))
    }

    private static let unknownMethod = Problem(.notImplemented, detail: "This server does not know the method.")

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

    /// One walk down the tree, along the bytes of a path.
    private struct Search {
        /// Whether there are escapes in the path: they are decoded segment by segment.
        let isEscaped: Bool
        /// Where the segments are that parameters stand for, and the rest.
        private var captured: [Range<Int>] = []
        private var rest: Range<Int>?

        init(isEscaped: Bool) {
            self.isEscaped = isEscaped
        }

        /// - Returns: an endpoint.
        mutating func find(_ path: Span<UInt8>, _ nodes: [Node]) -> Int? {
            !path.isEmpty && path[0] == RouteTable.slash ? find(path, from: 1, nodes, at: 0) : nil
        }

        /// Looks for what begins at `start`; as deep as the longest pattern, not as the path.
        private mutating func find(_ path: Span<UInt8>, from start: Int, _ nodes: [Node], at node: Int) -> Int? {
            var end = start
            while end < path.count, path[end] != RouteTable.slash { end += 1 }
            for place in nodes[node].literals.indices where isSegment(path, start..<end, nodes[node].literals[place].segment) {
                if let endpoint = goOn(path, from: end, nodes, at: nodes[node].literals[place].node) { return endpoint }
            }
            if let parameter = nodes[node].parameter, start < end {
                captured.append(start..<end)
                if let endpoint = goOn(path, from: end, nodes, at: parameter) { return endpoint }
                captured.removeLast()
            }
            if nodes[node].rest != nil { rest = start..<path.count }
            return nodes[node].rest
        }

        private mutating func goOn(_ path: Span<UInt8>, from end: Int, _ nodes: [Node], at node: Int) -> Int? {
            end == path.count ? nodes[node].endpoint : find(path, from: end + 1, nodes, at: node)
        }

        private func isSegment(_ path: Span<UInt8>, _ range: Range<Int>, _ literal: [UInt8]) -> Bool {
            if path.isEqual(range, to: literal) { return true }
            return isEscaped && decoded(path, range).utf8.elementsEqual(literal)
        }

        private func decoded(_ path: Span<UInt8>, _ range: Range<Int>) -> String {
            let text = path.string(range)
            // The path as a whole was decoded without an error, so its parts are without one too.
            return isEscaped ? PercentEncoding.decode(text) ?? text : text
        }

        var hasCaptured: Bool { rest != nil || !captured.isEmpty }

        func fill(_ parameters: inout PathParameters, _ names: [String], _ path: Span<UInt8>) {
            for (name, range) in zip(names, captured) { parameters.append(name, decoded(path, range)) }
            parameters.rest = rest.map { path.string($0) }
        }
    }
}

extension Span<UInt8> {
    /// Whether a byte is in it. Looks at all of it: with no way out in the middle, and without a range's iterator, the compiler
    /// takes sixteen bytes at a time.
    func contains(_ byte: UInt8) -> Bool {
        var found: UInt8 = 0
        var index = 0
        while index < count {
            found |= self[index] == byte ? 1 : 0
            index += 1
        }
        return found != 0
    }

    /// Whether some bytes are these.
    func isEqual(_ range: Range<Int>, to bytes: [UInt8]) -> Bool {
        guard range.count == bytes.count else { return false }
        for offset in 0..<bytes.count where self[range.lowerBound + offset] != bytes[offset] { return false }
        return true
    }

    func string(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
