/// So that a payload may hold any JSON value somewhere inside. A coder does not say in which order members stood nor
/// how a number was written, so what passes through one keeps neither (integers stay exact up to 64 bits). A payload that
/// *is* a ``JSONValue`` does not pass through a coder.
extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyName.self) {
            self = .object(
                try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map { name in
                    Member(name.stringValue, try container.decode(JSONValue.self, forKey: name))
                })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try JSONValue(single: decoder.singleValueContainer())
        }
    }

    private init(single container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(JSONNumber(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(JSONNumber(value))
        } else if let number = (try? container.decode(Double.self)).flatMap(JSONNumber.init) {
            self = .number(number)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: AnyName.self)
            for member in members { try container.encode(member.value, forKey: AnyName(stringValue: member.name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let number):
            var container = encoder.singleValueContainer()
            if let value = number.integer(Int64.self) {
                try container.encode(value)
            } else if let value = number.integer(UInt64.self) {
                try container.encode(value)
            } else {
                try container.encode(number.doubleValue)
            }
        }
    }
}
