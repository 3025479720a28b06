import FoundationEssentials

/// Reads the members of a JSON object by name, and knows the way to them, so that an error can name the place.
///
/// Members that may be missing may also be null, as Qiita has it; one that is there has to be of its type.
struct ObjectReader {
    private let members: [JSON.Member]
    private let path: String

    /// Begins to read `json`, found at `path`.
    init(_ json: JSON, at path: String) throws(ArticleFormatError) {
        guard case .object(let members) = json else {
            throw .shape(path: path, problem: "expected an object, found \(json.kind)")
        }
        self.members = members
        self.path = path
    }

    // MARK: Members that have to be there

    func string(_ name: String) throws(ArticleFormatError) -> String {
        guard let value = member(name) else { throw missing(name) }
        guard case .string(let text) = value else { throw wrong(name, "a string", value) }
        return text
    }

    func date(_ name: String) throws(ArticleFormatError) -> Date {
        let text = try string(name)
        guard let date = try? Date(text, strategy: Self.dates) else {
            throw .shape(path: place(name), problem: "expected a date and time like 2026-01-31T09:30:00+09:00, found \"\(text)\"")
        }
        return date
    }

    // MARK: Members that may be missing or null

    func optionalString(_ name: String) throws(ArticleFormatError) -> String? {
        present(name) == nil ? nil : try string(name)
    }

    func optionalDate(_ name: String) throws(ArticleFormatError) -> Date? {
        present(name) == nil ? nil : try date(name)
    }

    func optionalInteger(_ name: String) throws(ArticleFormatError) -> Int? {
        guard let value = present(name) else { return nil }
        guard case .number(let text) = value, let number = Int(text) else { throw wrong(name, "a whole number", value) }
        return number
    }

    func optionalBool(_ name: String) throws(ArticleFormatError) -> Bool? {
        guard let value = present(name) else { return nil }
        guard case .bool(let flag) = value else { throw wrong(name, "a boolean", value) }
        return flag
    }

    func optionalObject(_ name: String) throws(ArticleFormatError) -> ObjectReader? {
        guard let value = present(name) else { return nil }
        return try ObjectReader(value, at: place(name))
    }

    /// The elements of an array, each with `read`; none if there is no array.
    func array<Element>(
        _ name: String, _ read: (_ element: JSON, _ path: String) throws(ArticleFormatError) -> Element
    ) throws(ArticleFormatError) -> [Element] {
        guard let value = present(name) else { return [] }
        guard case .array(let elements) = value else { throw wrong(name, "an array", value) }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() { result.append(try read(element, "\(place(name))[\(index)]")) }
        return result
    }

    // MARK: Machinery

    /// ISO 8601 with seconds and an offset, which is what Qiita writes.
    private static let dates = Date.ISO8601FormatStyle(timeZoneSeparator: .colon)

    private func member(_ name: String) -> JSON? { members.last { $0.name == name }?.value }

    private func present(_ name: String) -> JSON? {
        if let value = member(name), case .null = value { nil } else { member(name) }
    }

    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private func missing(_ name: String) -> ArticleFormatError { .shape(path: place(name), problem: "is missing") }

    private func wrong(_ name: String, _ expected: String, _ found: JSON) -> ArticleFormatError {
        let found = if case .number(let text) = found { "the number \(text)" } else { found.kind }
        return .shape(path: place(name), problem: "expected \(expected), found \(found)")
    }
}
