/// Memory in which frames are put together for one write; it is used again.
struct FrameBuffer {
    private var storage: [UInt8] = []
    /// How many bytes are in.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Makes ready for so many bytes, none of which are in yet.
    mutating func begin(capacity: Int) {
        count = 0
        grow(to: capacity)
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let start = count
        count += bytes.count
        grow(to: count)
        storage.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: bytes) }
    }

    private mutating func grow(to size: Int) {
        if size > storage.count { storage.append(contentsOf: repeatElement(0, count: size - storage.count)) }
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
}
