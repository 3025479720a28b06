import Rivulet

/// Gives every request a name, for logs and for whoever asks about one: in a field of the request, where handlers and
/// other middleware find it, and of the response.
///
/// A name that the client, or a proxy before us, has given already is kept if it is a short token; anything else in the
/// field's place is replaced.
public struct RequestID: Middleware {
    private let field: String
    private let make: @Sendable () -> String

    /// - Parameters:
    ///   - field: the field's name.
    ///   - make: makes a name; without one, 128 random bits in hexadecimal.
    public init(field: String = "X-Request-Id", make: @escaping @Sendable () -> String = RequestID.random) {
        self.field = field
        self.make = make
    }

    /// 128 bits from the system's generator, in hexadecimal.
    public static func random() -> String {
        func digits(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return digits(.random(in: 0 ... .max)) + digits(.random(in: 0 ... .max))
    }

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        var request = request
        let id: String
        if let given = request.fields[field], Self.isAcceptable(given) {
            id = given
        } else {
            id = make()
            var fields = request.fields
            fields[field] = id
            request.head = request.head.with(fields)
        }
        return next(request).map { [field] response in
            var response = response
            response.fields[field] = id
            return response
        }
    }

    /// It will stand in logs: letters, digits and what else a token may have, and not many of them.
    private static func isAcceptable(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count) && id.utf8.allSatisfy(ByteClass.isToken)
    }
}
