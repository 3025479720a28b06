import FoundationEssentials
import Rivulet
import RivuletEvents
import RivuletHTTP

/// `/viewers`: who is connected, and a tab that is hidden or shown.
struct ViewerRoutes: Sendable {
    let viewers: Viewers

    func add(to router: inout Router) {
        router.get("/viewers") { _ in try list() }
        router.post("/viewers/:id/visibility", handler: setVisibility)
    }

    private func list() throws -> Response {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let body = Array(try encoder.encode(viewers.list))
        return Response(.ok, fields: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: .bytes(body))
    }

    /// In the body: a beacon can't set fields.
    private struct Visibility: Decodable {
        let key: String
        let visible: Bool
    }

    /// More than any such body has: whoever has no key yet shall not have us keep a megabyte for each request under way.
    private static let bodyLimit = 1024

    @Sendable private func setVisibility(_ request: Request) -> Observable<Response> {
        let id = request.parameters["id"] ?? ""
        return request.body.collect(atMost: Self.bodyLimit).map { [viewers] body in
            guard let visibility = try? JSONDecoder().decode(Visibility.self, from: Data(body)) else {
                throw Problem(.badRequest, detail: "The body must be {\"key\": …, \"visible\": true or false}.")
            }
            do {
                // Who has left not long ago is answered alike: a beacon sent on leaving may come late.
                try viewers.setVisible(visibility.visible, id: id, key: visibility.key)
            } catch {
                throw Problem(.notFound, detail: "There is no viewer “\(id.prefix(64))” with this key.")
            }
            return Response(.noContent)
        }
    }
}
