import CNGHTTP2

/// A header block to be sent: names in lower case, pseudo-header fields first, as the library takes them.
///
/// `@unchecked Sendable`: the memory is written once, before anybody else has the reference, and then only read. The library
/// reads it until it has encoded the frame, which it does not do for a stream that is closed; so a stream keeps what was
/// submitted for it until its content is asked for (``HTTP2Stream``).
final class HTTP2Fields: @unchecked Sendable {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let vectors: UnsafeMutableBufferPointer<nghttp2_nv>

    /// What tells a client to go on sending its request.
    static let goOn = HTTP2Fields([(Array(":status".utf8), Array("100".utf8))])

    /// What a response says of itself, and the length of its content if it is known.
    convenience init(_ response: Response, length: Int?) {
        let fields = response.fields
        var lines = [(Array(":status".utf8), Array("\(response.status.rawValue)".utf8))]
        for slice in fields.slices where !FramingField.isOne(fields.bytes, slice.name) {
            lines.append((fields.bytes[slice.name].map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }, Array(fields.bytes[slice.value])))
        }
        if let length, !response.status.forbidsContent { lines.append((Array("content-length".utf8), Array("\(length)".utf8))) }
        self.init(lines)
    }

    private init(_ lines: [(name: [UInt8], value: [UInt8])]) {
        bytes = .allocate(capacity: lines.reduce(0) { $0 + $1.name.count + $1.value.count })
        vectors = .allocate(capacity: lines.count)
        var end = 0
        for (index, line) in lines.enumerated() {
            let value = end + line.name.count
            _ = bytes[end...].initialize(fromContentsOf: line.name)
            _ = bytes[value...].initialize(fromContentsOf: line.value)
            let start = end
            end = value + line.value.count
            vectors.initializeElement(
                at: index,
                to: nghttp2_nv(
                    UnsafeBufferPointer(rebasing: bytes[start..<value]), UnsafeBufferPointer(rebasing: bytes[value..<end]),
                    NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue))
        }
    }

    deinit {
        bytes.deallocate()
        vectors.deallocate()
    }

    /// Lends the fields to the library, which does not copy them, and a date, which it does.
    func withVectors<Result>(date: [UInt8], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        date.withUnsafeBufferPointer { date in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: vectors.count + 1) { all in
                let next = all.initialize(fromContentsOf: vectors)
                let name = UnsafeBufferPointer(start: Self.date.utf8Start, count: Self.date.utf8CodeUnitCount)
                all.initializeElement(at: next, to: nghttp2_nv(name, date, NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue))
                return body(UnsafeBufferPointer(all))
            }
        }
    }

    /// Lends the fields to the library, which does not copy them.
    func withVectors<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result { body(UnsafeBufferPointer(vectors)) }

    private static let date: StaticString = "date"
}

extension nghttp2_nv {
    /// The library takes pointers to what can be written, and writes nothing.
    fileprivate init(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, _ flags: UInt32) {
        self.init(
            name: UnsafeMutablePointer(mutating: name.baseAddress), value: UnsafeMutablePointer(mutating: value.baseAddress),
            namelen: name.count, valuelen: value.count, flags: UInt8(flags))
    }
}
