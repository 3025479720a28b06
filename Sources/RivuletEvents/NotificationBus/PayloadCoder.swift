import FoundationEssentials

/// Payloads to JSON and back.
enum PayloadCoder {
    /// A payload as one line of JSON: members in alphabetical order (those of a ``JSONValue`` in their own), dates as ISO
    /// 8601, non-ASCII as it is.
    static func encode<Payload: Encodable>(_ payload: Payload) throws -> [UInt8] {
        if let value = payload as? JSONValue { return value.encoded }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(payload))
    }

    /// The payload that `body` is.
    static func decode<Payload: Decodable>(_ body: [UInt8]) throws(NotificationRejection) -> Payload {
        let value = try parse(body.isEmpty && Payload.self == NoPayload.self ? Array("{}".utf8) : body)
        if let payload = value as? Payload { return payload }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            // The text as parsed here, so that both readings agree on members that are there twice.
            return try decoder.decode(Payload.self, from: Data(value.encoded))
        } catch let error as DecodingError {
            throw .wrongPayload(pointer: error.context.pointer, reason: error.reason)
        } catch {
            throw .wrongPayload(pointer: "", reason: "It can't be read")
        }
    }

    private static func parse(_ body: [UInt8]) throws(NotificationRejection) -> JSONValue {
        do { return try JSONValue(parsing: body) } catch { throw .notJSON(error) }
    }
}

extension DecodingError {
    fileprivate var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "It can't be read")
        }
    }

    fileprivate var reason: String {
        switch self {
        case .typeMismatch(let type, _): "\(Self.article(type)) is expected"
        case .valueNotFound(let type, _): "\(Self.article(type)) is expected, not null"
        case .keyNotFound(let key, _): "The member \"\(key.stringValue)\" is missing"
        default: context.debugDescription
        }
    }

    /// A type of Swift's in the words of JSON.
    private static func article(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type, is Date.Type: "A string"
        case is Bool.Type: "A boolean"
        case is any BinaryInteger.Type: "An integer"
        case is any BinaryFloatingPoint.Type: "A number"
        case is [Any].Type: "An array"
        case is [String: Any].Type: "An object"
        default: "Another kind of value"
        }
    }
}

extension DecodingError.Context {
    /// The coding path as a JSON Pointer (RFC 6901 §3: `~` and `/` in a name are escaped).
    fileprivate var pointer: String {
        codingPath.map { key in
            if let index = key.intValue { return "/\(index)" }
            return "/"
                + key.stringValue.reduce(into: "") { text, character in
                    switch character {
                    case "~": text += "~0"
                    case "/": text += "~1"
                    default: text.append(character)
                    }
                }
        }.joined()
    }
}
