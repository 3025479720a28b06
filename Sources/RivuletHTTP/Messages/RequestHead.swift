/// What a request says before its content: the line and the fields. Immutable, and shared by all who look at it.
public final class RequestHead: Sendable {
    /// What is to be done.
    public let method: Method
    /// The target's path as it came, percent-encoded: `/articles/a%2Fb`; `*` for `OPTIONS *`.
    public let path: String
    /// What follows the first `?` of the target, percent-encoded; nil without one.
    public let query: String?
    /// The scheme: `http` or `https`.
    public let scheme: String
    /// Host and port that the client meant, from `:authority`, an absolute target or `Host`.
    public let authority: String?
    /// The version it came in.
    public let version: HTTPVersion
    /// The header fields.
    public let fields: Fields

    /// A head of these parts.
    public init(
        method: Method, path: String, query: String? = nil, scheme: String = "http", authority: String? = nil,
        version: HTTPVersion = .http11, fields: Fields = Fields()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.scheme = scheme
        self.authority = authority
        self.version = version
        self.fields = fields
    }

    /// This head with other fields.
    func with(_ fields: Fields) -> RequestHead {
        RequestHead(
            method: method, path: path, query: query, scheme: scheme, authority: authority, version: version, fields: fields)
    }
}
