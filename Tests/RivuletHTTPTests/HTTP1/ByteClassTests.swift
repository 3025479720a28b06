import Testing

@testable import RivuletHTTP

@Suite("Byte classes")
struct ByteClassTests {
    @Test("hold exactly the bytes of their definitions")
    func definitions() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let token = letters.union("!#$%&'*+-.^_`|~".utf8)
        let host = letters.union("-._~%!$&'()*+;=".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(ByteClass.isToken(byte) == token.contains(byte))
            #expect(ByteClass.isHost(byte) == host.contains(byte))
            #expect(ByteClass.isTarget(byte) == ((0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")))
            #expect(ByteClass.isFieldValue(byte) == (byte == 0x09 || byte >= 0x20 && byte != 0x7F))
        }
    }
}
