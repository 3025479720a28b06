import Rivulet

/// Small files in memory. An entry is as good as new for a tenth of a second; then a worker compares it with the disk.
final class FileCache: Sendable {
    /// The largest file that is kept, in bytes. Larger ones are read in pieces, as the client takes them.
    static let largestFile = 256 << 10

    private static let freshness: Duration = .milliseconds(100)

    private struct Entry {
        let file: SmallFile
        var checked: ContinuousClock.Instant
    }

    private struct State {
        var entries: [FilePath: Entry] = [:]
        var size = 0
    }

    private let capacity: Int
    private let state = Lock(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The file, if it was compared with the disk lately.
    func fresh(_ path: FilePath, at now: ContinuousClock.Instant = .now) -> SmallFile? {
        state.withLock { state in
            guard let entry = state.entries[path], entry.checked.duration(to: now) < Self.freshness else { return nil }
            return entry.file
        }
    }

    /// The file, if it is the version that is on the disk now.
    func revalidated(_ path: FilePath, _ version: FileVersion, at now: ContinuousClock.Instant = .now) -> SmallFile? {
        state.withLock { state in
            guard let entry = state.entries[path], entry.file.isSettled, entry.file.version == version else { return nil }
            state.entries[path]?.checked = now
            return entry.file
        }
    }

    func insert(_ file: SmallFile, for path: FilePath, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            Self.remove(path, from: &state)
            guard file.bytes.count <= capacity else { return }
            // What was checked longest ago makes room.
            while state.size + file.bytes.count > capacity, let oldest = state.entries.min(by: { $0.value.checked < $1.value.checked }) {
                Self.remove(oldest.key, from: &state)
            }
            state.entries[path] = Entry(file: file, checked: now)
            state.size += file.bytes.count
        }
    }

    func remove(_ path: FilePath) {
        state.withLock { Self.remove(path, from: &$0) }
    }

    private static func remove(_ path: FilePath, from state: inout State) {
        if let entry = state.entries.removeValue(forKey: path) { state.size -= entry.file.bytes.count }
    }
}
