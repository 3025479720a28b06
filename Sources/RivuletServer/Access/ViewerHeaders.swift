import Rivulet
import RivuletHTTP

/// What a browser is told about the viewer's files: to run nothing that is not one of them, and to show them in nobody
/// else's frame.
struct ViewerHeaders: Middleware {
    func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        next(request).map { response in
            var response = response
            for (name, value) in Self.fields { response.fields[name] = value }
            return response
        }
    }

    // Everything the viewer needs comes from its own server; articles are text, and images in them links.
    private static let fields = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
                + "form-action 'self'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]
}
