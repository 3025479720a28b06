/// What the router found in the places of a path that a pattern leaves open. Decoded once, after the path was split:
/// `%2F` in a parameter is a slash of the parameter.
public struct PathParameters: Sendable {
    private var pairs: [(name: String, value: String)] = []

    /// What `**` stood for: the rest of the path, without its first slash, percent-encoded as it came; nil when the
    /// pattern does not end so.
    public internal(set) var rest: String?

    /// None.
    public init() {}

    /// The value of a parameter; nil when the pattern has none of that name.
    public subscript(name: String) -> String? {
        pairs.last { $0.name == name }?.value
    }

    /// The value of a parameter that the route's pattern names.
    /// - Throws: a problem of status 500 when it does not: the route and its handler disagree.
    public func require(_ name: String) throws(Problem) -> String {
        guard let value = self[name] else { throw Problem(.internalServerError) }
        return value
    }

    var isEmpty: Bool { pairs.isEmpty && rest == nil }

    mutating func append(_ name: String, _ value: String) {
        pairs.append((name, value))
    }
}
