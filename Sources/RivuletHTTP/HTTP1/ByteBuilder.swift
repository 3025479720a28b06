/// Bytes that are put together for one write; its memory is used again.
struct ByteBuilder {
    private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: how many bytes find room at first.
    init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    /// Begins anew, and has `body` append to it, all in one access.
    mutating func write(_ body: (inout ByteBuilder) -> Void) {
        bytes.removeAll(keepingCapacity: true)
        body(&self)
    }

    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// Appends a number in decimal, 0 or more.
    mutating func append(decimal number: Int) { append(number, base: 10) }

    /// Appends a number in hexadecimal, 0 or more.
    mutating func append(hexadecimal number: Int) { append(number, base: 16) }

    private mutating func append(_ number: Int, base: Int) {
        let start = bytes.count
        var rest = number
        repeat {
            let digit = UInt8(rest % base)
            bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            rest /= base
        } while rest > 0
        bytes[start...].reverse()
    }
}
