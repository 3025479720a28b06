import CNGHTTP2

/// A header block to be sent: names in lower case, pseudo-header fields first.
struct HTTP2Fields: Sendable {
    private var bytes: [UInt8] = []
    private var slices: [Fields.Slice] = []

    init(_ status: Status) {
        append(":status", Array("\(status.rawValue)".utf8))
    }

    /// What a response says of itself, and the length of its content if it is known.
    init(_ response: Response, length: Int?) {
        self.init(response.status)
        let fields = response.fields
        for slice in fields.slices where !FramingField.isOne(fields.bytes, slice.name) {
            append(fields.bytes[slice.name], fields.bytes[slice.value])
        }
        if let length, !response.status.forbidsContent { append("content-length", "\(length)".utf8) }
    }

    private mutating func append(_ name: StaticString, _ value: some Collection<UInt8>) {
        append(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), value)
    }

    private mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        let start = bytes.count
        for byte in name { bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) }
        let end = bytes.count
        bytes.append(contentsOf: value)
        slices.append(Fields.Slice(name: start..<end, value: end..<bytes.count))
    }

    /// Lends the fields, and a date if there is one, as the library takes them; it copies them, and changes nothing here.
    func withVectors<Result>(date: [UInt8] = [], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            date.withUnsafeBufferPointer { date in
                withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: slices.count + 1) { vectors in
                    var count = 0
                    func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
                        vectors.initializeElement(at: count, to: nghttp2_nv(name, value))
                        count += 1
                    }
                    for slice in slices {
                        append(UnsafeBufferPointer(rebasing: bytes[slice.name]), UnsafeBufferPointer(rebasing: bytes[slice.value]))
                    }
                    if !date.isEmpty { append(UnsafeBufferPointer(start: Self.date.utf8Start, count: Self.date.utf8CodeUnitCount), date) }
                    return body(UnsafeBufferPointer(rebasing: vectors[..<count]))
                }
            }
        }
    }

    private static let date: StaticString = "date"
}

extension nghttp2_nv {
    fileprivate init(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        self.init(
            name: UnsafeMutablePointer(mutating: name.baseAddress), value: UnsafeMutablePointer(mutating: value.baseAddress),
            namelen: name.count, valuelen: value.count, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
    }
}
