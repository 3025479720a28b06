/// The last bytes of a log in one piece, and a place to put older ones together. Confined to its loop.
struct RecentBytes: ~Copyable {
    private var ring: MappedRing?
    /// From where on the ring has everything.
    private var start: UInt64 = 0
    private var scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// A few times what a socket takes at once: who is further behind waits for its socket anyway.
    private static let capacity = 256 * 1024

    deinit { scratch.deallocate() }

    mutating func write(_ frame: EventFrame, at position: UInt64) {
        if ring == nil {
            ring = MappedRing(capacity: Self.capacity)
            start = position
        }
        guard let ring, frame.count <= Self.capacity else {
            start = position + UInt64(frame.count)
            return
        }
        _ = frame.copy(from: 0, into: ring.room(from: position, count: frame.count))
    }

    /// - Returns: nil when not all of it is here.
    func window(from position: UInt64, count: Int, head: UInt64) -> UnsafeRawBufferPointer? {
        guard let ring, position >= start, head - position <= UInt64(ring.capacity) else { return nil }
        return ring.window(from: position, count: count)
    }

    /// Has `count` bytes filled in that are not here.
    /// - Returns: them, valid until the next call.
    mutating func assemble(_ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> UnsafeRawBufferPointer {
        if scratch.count < count {
            scratch.deallocate()
            scratch = .allocate(byteCount: max(count, EventLog.pieceSize), alignment: 1)
        }
        fill(scratch)
        return UnsafeRawBufferPointer(rebasing: scratch[..<count])
    }
}
