import Testing

@testable import RivuletHTTP

@Suite("Ranges of addresses")
struct AddressRangeTests {
    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.128/25", "192.0.2.129", true), ("192.0.2.128/25", "192.0.2.127", false), ("0.0.0.0/0", "203.0.113.1", true),
            ("0.0.0.0/0", "::1", false), ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
            ("2001:db8::/65", "2001:db8::7fff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1/128", "::1", true),
            ("::/0", "2001:db8::1", true), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ])
    func contains(range: String, address: String, isIn: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(SocketAddress(host: address, port: 80))) == isIn)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0", "example.org", "10.0.0.0/+8",
    ])
    func malformed(text: String) { #expect(AddressRange(text) == nil) }

    @Test("print as they are written")
    func description() {
        #expect(
            ["10.0.0.0/8", "10.0.0.1", "::1", "fd00::/8"].map { AddressRange($0)?.description } == [
                "10.0.0.0/8", "10.0.0.1", "::1", "fd00::/8",
            ])
    }
}
