// How text is put together that is written often and short: into memory of the right size, made once. Appending to an array
// looks at its room, its uniqueness and its type each time, 70 to 120 instructions a piece (callgrind).

extension [UInt8] {
    /// What `body` puts together, at most so many bytes. (`Array(capacity:initializingWith:)` finds its storage's type by way of the
    /// runtime: 500 instructions, this 180.)
    package init(upTo capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
        self = []
        reserveCapacity(capacity)
        append(addingCapacity: capacity, initializingWith: body)
    }
}

extension OutputSpan<UInt8> {
    /// Appends text, in UTF-8.
    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            for byte in bytes { append(byte) }
        }
    }

    /// Appends bytes.
    package mutating func append(_ bytes: Span<UInt8>) {
        var index = 0
        while index < bytes.count {
            append(bytes[index])
            index += 1
        }
    }

    /// Appends all sixteen digits of a number. Eight at a time, each in a byte of its own: `String(_:radix:)` with what fills it
    /// up takes twenty times as long.
    package mutating func append(hexadecimal number: UInt64) {
        append(digitsOf: UInt32(truncatingIfNeeded: number &>> 32))
        append(digitsOf: UInt32(truncatingIfNeeded: number))
    }

    private mutating func append(digitsOf number: UInt32) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Each half byte moves into the low half of a byte, in three steps.
        var digits = UInt64(number)
        digits = (digits | digits &<< 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits &<< 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
        // Ten and more carry into the high half when six is added: those are letters.
        let letters = (digits &+ 6 &* ones) &>> 4 & ones
        digits = digits &+ UInt64(UInt8(ascii: "0")) &* ones &+ letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: digits &>> shift))
        }
    }

    /// Appends a number, in as few digits as it has.
    package mutating func append(decimal number: UInt64) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
