/// What the arguments of `rivulet-bench core` ask for.
struct CoreOptions {
    var asJSON = false
    /// The keys of the rows to measure; nil: all.
    var keys: [String]?

    init(_ arguments: [String]) throws {
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            switch argument {
            case "--json": asJSON = true
            case "--rows":
                guard let list = arguments.popFirst() else { throw UsageError("--rows needs keys") }
                keys = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            default: throw UsageError("no such option: \(argument)")
            }
        }
    }

    /// Those of the rows that are asked for, in their own order.
    func select(from rows: [CoreRow]) throws -> [CoreRow] {
        guard let keys else { return rows }
        for key in keys where !rows.contains(where: { $0.key == key }) { throw UsageError("no such row: \(key)") }
        return rows.filter { keys.contains($0.key) }
    }
}

/// The arguments make no sense.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
