import Rivulet

/// Counts requests by route, method and status, and how long their answers took: a histogram for Prometheus,
/// `http_request_duration_seconds`.
///
/// Routes are the router's patterns, so there are few, whatever clients ask for; what no route answers counts as `none`,
/// and a method that the standards don't have as `other`. The time is until the response was there, not until it was sent:
/// for an event stream, until it began.
public struct RequestMetrics: Middleware {
    private let durations = RequestDurations()

    /// Nothing counted yet.
    public init() {}

    public func respond(to request: Request, next: @escaping Handler) -> Observable<Response> {
        let start = LoopClock.now
        let answer = next(request)
        if let response = answer.elementAtHand {
            durations.add(request, response.status, since: start)
            return answer
        }
        return answer.noting(for: request) { [durations] status, _ in durations.add(request, status, since: start) }
    }

    /// What was counted, in Prometheus's text format, version 0.0.4; OpenMetrics writes histograms alike.
    public var text: String {
        var text = """
            # HELP http_request_duration_seconds Time from a request to its response.
            # TYPE http_request_duration_seconds histogram

            """
        for (key, histogram) in durations.all {
            let labels = "route=\"\(Self.escaped(key.route))\",method=\"\(key.method)\",status=\"\(key.status.rawValue)\""
            var total = 0
            for (count, bound) in zip(histogram.counts, DurationHistogram.bounds.map(\.text) + ["+Inf"]) {
                total += count
                text += "http_request_duration_seconds_bucket{\(labels),le=\"\(bound)\"} \(total)\n"
            }
            text += "http_request_duration_seconds_sum{\(labels)} \(Double(histogram.sum) * 1e-9)\n"
            text += "http_request_duration_seconds_count{\(labels)} \(total)\n"
        }
        return text
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// Histograms by route, method and status: a table for each loop, so that loops do not wait for each other.
final class RequestDurations: Sendable {
    struct Key: Equatable {
        let route: String
        let method: String
        let status: Status
    }

    /// Few, so that comparing beats hashing; and mostly it is the one of last time.
    private struct Table {
        var rows: [(key: Key, histogram: DurationHistogram)] = []
        var last = 0

        mutating func add(_ nanoseconds: UInt64, for key: Key) {
            if last >= rows.count || rows[last].key != key {
                last = rows.firstIndex { $0.key == key } ?? rows.count
                if last == rows.count { rows.append((key, DurationHistogram())) }
            }
            rows[last].histogram.add(nanoseconds)
        }
    }

    private final class Shard: Sendable {
        let table = Lock(Table())
    }

    private let shards = (0..<16).map { _ in Shard() }

    private static let methods: [Method] = [.get, .post, .head, .put, .patch, .delete, .options, .trace]

    func add(_ request: Request, _ status: Status, since start: UInt64) {
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        let key = Key(route: request.route ?? "none", method: method, status: status)
        add(LoopClock.now - start, for: key, on: request.exchange.loop.index)
    }

    func add(_ nanoseconds: UInt64, for key: Key, on loop: Int) {
        shards[loop % shards.count].table.withLock { $0.add(nanoseconds, for: key) }
    }

    /// All of them, in an order that stays.
    var all: [(key: Key, histogram: DurationHistogram)] {
        var sums: [(key: Key, histogram: DurationHistogram)] = []
        for row in shards.flatMap({ $0.table.withLock { $0.rows } }) {
            if let index = sums.firstIndex(where: { $0.key == row.key }) {
                sums[index].histogram.add(row.histogram)
            } else {
                sums.append(row)
            }
        }
        return sums.sorted {
            ($0.key.route, $0.key.method, $0.key.status.rawValue) < ($1.key.route, $1.key.method, $1.key.status.rawValue)
        }
    }
}

/// Durations, counted in buckets.
struct DurationHistogram: Sendable, Equatable {
    /// The upper ends of all buckets but the last, in nanoseconds and as they are printed: from what a cached answer takes
    /// to a server's longest patience.
    static let bounds: [(limit: UInt64, text: String)] = [
        (100_000, "0.0001"), (250_000, "0.00025"), (500_000, "0.0005"), (1_000_000, "0.001"), (2_500_000, "0.0025"), (5_000_000, "0.005"),
        (10_000_000, "0.01"), (25_000_000, "0.025"), (50_000_000, "0.05"), (100_000_000, "0.1"), (250_000_000, "0.25"),
        (500_000_000, "0.5"), (1_000_000_000, "1.0"), (2_500_000_000, "2.5"), (5_000_000_000, "5.0"), (10_000_000_000, "10.0"),
    ]

    /// How many came into each bucket, and into it alone.
    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// In nanoseconds.
    private(set) var sum: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64) {
        counts[Self.bounds.firstIndex { nanoseconds <= $0.limit } ?? Self.bounds.count] += 1
        sum &+= nanoseconds
    }

    mutating func add(_ other: DurationHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        sum &+= other.sum
    }
}
