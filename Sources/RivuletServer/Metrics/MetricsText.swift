import RivuletHTTP

/// Metrics as text: Prometheus's format, version 0.0.4, or OpenMetrics, which differs in what counters are called and in how
/// it ends.
struct MetricsText {
    enum Format {
        case prometheus, openMetrics

        /// What a client that sends this `Accept` field is to get: OpenMetrics if it names it, as Prometheus itself does.
        init(accept: String?) {
            var isWanted = false
            WeightedMember.forEach(in: accept ?? "") { isWanted = isWanted || $0.name == "application/openmetrics-text" && $0.weight > 0 }
            self = isWanted ? .openMetrics : .prometheus
        }

        var mediaType: String {
            switch self {
            case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
            case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
        }
    }

    enum Kind: String {
        case counter, gauge
    }

    private let format: Format
    private var lines = ""

    init(_ format: Format = .prometheus) { self.format = format }

    /// All of it, to its end.
    var text: String { format == .openMetrics ? lines + "# EOF\n" : lines }

    /// A metric without labels.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible) {
        describe(name, kind, help)
        lines += "\(name) \(value)\n"
    }

    /// A metric with one label, a line for each of its values.
    mutating func add(
        _ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, some CustomStringConvertible)]
    ) {
        describe(name, kind, help)
        for (labelValue, value) in values { lines += "\(name)\(Self.labels([(label, labelValue)])) \(value)\n" }
    }

    /// Metrics that somebody else keeps and has written down.
    mutating func add(_ text: String) { lines += text }

    private static func labels(_ labels: [(String, String)]) -> String {
        "{" + labels.map { "\($0.0)=\"\(LogLine.escaped($0.1))\"" }.joined(separator: ",") + "}"
    }

    private mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
        // In OpenMetrics the suffix belongs to the sample, not to the metric.
        let name = format == .openMetrics && name.hasSuffix("_total") ? String(name.dropLast(6)) : name
        lines += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }
}
