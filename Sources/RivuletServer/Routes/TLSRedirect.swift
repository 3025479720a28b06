import Rivulet
import RivuletHTTP

/// Sends whoever asks in the clear to the same place under TLS.
struct TLSRedirect: Sendable {
    /// Where TLS is spoken.
    let port: UInt16

    var handler: Handler {
        { request in .just(respond(to: request)) }
    }

    private func respond(to request: Request) -> Response {
        guard let authority = request.head.authority, !authority.isEmpty else {
            return Response(Problem(.badRequest, detail: "This server speaks TLS: ask with https://."))
        }
        let query = request.head.query.map { "?\($0)" } ?? ""
        let path = request.path.hasPrefix("/") ? request.path : "/"
        let location = "https://\(Self.host(of: authority))\(port == 443 ? "" : ":\(port)")\(path)\(query)"
        // 308, so that a POST stays one (RFC 9110 §15.4.9).
        return Response(.permanentRedirect, fields: ["Location": location])
    }

    /// The host without its port; an IPv6 address keeps its brackets.
    static func host(of authority: String) -> Substring {
        let end = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.firstIndex(of: ":")
        return authority[..<(end ?? authority.endIndex)]
    }
}
