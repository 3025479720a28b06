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
    /// - Throws: a problem of status 400 when it is not JSON, 422 when it is JSON of another shape, saying where and what
    ///   is expected there; or what the body fails with.
    public func json<Value: Decodable>(as type: Value.Type = Value.self) async throws -> Value {
        let content = try await body.collect()
        guard !content.isEmpty else { throw Problem(.badRequest, detail: "There is no content, where JSON is expected.") }
        do { return try JSONDecoder().decode(type, from: Data(content)) } catch { throw Problem(decodingJSON: error) }
    }
}

extension Problem {
    /// What is wrong with a request's JSON.
    init(decodingJSON error: any Error) {
        switch error {
        // A type may check what it decodes, and say itself what is wrong.
        case let problem as Problem: self = problem
        case DecodingError.keyNotFound(let key, let context):
            self.init(.unprocessableContent, detail: "“\(key.stringValue)” is missing\(Self.place(context.codingPath)).")
        case DecodingError.valueNotFound(let type, let context):
            self.init(
                .unprocessableContent,
                detail: "There is nothing\(Self.place(context.codingPath)), where \(Self.name(of: type)) is expected.")
        case DecodingError.typeMismatch(let type, let context):
            self.init(
                .unprocessableContent,
                detail: "\(Self.name(of: type)) is expected\(Self.place(context.codingPath)).".capitalizingFirst)
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.unprocessableContent, detail: "The value\(Self.place(context.codingPath)) is not one that can stand there.")
        default: self.init(.badRequest, detail: "The content is not JSON, or a number in it does not fit.")
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        if path.isEmpty { return " at the top" }
        var text = ""
        for key in path.prefix(16) {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue.prefix(64)
            }
        }
        return " at “\(text)”"
    }

    /// What a type is called in JSON.
    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any JSONArrayType.Type: "an array"
        case is any JSONObjectType.Type: "an object"
        default: "another type"
        }
    }
}

private protocol JSONArrayType {}
extension Array: JSONArrayType {}

private protocol JSONObjectType {}
extension Dictionary: JSONObjectType {}

extension String {
    fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
