import Rivulet

/// What was compressed before: content that many responses share is compressed once.
///
/// The original array is the key, by its address, and is kept with the result: as long as that is here, its memory is
/// nobody else's.
final class CompressedBodies: Sendable {
    private struct Key: Hashable {
        let address: UInt
        let count: Int

        init(_ bytes: [UInt8]) {
            address = bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            count = bytes.count
        }
    }

    private struct Entry {
        let original: [UInt8]
        let compressed: [UInt8]
        var used: UInt64

        var size: Int { original.count + compressed.count }
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var size = 0
        var clock: UInt64 = 0
    }

    private let capacity: Int
    private let state = Lock(State())

    /// - Parameter capacity: how many bytes are kept, originals and results together.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The result for this very array, if it is here.
    func find(_ bytes: [UInt8]) -> [UInt8]? {
        state.withLock { state in
            state.clock += 1
            guard let index = state.entries.index(forKey: Key(bytes)) else { return nil }
            state.entries.values[index].used = state.clock
            return state.entries.values[index].compressed
        }
    }

    func insert(_ compressed: [UInt8], for bytes: [UInt8]) {
        let entry = Entry(original: bytes, compressed: compressed, used: 0)
        guard entry.size <= capacity / 4 else { return }
        state.withLock { state in
            guard state.entries[Key(bytes)] == nil else { return }
            // What was used longest ago makes room.
            while state.size + entry.size > capacity, let oldest = state.entries.min(by: { $0.value.used < $1.value.used }) {
                state.entries[oldest.key] = nil
                state.size -= oldest.value.size
            }
            state.clock += 1
            state.entries[Key(bytes)] = Entry(original: bytes, compressed: compressed, used: state.clock)
            state.size += entry.size
        }
    }
}
