import Glibc

/// One row of the table: a pipeline, and the same work written by hand.
struct CoreRow {
    let key: String
    let name: String
    /// The most nanoseconds an event may take.
    let aim: Double
    /// How many events (deliveries, subscriptions) one call of `run` makes.
    let events: Int
    /// Makes `events` events pass.
    let run: () -> Void
    /// Does by hand what those events do.
    let limit: () -> Void
}

/// What was measured of a row.
struct CoreResult {
    let row: CoreRow
    let nanoseconds: Double
    let limit: Double
    let allocations: Double
}

/// Measures the rows whose keys are given, or all, and prints a table, or JSON.
func runCoreBenchmark(keys: [String], asJSON: Bool) {
    let results = coreRows().filter { keys.isEmpty || keys.contains($0.key) }.map(measure)
    print(asJSON ? json(results) : table(results))
}

/// The fastest of 21 short runs, pipeline and limit taking turns: on a machine that others use too, a median measures
/// them.
private func measure(_ row: CoreRow) -> CoreResult {
    row.run()
    row.limit()
    var pipeline: [Double] = []
    var limit: [Double] = []
    for _ in 0..<21 {
        pipeline.append(nanoseconds(row.run) / Double(row.events))
        limit.append(nanoseconds(row.limit) / Double(row.events))
    }
    let allocations = Double(AllocationCounter.count(row.run)) / Double(row.events)
    return CoreResult(row: row, nanoseconds: pipeline.min() ?? 0, limit: limit.min() ?? 0, allocations: allocations)
}

private func nanoseconds(_ body: () -> Void) -> Double {
    let elapsed = ContinuousClock().measure(body)
    return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) * 1e-9
}

private func table(_ results: [CoreResult]) -> String {
    var lines = [line("row", "ns", "limit", "ratio", "aim", "allocations")]
    for result in results {
        lines.append(
            line(
                "\(result.row.key). \(result.row.name)", rounded(result.nanoseconds), rounded(result.limit),
                rounded(result.nanoseconds / result.limit), rounded(result.row.aim), rounded(result.allocations)))
    }
    return lines.joined(separator: "\n")
}

private func line(_ name: String, _ columns: String...) -> String {
    name.padded(to: 50) + columns.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
}

private func json(_ results: [CoreResult]) -> String {
    let rows = results.map { result in
        """
          {"row": "\(result.row.key)", "name": "\(result.row.name)", "nanoseconds": \(rounded(result.nanoseconds)), \
        "limit": \(rounded(result.limit)), "aim": \(rounded(result.row.aim)), \
        "allocations": \(rounded(result.allocations))}
        """
    }
    return "[\n" + rows.joined(separator: ",\n") + "\n]"
}

private func rounded(_ number: Double) -> String {
    let tenths = Int((number * 100).rounded())
    return "\(tenths / 100).\(tenths % 100 < 10 ? "0" : "")\(tenths % 100)"
}

extension String {
    fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
