import FoundationEssentials

extension Response {
    /// A response with a value as JSON.
    /// - Throws: the value's or the encoder's error.
    public init(_ status: Status = .ok, encoding value: some Encodable) throws {
        self.init(status, json: Array(try JSONEncoder().encode(value)))
    }
}

extension Request {
    /// The content, read to its end and decoded from JSON, whatever its `Content-Type` says.
    /// - Throws: a problem of status 400 that says where and why, or what the body fails with.
    public func json<Value: Decodable>(as type: Value.Type = Value.self) async throws -> Value {
        let content = try await body.collect()
        do { return try JSONDecoder().decode(type, from: Data(content)) } catch { throw Problem(decodingJSON: error) }
    }
}

extension Problem {
    /// What is wrong with a request's JSON.
    init(decodingJSON error: any Error) {
        self.init(.badRequest, detail: "The content is not what is expected here: \(Self.explain(error))")
    }

    private static func explain(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): "“\(key.stringValue)” is missing\(place(context.codingPath))."
        case .valueNotFound(_, let context): "there is nothing\(place(context.codingPath))."
        case .typeMismatch(_, let context): "the type is wrong\(place(context.codingPath))."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty: "the value is wrong\(place(context.codingPath))."
        default: "it is not JSON, or a number in it does not fit."
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        if path.isEmpty { return " at the top" }
        let names = path.map { key in key.intValue.map { "[\($0)]" } ?? String(key.stringValue.prefix(64)) }
        return " at “\(names.joined(separator: "."))”"
    }
}
