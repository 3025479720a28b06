/// A number that a run comes to.
enum Figure: String, CaseIterable, Sendable {
    /// Requests, deliveries or connections.
    case count
    case rate = "per second"
    /// Of the server, for each of them.
    case cpu = "µs CPU"
    case median = "p50 ms"
    case tail = "p99 ms"
    /// Resident memory afterwards.
    case memory = "MiB"
    /// Resident memory for each stream.
    case streamMemory = "bytes each"
    /// Events that did not arrive, came twice, or requests that failed.
    case faults
    /// How busy the generator kept its processor; near 100 it is what was measured.
    case generatorBusy = "client %"

    /// How many places behind the point say something.
    var places: Int {
        switch self {
        case .cpu, .median, .tail: 2
        case .memory: 1
        case .count, .rate, .streamMemory, .faults, .generatorBusy: 0
        }
    }
}

/// What one run came to.
struct Sample: Sendable {
    private var values: [Figure: Double] = [:]

    subscript(figure: Figure) -> Double? {
        get { values[figure] }
        set { values[figure] = newValue }
    }

    var text: String {
        present.map { "\($0.0.rawValue)\t\(Number.text($0.1, places: $0.0.places))" }.joined(separator: "\n")
    }

    var json: String {
        "{" + present.map { "\"\($0.0)\": \(Number.text($0.1, places: 4))" }.joined(separator: ", ") + "}"
    }

    private var present: [(Figure, Double)] { Figure.allCases.compactMap { figure in values[figure].map { (figure, $0) } } }
}

/// The middle of several runs, and how far they lie apart.
struct Spread: Equatable, Sendable {
    let median: Double
    let least: Double
    let most: Double

    /// - Returns: nil for no values.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let least = sorted.first, let most = sorted.last else { return nil }
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        self.least = least
        self.most = most
    }
}

/// Numbers as people read them, without a formatter of Foundation's.
enum Number {
    static func text(_ number: Double, places: Int) -> String {
        guard number.isFinite else { return "-" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((abs(number) * scale).rounded())
        let whole = "\(number < 0 && scaled > 0 ? "-" : "")\(scaled / Int(scale))"
        guard places > 0 else { return whole }
        let digits = String(scaled % Int(scale))
        return whole + "." + String(repeating: "0", count: places - digits.count) + digits
    }
}
