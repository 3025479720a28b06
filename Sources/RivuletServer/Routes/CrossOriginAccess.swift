import Rivulet
import RivuletHTTP

/// Lets pages of chosen other origins read what we answer, and post (Fetch § 3.2, CORS). Nobody else is told anything, so
/// their browsers keep it from them.
struct CrossOriginAccess: Middleware {
    /// As browsers send them: `https://app.example`.
    let origins: Set<String>

    func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        if origins.isEmpty { return next(request) }
        guard let origin = request.fields["Origin"], origins.contains(origin) else {
            return next(request).map { Self.varying($0) }
        }
        if request.method == .options, request.fields.contains("Access-Control-Request-Method") {
            return .just(Self.granting(Response(.noContent, fields: Self.preflight), to: origin))
        }
        // Errors too: the page is to see what it did wrong.
        return next(request)
            .catch { error in (error as? Problem).map { .just(Response($0)) } ?? .error(error) }
            .map { Self.granting($0, to: origin) }
    }

    private static let preflight: Fields = [
        "Access-Control-Allow-Methods": "GET, HEAD, POST",
        "Access-Control-Allow-Headers": "Content-Type, Last-Event-ID, Cache-Control, Authorization",
        "Access-Control-Max-Age": "600",
    ]

    private static func granting(_ response: Response, to origin: String) -> Response {
        var response = varying(response)
        response.fields["Access-Control-Allow-Origin"] = origin
        response.fields["Access-Control-Expose-Headers"] = "ETag, Event-ID, Link, Total-Count"
        return response
    }

    /// What is answered depends on who asks: a cache must not mix that up.
    private static func varying(_ response: Response) -> Response {
        var response = response
        response.fields.append("Vary", "Origin")
        return response
    }
}
