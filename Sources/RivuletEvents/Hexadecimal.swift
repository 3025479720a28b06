import Rivulet

extension String {
    /// How many digits a number has that is written here.
    static let hexadecimalDigits = 16

    /// All sixteen digits of a number.
    init(hexadecimal number: UInt64) {
        let bytes = [UInt8](upTo: Self.hexadecimalDigits) { $0.append(hexadecimal: number) }
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension UInt64 {
    /// Reads a number exactly as `String(hexadecimal:)` writes it; anything else, of whatever length, is none.
    init?(hexadecimal digits: String) {
        guard digits.utf8.count == String.hexadecimalDigits, let number = UInt64(digits, radix: 16) else { return nil }
        self = number
        // The standard library also reads capitals and a sign, which nobody was ever given.
        if String(hexadecimal: number) != digits { return nil }
    }
}
