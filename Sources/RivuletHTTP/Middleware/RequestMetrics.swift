import Rivulet

/// Counts requests by route, method and status, and how long their answers took: a histogram for Prometheus,
/// `http_request_duration_seconds`.
///
/// Routes are the router's patterns, so there are few, whatever clients ask for; what no route answers counts as `none`,
/// and a method that the standards don't have as `other`. The time is until the response was there, not until it was sent:
/// for an event stream, until it began.
public struct RequestMetrics: Middleware {
    private struct Key: Hashable, Comparable {
        let route: String
        let method: String
        let status: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.route, left.method, left.status) < (right.route, right.method, right.status)
        }
    }

    private struct Histogram {
        /// How many took at most as long as each bound, and longer than the one before.
        var counts = [Int](repeating: 0, count: RequestMetrics.bounds.count + 1)
        var sum = Duration.zero
    }

    /// In milliseconds.
    private static let bounds: [(text: String, limit: Duration)] = [
        ("0.001", .milliseconds(1)), ("0.005", .milliseconds(5)), ("0.01", .milliseconds(10)), ("0.05", .milliseconds(50)),
        ("0.1", .milliseconds(100)), ("0.5", .milliseconds(500)), ("1", .seconds(1)), ("5", .seconds(5)), ("30", .seconds(30)),
    ]

    private final class Counts: Sendable {
        let histograms = Lock<[Key: Histogram]>([:])
    }

    private let counts = Counts()
    private let log: AccessLog

    /// Nothing counted yet.
    public init() {
        log = AccessLog { [counts] entry in
            let key = Key(
                route: entry.request.route ?? "none", method: Self.name(of: entry.request.method), status: entry.status.rawValue)
            let bucket = Self.bounds.firstIndex { entry.duration <= $0.limit } ?? Self.bounds.count
            counts.histograms.withLock { histograms in
                histograms[key, default: Histogram()].counts[bucket] += 1
                histograms[key]?.sum += entry.duration
            }
        }
    }

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        log.respond(to: request, next: next)
    }

    private static func name(of method: Method) -> String {
        let known: [Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
        return known.contains(method) ? method.rawValue : "other"
    }

    /// What was counted, in Prometheus's text format, version 0.0.4.
    public var text: String {
        let histograms = counts.histograms.withLock { $0 }
        var text = """
            # HELP http_request_duration_seconds Time until a response was there.
            # TYPE http_request_duration_seconds histogram

            """
        for (key, histogram) in histograms.sorted(by: { $0.key < $1.key }) {
            let labels = "route=\"\(Self.escaped(key.route))\",method=\"\(key.method)\",status=\"\(key.status)\""
            var total = 0
            for (count, bound) in zip(histogram.counts, Self.bounds.map(\.text) + ["+Inf"]) {
                total += count
                text += "http_request_duration_seconds_bucket{\(labels),le=\"\(bound)\"} \(total)\n"
            }
            let seconds = Double(histogram.sum.components.seconds) + Double(histogram.sum.components.attoseconds) * 1e-18
            text += "http_request_duration_seconds_sum{\(labels)} \(seconds)\n"
            text += "http_request_duration_seconds_count{\(labels)} \(total)\n"
        }
        return text
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
