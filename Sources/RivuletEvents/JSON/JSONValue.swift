/// Any JSON value, as it was written: members keep their order, and a number keeps its digits.
///
/// Reading a number as a `Double` would change what passes through here (9007199254740993 becomes …992, 0.10 becomes 0.1),
/// and what passes through here belongs to somebody else.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object: its members in order, each name once.
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its value.
        public let value: JSONValue

        /// A member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of an object's member; nil for other values and when there is none of that name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

/// A JSON number, kept as its digits.
public struct JSONNumber: Hashable, Sendable {
    /// As it was written: RFC 8259 §6.
    public let text: String

    /// A number of which the digits are known to be well formed.
    init(wellFormed text: String) {
        self.text = text
    }

    /// An integer.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// A finite number; nil for infinity and what is not a number, which JSON can't write.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = "\(value)"
    }

    /// Its value, or the nearest there is: infinity for 1e999.
    public var doubleValue: Double { Double(text) ?? .nan }

    /// Its value, if it is written as an integer that `Integer` can hold.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? { Integer(text) }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map(Member.init)) }
}
