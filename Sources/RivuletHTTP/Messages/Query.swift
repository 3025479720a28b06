/// The parameters of a target's query: `name=value` pairs between `&`, decoded as a form is (WHATWG URL §5.1).
///
/// The typed accessors answer bad input with a ``Problem`` of status 400 that names the parameter, the value and what
/// is allowed.
public struct Query: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Takes a query apart.
    /// - Parameter encoded: what follows the `?`; nil is an empty query.
    /// - Throws: a problem when an escape is bad or the decoded bytes are not UTF-8.
    public init(_ encoded: String?) throws(Problem) {
        var pairs: [(name: String, value: String)] = []
        for pair in (encoded ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentEncoding.decode(Substring(pair[..<end]), plusIsSpace: true),
                let value = PercentEncoding.decode(Substring(pair[end...].dropFirst()), plusIsSpace: true)
            else {
                throw Problem(.badRequest, detail: "The query has a bad percent-encoding in “\(Substring(pair).prefix(64))”.")
            }
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// The value of a parameter, nil when it is not there.
    /// - Throws: a problem when it is there more than once: which one is meant is anybody's guess.
    public func string(_ name: String) throws(Problem) -> String? {
        let values = self.values(of: name)
        guard values.count <= 1 else {
            throw Problem(.badRequest, detail: "The query parameter “\(name)” is given \(values.count) times.")
        }
        return values.first
    }

    /// All values of a parameter, in order.
    public func values(of name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// The names of the parameters, in order, each once.
    public var names: [String] {
        var names: [String] = []
        for pair in pairs where !names.contains(pair.name) { names.append(pair.name) }
        return names
    }

    /// The value of a parameter that is a whole number.
    /// - Throws: a problem when it is not one, out of `range`, or given more than once.
    public func integer(_ name: String, in range: ClosedRange<Int>, default defaultValue: Int) throws(Problem) -> Int {
        guard let text = try string(name) else { return defaultValue }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, let number = Int(text), range.contains(number) else {
            throw Problem(
                .badRequest,
                detail: "The query parameter “\(name)” is “\(text.prefix(64))”; "
                    + "it must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
