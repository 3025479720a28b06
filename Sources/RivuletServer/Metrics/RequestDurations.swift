import Rivulet
import RivuletHTTP

/// How long requests took until their responses were there, by route, method and status.
///
/// What clients make up (paths, methods nobody knows) is in no label: the number of lines is that of the routes.
final class RequestDurations: Sendable {
    struct Key: Hashable, Sendable {
        let route: String
        let method: String
        let status: Int
    }

    /// A table for each loop, so that loops do not wait for each other.
    private final class Shard: Sendable {
        let histograms = Lock<[Key: Histogram]>([:])
    }

    private let shards = (0..<16).map { _ in Shard() }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    func add(_ entry: AccessLog.Entry) {
        let method = entry.request.method.rawValue
        let key = Key(
            route: entry.request.route ?? "none", method: Self.methods.contains(method) ? method : "other", status: entry.status.rawValue)
        add(entry.duration, for: key, on: entry.request.exchange.loop.index)
    }

    func add(_ duration: Duration, for key: Key, on loop: Int) {
        shards[loop % shards.count].histograms.withLock { $0[key, default: Histogram()].add(duration) }
    }

    /// All of them, in an order that stays.
    var all: [(key: Key, histogram: Histogram)] {
        var sums: [Key: Histogram] = [:]
        for shard in shards {
            for (key, histogram) in shard.histograms.withLock({ $0 }) { sums[key, default: Histogram()].add(histogram) }
        }
        return sums.map { ($0.key, $0.value) }.sorted {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }
    }
}
