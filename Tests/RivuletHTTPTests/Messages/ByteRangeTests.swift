import Testing

@testable import RivuletHTTP

@Suite("Range (RFC 9110 §14)")
struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=0-499", .part(0..<100)), ("bytes=10-", .part(10..<100)),
        ("bytes=-7", .part(93..<100)), ("bytes=-700", .part(0..<100)), ("BYTES=5-6", .part(5..<7)), ("bytes= 5-6 ", .part(5..<7)),
        ("bytes=99-99999999999999999999999", .part(99..<100)), ("bytes=100-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=99999999999999999999999-", .unsatisfiable), ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole),
        ("bytes=--5", .whole), ("bytes=+1-2", .whole), ("lines=0-1", .whole), ("bytes=0-1,5-6", .whole), ("bytes", .whole), ("", .whole),
        ("bytes=1 2-3", .whole), ("bytes=１-2", .whole),
    ])
    func ofHundredBytes(text: String, expected: ByteRange) {
        #expect(ByteRange(text, length: 100) == expected)
    }

    @Test func nothingOfAnEmptyFileIsThere() {
        #expect(ByteRange("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", length: 0) == .unsatisfiable)
        #expect(ByteRange(nil, length: 0) == .whole)
    }
}
