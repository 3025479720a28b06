import Rivulet

/// Refuses requests that change something when a page of another site made them.
///
/// Any page on the web can make a browser POST to a server on the same machine, and needs no permission for it. A
/// browser says where a request comes from: in `Sec-Fetch-Site` (W3C Fetch Metadata §2.3), which no script can set, older
/// ones in `Origin` (RFC 6454 §7). A client that sends neither is no browser, and passes; so does a request that only
/// reads (`GET`, `HEAD`, `OPTIONS`), for the browser keeps its answer from the other site's page.
public struct CrossSiteGuard: Middleware {
    private let allowedOrigins: Set<String>

    /// A guard.
    /// - Parameter allowedOrigins: origins that may do it all the same, as a browser sends them: `https://app.example`.
    public init(allowedOrigins: Set<String> = []) {
        self.allowedOrigins = allowedOrigins
    }

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        if Self.isSafe(request.method) || admits(request.head) { return next(request) }
        return .just(Response(Problem(.forbidden, detail: "A page of another site must not do this.")))
    }

    private static func isSafe(_ method: Method) -> Bool {
        method == .get || method == .head || method == .options
    }

    private func admits(_ head: RequestHead) -> Bool {
        let origin = head.fields["Origin"]
        if let origin, allowedOrigins.contains(origin) { return true }
        if let site = head.fields["Sec-Fetch-Site"] { return site == "same-origin" || site == "none" }
        guard let origin else { return true }
        return Self.isOwn(origin, head.authority)
    }

    /// Whether an origin is where the request was sent to. The scheme may differ: before a proxy that ends TLS, ours is
    /// not the browser's. `null`, of sandboxed pages and local files, is nobody's.
    private static func isOwn(_ origin: String, _ authority: String?) -> Bool {
        guard let authority, !authority.isEmpty else { return false }
        let origin = origin.lowercased()
        for (scheme, defaultPort) in [("http://", ":80"), ("https://", ":443")] where origin.hasPrefix(scheme) {
            func withoutDefaultPort(_ host: String) -> String {
                host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host
            }
            return withoutDefaultPort(String(origin.dropFirst(scheme.count))) == withoutDefaultPort(authority.lowercased())
        }
        return false
    }
}
