/// A request method (RFC 9110 §9). Case matters.
public struct Method: RawRepresentable, Hashable, Sendable {
    /// The method's name as it is sent.
    public let rawValue: String

    /// The method of that name; whether it is a token is the parser's business.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Transfer a current representation of the target resource (RFC 9110 §9.3.1).
    public static let get = Method(rawValue: "GET")
    /// As GET, without the content (§9.3.2).
    public static let head = Method(rawValue: "HEAD")
    /// Let the target resource process the request's content (§9.3.3).
    public static let post = Method(rawValue: "POST")
    /// Replace all representations of the target resource (§9.3.4).
    public static let put = Method(rawValue: "PUT")
    /// Remove all representations of the target resource (§9.3.5).
    public static let delete = Method(rawValue: "DELETE")
    /// Make a tunnel (§9.3.6). This server makes none.
    public static let connect = Method(rawValue: "CONNECT")
    /// Describe the communication options of the target resource (§9.3.7).
    public static let options = Method(rawValue: "OPTIONS")
    /// Echo the request (§9.3.8). Refused: it shows a script what the browser keeps from it.
    public static let trace = Method(rawValue: "TRACE")
    /// Change the target resource in part (RFC 5789).
    public static let patch = Method(rawValue: "PATCH")
    /// As GET, with a question in the content (draft-ietf-httpbis-safe-method-w-body).
    public static let query = Method(rawValue: "QUERY")
}

extension Method: CustomStringConvertible {
    public var description: String { rawValue }
}
