import Rivulet
import RivuletEvents
import RivuletHTTP

/// `/notifications/{name}`: posts on the bus what somebody sends.
struct NotificationRoutes: Sendable {
    let bus: NotificationBus

    /// - Parameter writing: what decides who may post.
    func add(to router: inout Router, writing: [any Middleware] = []) {
        router.group("/notifications") { group in
            for middleware in writing { group.use(middleware) }
            group.post("/:name", handler: post)
        }
    }

    @Sendable private func post(_ request: Request) -> Observable<Response> {
        let name = request.parameters["name"] ?? ""
        return request.body.collect()
            .flatMap { [bus] body in bus.submit(name, body: body) }
            .map { id in Self.accepted(id, for: request) }
            .catch { .error(Self.problem($0)) }
    }

    /// The id, as content and in a field.
    ///
    /// Over HTTP/2, content comes out of the flow-control window of the whole connection, which a program that posts a lot and
    /// reads nothing but statuses may never open again: after 65 535 bytes, 2 400 answers, its posts would all stay unanswered
    /// (RFC 9113 §6.9). So there the field alone has to do for who does not say that it takes content, as browsers and curl do.
    private static func accepted(_ id: EventID?, for request: Request) -> Response {
        let answer: JSONValue = ["id": id.map { .string($0.description) } ?? .null]
        let takesContent = request.head.version != .http2 || request.fields["Accept"] != nil
        var response = takesContent ? Response(.accepted, json: answer.encoded) : Response(.accepted)
        response.fields["Event-ID"] = id?.description
        return response
    }

    /// What the client is told; errors that are nothing of the bus's pass as they are.
    private static func problem(_ error: any Error) -> any Error {
        switch error {
        case NotificationRejection.unknownName(let name):
            Problem(.notFound, detail: "There is no notification “\(name.prefix(64))”.")
        case NotificationRejection.notJSON(let error):
            Problem(.badRequest, detail: "The body is not JSON: \(error).")
        case NotificationRejection.wrongPayload(let pointer, let reason):
            Problem(.unprocessableContent, detail: "At “\(pointer)”: \(reason)")
        case JournalError.unavailable(let reason):
            Problem(.serviceUnavailable, detail: reason, fields: ["Retry-After": "1"])
        default: error
        }
    }
}
