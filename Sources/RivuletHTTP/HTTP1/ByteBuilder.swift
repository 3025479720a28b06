/// Bytes that are put together for one write; its memory is used again.
struct ByteBuilder {
    private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: how many bytes find room at first.
    init(capacity: Int = 1024) {
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// Begins anew, with the same memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// Appends a number in decimal, 0 or more.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends a number in hexadecimal, 0 or more.
    mutating func append(hexadecimal number: Int) {
        if number >= 16 { append(hexadecimal: number / 16) }
        let digit = UInt8(number % 16)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
}
