import Glibc

/// Frames that are put together for one write. What is small is copied, into memory that is used again; content that many
/// responses share is sent from where it lies.
struct FrameBuffer {
    /// Bytes that lie elsewhere, and after how many of those that were copied they come.
    private struct Shared {
        let position: Int
        let bytes: ArraySlice<UInt8>
    }

    private var storage: [UInt8] = []
    private var copiedCount = 0
    private var shared: [Shared] = []
    /// How many bytes are in.
    private(set) var count = 0

    /// Less is copied: that costs no more than naming it in a vector and counting a reference.
    private static let smallestShared = 2 * 1024

    var isEmpty: Bool { count == 0 }

    /// Makes ready for so many bytes, none of which are in yet.
    mutating func begin(capacity: Int) {
        removeAll()
        grow(to: capacity)
    }

    /// Lets go of what is shared, and keeps the memory.
    mutating func removeAll() {
        shared.removeAll(keepingCapacity: true)
        copiedCount = 0
        count = 0
    }

    /// Appends a copy.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let start = copiedCount
        copiedCount += bytes.count
        count += bytes.count
        grow(to: copiedCount)
        storage.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: bytes) }
    }

    /// Appends bytes that stay as they are.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.smallestShared else { return bytes.withUnsafeBytes { append($0) } }
        shared.append(Shared(position: copiedCount, bytes: bytes))
        count += bytes.count
    }

    private mutating func grow(to size: Int) {
        guard size > storage.count else { return }
        // In one go: to append zero by zero takes a minute under Thread Sanitizer.
        storage = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            let bytes = UnsafeMutableRawBufferPointer(bytes)
            if let start = bytes.baseAddress { memset(start, 0, size) }
            storage.withUnsafeBytes { bytes.copyMemory(from: $0) }
            count = size
        }
    }

    // MARK: Sending

    /// Lends the addresses of all bytes, in order.
    func withVectors<Result>(_ body: (UnsafeMutableBufferPointer<iovec>) -> Result) -> Result {
        storage.withUnsafeBytes { storage in
            withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2 * shared.count + 1) { vectors in
                gather(from: 0, 0, UnsafeRawBufferPointer(rebasing: storage[..<copiedCount]), into: vectors, count: 0, body)
            }
        }
    }

    /// Collects the addresses of what is shared, all of which are valid for the innermost call only: hence the recursion.
    private func gather<Result>(
        from index: Int, _ position: Int, _ copied: UnsafeRawBufferPointer, into vectors: UnsafeMutableBufferPointer<iovec>, count: Int,
        _ body: (UnsafeMutableBufferPointer<iovec>) -> Result
    ) -> Result {
        let end = index < shared.count ? shared[index].position : copied.count
        var count = count
        if position < end {
            vectors.initializeElement(at: count, to: iovec(UnsafeRawBufferPointer(rebasing: copied[position..<end])))
            count += 1
        }
        guard index < shared.count else { return body(UnsafeMutableBufferPointer(rebasing: vectors[..<count])) }
        return shared[index].bytes.withUnsafeBytes { bytes in
            vectors.initializeElement(at: count, to: iovec(bytes))
            return gather(from: index + 1, end, copied, into: vectors, count: count + 1, body)
        }
    }

    /// What is left when the first bytes are sent: a copy of what was copied, and what is shared.
    func rest(after sent: Int) -> [ArraySlice<UInt8>] {
        var rest: [ArraySlice<UInt8>] = []
        var passed = sent
        func add(_ bytes: ArraySlice<UInt8>) {
            let left = bytes.dropFirst(passed)
            passed -= bytes.count - left.count
            rest.append(left)
        }
        var position = 0
        for piece in shared {
            add(ArraySlice(Array(storage[position..<piece.position])))
            add(piece.bytes)
            position = piece.position
        }
        add(ArraySlice(Array(storage[position..<copiedCount])))
        return rest
    }
}

extension iovec {
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}
