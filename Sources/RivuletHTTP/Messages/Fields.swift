/// The header or trailer fields of a message (RFC 9110 §5): in order, names compared without regard to case.
///
/// All names and values lie in one buffer, with a table of where: a parsed head costs two arrays however many fields
/// it has, and strings are made only of what is asked for.
public struct Fields: Sendable {
    /// Where one field's name and value are in the buffer.
    package struct Slice: Sendable, Equatable {
        package var nameStart: UInt32
        package var nameCount: UInt16
        package var valueCount: UInt16
        package var valueStart: UInt32

        package init(name: Range<Int>, value: Range<Int>) {
            nameStart = UInt32(truncatingIfNeeded: name.lowerBound)
            nameCount = UInt16(truncatingIfNeeded: name.count)
            valueStart = UInt32(truncatingIfNeeded: value.lowerBound)
            valueCount = UInt16(truncatingIfNeeded: value.count)
        }

        package var name: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
        package var value: Range<Int> { Int(valueStart)..<Int(valueStart) + Int(valueCount) }
    }

    package private(set) var bytes: [UInt8]
    package private(set) var slices: [Slice]

    /// No fields.
    public init() {
        bytes = []
        slices = []
    }

    /// The fields that a parser found in `bytes`, each shorter than 64 KiB.
    package init(bytes: [UInt8], slices: [Slice]) {
        self.bytes = bytes
        self.slices = slices
    }

    /// How many field lines there are.
    public var count: Int { slices.count }

    /// Whether there is none.
    public var isEmpty: Bool { slices.isEmpty }

    /// The value of a field; of several lines of that name, their values as one list (RFC 9110 §5.3), so not for
    /// `Set-Cookie`. Setting it replaces all lines of that name by one; nil removes them.
    public subscript(name: String) -> String? {
        get {
            var result: String?
            for slice in slices where matches(slice, name) {
                let value = String(decoding: bytes[slice.value], as: UTF8.self)
                if let list = result { result = list + ", " + value } else { result = value }
            }
            return result
        }
        set {
            removeAll(name)
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all lines of that name, in order.
    public func values(of name: String) -> [String] {
        slices.filter { matches($0, name) }.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    }

    /// Whether there is a field of that name.
    public func contains(_ name: String) -> Bool {
        slices.contains { matches($0, name) }
    }

    /// Whether there is a field whose name begins so.
    func contains(prefix: StaticString) -> Bool {
        slices.contains { bytes.span.hasPrefix($0.name, prefix) }
    }

    /// Adds a line. What must not stand in a field, CR, LF and NUL (RFC 9110 §5.5), becomes a space: nothing that is
    /// put into a value can become a line of its own.
    public mutating func append(_ name: String, _ value: String) {
        let nameStart = bytes.count
        bytes.append(contentsOf: name.utf8)
        let valueStart = bytes.count
        for byte in value.utf8 {
            bytes.append(byte == 0x0D || byte == 0x0A || byte == 0 ? 0x20 : byte)
            if bytes.count - valueStart == Int(UInt16.max) { break }
        }
        slices.append(Slice(name: nameStart..<valueStart, value: valueStart..<bytes.count))
    }

    /// Removes all lines of that name.
    public mutating func removeAll(_ name: String) {
        slices = slices.filter { !matches($0, name) }
    }

    /// Whether a list-valued field (`Connection`, `Transfer-Encoding`) has that member, without regard to case.
    public func list(_ name: String, contains token: String) -> Bool {
        for slice in slices where matches(slice, name) {
            for member in bytes[slice.value].split(separator: UInt8(ascii: ",")) {
                let member = member.drop { $0 == 0x20 || $0 == 0x09 }
                let end = member.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? member.startIndex
                if !member.isEmpty, equals(member.startIndex..<end + 1, token) { return true }
            }
        }
        return false
    }

    private func matches(_ slice: Slice, _ name: String) -> Bool {
        Int(slice.nameCount) == name.utf8.count && equals(slice.name, name)
    }

    private func equals(_ range: Range<Int>, _ name: String) -> Bool {
        let utf8 = name.utf8
        guard range.count == utf8.count else { return false }
        var index = range.lowerBound
        for byte in utf8 {
            if Self.lowercased(bytes[index]) != Self.lowercased(byte) { return false }
            index += 1
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}

extension Fields: Sequence {
    /// Each line as a name and a value.
    public func makeIterator() -> some IteratorProtocol<(name: String, value: String)> {
        slices.lazy.map { slice in
            (name: String(decoding: bytes[slice.name], as: UTF8.self), value: String(decoding: bytes[slice.value], as: UTF8.self))
        }.makeIterator()
    }
}

extension Fields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { append(name, value) }
    }
}
