/// CRC-32 as in IEEE 802.3 and zlib: finds every burst of damage of up to 32 bits, and others but for one in 4 billion.
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { value, byte in table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
    }
}
