import Rivulet
import RivuletHTTP

/// Who may post and refresh: whoever knows the token where there is one; without one everybody on a machine of one's own, and
/// nobody where strangers could come from. Everybody may read.
final class WriteAccess: Middleware {
    enum Policy: Sendable {
        case token(BearerToken)
        case everybody
        case nobody
    }

    private let policy: Lock<Policy>

    init(_ policy: Policy) { self.policy = Lock(policy) }

    /// Whether nobody may post or refresh.
    var isClosed: Bool { if case .nobody = policy.withLock({ $0 }) { true } else { false } }

    /// Another policy from now on.
    func change(to policy: Policy) { self.policy.withLock { $0 = policy } }

    func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        switch policy.withLock({ $0 }) {
        case .everybody: return next(request)
        case .nobody:
            let detail = "This server can only be read: it was started without a token. Its log says how to change that."
            return .just(Response(Problem(.forbidden, detail: detail)))
        case .token(let token):
            guard let credentials = request.fields["Authorization"] else {
                return .just(Self.challenge("This needs a token, in an Authorization field.", "Bearer realm=\"rivulet\""))
            }
            // The scheme's name is of either case (RFC 9110 §11.1).
            let parts = credentials.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", token.matches(parts[1].trimmed.utf8) else {
                return .just(Self.challenge("The token is not right.", "Bearer realm=\"rivulet\", error=\"invalid_token\""))
            }
            return next(request)
        }
    }

    private static func challenge(_ detail: String, _ challenge: String) -> Response {
        Response(Problem(.unauthorized, detail: detail, fields: ["WWW-Authenticate": challenge]))
    }
}

extension WriteAccess.Policy {
    /// What was asked for at the start. Blocks while a file is read.
    /// - Parameter isExposed: whether other machines can reach the server.
    init(_ configuration: Configuration.Access, isExposed: Bool) throws(StartFailure) {
        if let path = configuration.tokenFile {
            self = .token(try BearerToken(contentsOf: path))
        } else if let token = configuration.token.flatMap({ BearerToken($0) }) {
            self = .token(token)
        } else {
            self = configuration.isOpen || !isExposed ? .everybody : .nobody
        }
    }
}
