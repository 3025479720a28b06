/// The version of HTTP that a request came in.
public enum HTTPVersion: String, Sendable, CaseIterable {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"
    case http2 = "HTTP/2"
}
