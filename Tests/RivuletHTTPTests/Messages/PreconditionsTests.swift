import Testing

@testable import RivuletHTTP

@Suite("Conditional requests (RFC 9110 §13)")
struct PreconditionsTests {
    static let tag = EntityTag("abc")
    static let modified = HTTPDate(seconds: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(
        arguments: [
            (["If-None-Match": "\"abc\""], .notModified), (["If-None-Match": "W/\"abc\""], .notModified),
            (["If-None-Match": "\"x\", \"abc\""], .notModified), (["If-None-Match": "*"], .notModified),
            (["If-None-Match": "\"x\""], .proceed), (["If-None-Match": "abc"], .proceed), (["If-Match": "\"abc\""], .proceed),
            (["If-Match": "*"], .proceed), (["If-Match": "W/\"abc\""], .failed), (["If-Match": "\"x\""], .failed),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], .notModified),
            (["If-Modified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], .proceed), (["If-Modified-Since": "yesterday"], .proceed),
            (["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], .failed),
            (["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], .proceed),
            // A tag wins over a date.
            (["If-None-Match": "\"x\"", "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"], .proceed),
        ] as [(Fields, Preconditions)])
    func ofAGet(fields: Fields, expected: Preconditions) {
        let head = RequestHead(method: .get, path: "/", fields: fields)
        #expect(Preconditions(head, tag: Self.tag, lastModified: Self.modified) == expected)
    }

    @Test func aMatchOfAnyVersionRefusesAWrite() {
        let head = RequestHead(method: .put, path: "/", fields: ["If-None-Match": "*"])
        #expect(Preconditions(head, tag: Self.tag, lastModified: nil) == .failed)
    }
}

@Suite("Dates (RFC 9110 §5.6.7)")
struct HTTPDateTests {
    @Test(arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func threeFormsAreRead(text: String) {
        #expect(HTTPDate(text)?.seconds == 784_111_777)
    }

    @Test func oneIsWritten() {
        #expect(HTTPDate(seconds: 784_111_777).text == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate(seconds: 0).text == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49 GMT",
    ])
    func othersAreNot(text: String) {
        #expect(HTTPDate(text) == nil)
    }
}
