/// Metrics in Prometheus's text format, version 0.0.4.
struct MetricsText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    enum Kind: String {
        case counter, gauge
    }

    /// A metric without labels.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: some BinaryInteger) {
        describe(name, kind, help)
        text += "\(name) \(value)\n"
    }

    /// A metric with one label, a line for each of its values.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, some BinaryInteger)]) {
        describe(name, kind, help)
        for (labelValue, value) in values { text += "\(name){\(label)=\"\(LogLine.escaped(labelValue))\"} \(value)\n" }
    }

    private mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }
}
