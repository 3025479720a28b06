import Rivulet
import RivuletEvents
import RivuletHTTP

/// `/healthz`, `/readyz` and `/metrics`: for those who run the server.
struct OperationRoutes: Sendable {
    let readiness: Readiness
    let metrics: Metrics

    func add(to router: inout Router) {
        router.get("/healthz") { _ in Self.uncached("ok\n") }
        router.get("/readyz") { _ in
            guard readiness.isReady else { throw Problem(.serviceUnavailable, detail: "The server is stopping.") }
            return Self.uncached("ready\n")
        }
        // In a task: counting descriptors may take milliseconds, which a loop does not have.
        router.get("/metrics") { request async in
            let format = MetricsText.Format(accept: request.fields["Accept"])
            var response = Self.uncached(await metrics.text(format), type: format.mediaType)
            response.fields["Vary"] = "Accept"
            return response
        }
        router.get("/openapi.json") { _ in Response(json: PackageResources.openapi_json) }
    }

    private static func uncached(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(.ok, fields: ["Content-Type": type, "Cache-Control": "no-store"], body: .bytes(Array(text.utf8)))
    }
}

/// Whether the server still wants new requests.
final class Readiness: Sendable {
    private let state = Lock(true)

    var isReady: Bool { state.withLock { $0 } }

    func end() { state.withLock { $0 = false } }
}
