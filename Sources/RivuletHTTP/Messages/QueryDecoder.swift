extension Query {
    /// The parameters as a value of a type of its own: each property is a parameter of its name.
    ///
    ///     struct Listing: Decodable {
    ///         var tag: String?
    ///         var page: Int
    ///         var sort: [Order]  // an enum of strings; `sort=new&sort=title`
    ///     }
    ///     let listing = try request.query(as: Listing.self)
    ///
    /// Strings, whole numbers, `Double`, `Float`, `Bool` (`true`, `false`, `1`, `0`, or nothing after the name), enumerations
    /// of those, and arrays of them, whose elements are the parameter's values in order. A parameter that is no property is
    /// passed over.
    /// - Throws: a ``Problem`` of status 400 that names the parameter, its value and what it should be; for a type that is
    ///   made of other things, `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try Value(from: QueryDecoder(query: self, codingPath: []))
    }
}

extension Request {
    /// The query's parameters as a value; see ``Query/decode(_:)``.
    public func query<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try Query(head.query).decode(type)
    }
}

/// Decodes a whole query: it has names only.
private struct QueryDecoder: Decoder {
    let query: Query
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(QueryParameters(query: query))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unsupported }

    private var unsupported: DecodingError {
        .typeMismatch([String].self, .init(codingPath: codingPath, debugDescription: "a query is decoded into a type with properties"))
    }
}

private struct QueryParameters<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let query: Query
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] { query.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { !query.values(of: key.stringValue).isEmpty }

    // An absent parameter is nothing; there is no other way to say so.
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let values = ParameterValues(name: key.stringValue, values: query.values(of: key.stringValue))
        return try values.decode(type, at: [key])
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try ParameterDecoder(parameter: ParameterValues(name: key.stringValue, values: []), codingPath: [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        ParameterList(parameter: ParameterValues(name: key.stringValue, values: query.values(of: key.stringValue)), codingPath: [key])
    }

    func superDecoder() throws -> any Decoder { QueryDecoder(query: query, codingPath: []) }
    func superDecoder(forKey key: Key) throws -> any Decoder { QueryDecoder(query: query, codingPath: [key]) }
}

/// All values of one parameter.
private struct ParameterValues {
    let name: String
    let values: [String]

    /// The only value.
    func single() throws(Problem) -> String {
        guard let first = values.first else {
            throw Problem(.badRequest, detail: "The query parameter “\(name)” is missing.")
        }
        guard values.count == 1 else {
            throw Problem(.badRequest, detail: "The query parameter “\(name)” is given \(values.count) times.")
        }
        return first
    }

    func problem(_ value: String, _ expected: String) -> Problem {
        Problem(.badRequest, detail: "The query parameter “\(name)” is “\(value.prefix(64))”; it must be \(expected).")
    }

    /// A value that decodes itself, as enumerations and arrays do. An enumeration says only that it has no such case.
    func decode<Value: Decodable>(_ type: Value.Type, at codingPath: [any CodingKey]) throws -> Value {
        do {
            return try Value(from: ParameterDecoder(parameter: self, codingPath: codingPath))
        } catch DecodingError.dataCorrupted {
            guard let cases = type as? any CaseIterable.Type else { throw problem(values.first ?? "", "something else") }
            throw problem(values.first ?? "", "one of \(Self.names(of: cases).joined(separator: ", "))")
        }
    }

    private static func names<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
        type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
    }
}

/// Decodes one parameter: a value, or a list of them.
private struct ParameterDecoder: Decoder {
    let parameter: ParameterValues
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw DecodingError.typeMismatch(
            [String: String].self, .init(codingPath: codingPath, debugDescription: "a query parameter has no parts"))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { ParameterList(parameter: parameter, codingPath: codingPath) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ParameterValue(parameter: parameter, text: try parameter.single(), codingPath: codingPath)
    }
}

private struct ParameterValue: SingleValueDecodingContainer {
    let parameter: ParameterValues
    let text: String
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { false }

    func decode(_ type: String.Type) -> String { text }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch text {
        case "true", "1", "": true
        case "false", "0": false
        default: throw parameter.problem(text, "true or false")
        }
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let number = Double(text), number.isFinite else { throw parameter.problem(text, "a number") }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    private func integer<Integer: FixedWidthInteger>() throws -> Integer {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(ByteClass.isDigit), let number = Integer(text) else {
            throw parameter.problem(text, "a whole number from \(Integer.min) to \(Integer.max)")
        }
        return number
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try parameter.decode(type, at: codingPath) }
}

private struct ParameterList: UnkeyedDecodingContainer {
    let parameter: ParameterValues
    let codingPath: [any CodingKey]
    var currentIndex = 0

    var count: Int? { parameter.values.count }
    var isAtEnd: Bool { currentIndex == parameter.values.count }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: "there are no more values"))
        }
        let one = ParameterValues(name: parameter.name, values: [parameter.values[currentIndex]])
        currentIndex += 1
        return try one.decode(type, at: codingPath)
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try ParameterDecoder(parameter: parameter, codingPath: codingPath).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw DecodingError.typeMismatch([[String]].self, .init(codingPath: codingPath, debugDescription: "a query has no lists of lists"))
    }

    mutating func superDecoder() -> any Decoder { ParameterDecoder(parameter: parameter, codingPath: codingPath) }
}
