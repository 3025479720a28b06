/// One row of the table: a pipeline, and the same work written by hand.
struct CoreRow {
    let key: String
    let name: String
    /// The most nanoseconds an event may take.
    let aim: Double
    /// How many events (deliveries, subscriptions) one call of `run` makes.
    let events: Int
    /// What `run` and `limit` add to, the same; nil where nothing is delivered.
    let total: Total?
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

/// A pipeline that did not deliver what it should have.
struct WrongRow: Error {
    let key: String
}

/// Measures the rows asked for, and prints a table, or JSON.
func runCoreBenchmark(_ options: CoreOptions) throws {
    let results = try options.select(from: coreRows()).map(measure)
    print(options.asJSON ? json(results) : table(results))
}

/// The fastest of 21 short runs, pipeline and limit taking turns: on a machine that others use too, a median measures
/// them.
private func measure(_ row: CoreRow) throws -> CoreResult {
    // The first run of each is for the caches, and to see that both come to the same.
    if row.added(by: row.run) != row.added(by: row.limit) { throw WrongRow(key: row.key) }
    var pipeline: [Double] = []
    var limit: [Double] = []
    for _ in 0..<21 {
        pipeline.append(nanoseconds(row.run) / Double(row.events))
        limit.append(nanoseconds(row.limit) / Double(row.events))
    }
    let allocations = Double(AllocationCounter.count(row.run)) / Double(row.events)
    return CoreResult(row: row, nanoseconds: pipeline.min() ?? 0, limit: limit.min() ?? 0, allocations: allocations)
}

extension CoreRow {
    /// What `body` adds to the total.
    fileprivate func added(by body: () -> Void) -> Int? {
        let before = total?.sum
        body()
        guard let before, let total else { return nil }
        return total.sum &- before
    }
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
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}

extension String {
    fileprivate func padded(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
