/// A response's status code (RFC 9110 §15).
public struct Status: RawRepresentable, Hashable, Sendable {
    /// The three digits, 100…999.
    public let rawValue: Int

    /// The status of that code.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Whether responses of this status have no content, whatever the handler gave (RFC 9110 §6.4.1).
    public var forbidsContent: Bool { rawValue < 200 || self == .noContent || self == .notModified }

    /// What the code means, for people; empty for an unknown one.
    public var reasonPhrase: String { Self.reasonPhrases[rawValue] ?? "" }

    public static let `continue` = Status(rawValue: 100)
    public static let ok = Status(rawValue: 200)
    public static let created = Status(rawValue: 201)
    public static let accepted = Status(rawValue: 202)
    public static let noContent = Status(rawValue: 204)
    public static let partialContent = Status(rawValue: 206)
    public static let movedPermanently = Status(rawValue: 301)
    public static let found = Status(rawValue: 302)
    public static let seeOther = Status(rawValue: 303)
    public static let notModified = Status(rawValue: 304)
    public static let temporaryRedirect = Status(rawValue: 307)
    public static let permanentRedirect = Status(rawValue: 308)
    public static let badRequest = Status(rawValue: 400)
    public static let unauthorized = Status(rawValue: 401)
    public static let forbidden = Status(rawValue: 403)
    public static let notFound = Status(rawValue: 404)
    public static let methodNotAllowed = Status(rawValue: 405)
    public static let notAcceptable = Status(rawValue: 406)
    public static let requestTimeout = Status(rawValue: 408)
    public static let conflict = Status(rawValue: 409)
    public static let gone = Status(rawValue: 410)
    public static let lengthRequired = Status(rawValue: 411)
    public static let preconditionFailed = Status(rawValue: 412)
    public static let contentTooLarge = Status(rawValue: 413)
    public static let uriTooLong = Status(rawValue: 414)
    public static let unsupportedMediaType = Status(rawValue: 415)
    public static let rangeNotSatisfiable = Status(rawValue: 416)
    public static let expectationFailed = Status(rawValue: 417)
    public static let misdirectedRequest = Status(rawValue: 421)
    public static let unprocessableContent = Status(rawValue: 422)
    public static let tooManyRequests = Status(rawValue: 429)
    public static let requestHeaderFieldsTooLarge = Status(rawValue: 431)
    public static let internalServerError = Status(rawValue: 500)
    public static let notImplemented = Status(rawValue: 501)
    public static let badGateway = Status(rawValue: 502)
    public static let serviceUnavailable = Status(rawValue: 503)
    public static let gatewayTimeout = Status(rawValue: 504)
    public static let httpVersionNotSupported = Status(rawValue: 505)
    public static let insufficientStorage = Status(rawValue: 507)

    private static let reasonPhrases: [Int: String] = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}

extension Status: CustomStringConvertible {
    public var description: String { "\(rawValue) \(reasonPhrase)" }
}
