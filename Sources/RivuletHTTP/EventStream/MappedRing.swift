import CLinux
import Glibc

/// A ring of bytes in which every window is contiguous: the same memory is mapped twice, one copy after the other, so
/// what runs over the end of the first is found at the beginning of the second.
///
/// Positions count all bytes ever written. Confined to one loop; the pointer stays valid as long as the ring.
final class MappedRing {
    /// How many bytes it holds: a power of two, whole pages.
    let capacity: Int
    private let base: UnsafeMutableRawPointer

    /// MFD_CLOEXEC, which the importer does not show.
    private static let closeOnExec: UInt32 = 1

    /// - Returns: nil when the system has no memory left for it.
    init?(capacity: Int) {
        let descriptor = memfd_create("rivulet-event-log", Self.closeOnExec)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard ftruncate(descriptor, capacity) == 0,
            let base = mmap(nil, 2 * capacity, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), base != MAP_FAILED
        else { return nil }
        for copy in 0..<2 {
            let place = base + copy * capacity
            guard mmap(place, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) == place else {
                munmap(base, 2 * capacity)
                return nil
            }
        }
        self.capacity = capacity
        self.base = base
    }

    deinit { munmap(base, 2 * capacity) }

    /// What was written from `position` on; at most ``capacity`` bytes, and only what is not overwritten yet.
    func window(from position: UInt64, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + Int(position & UInt64(capacity - 1)), count: count)
    }

    /// Where bytes go that are written from `position` on, at most ``capacity`` of them: over what is oldest.
    func room(from position: UInt64, count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: base + Int(position & UInt64(capacity - 1)), count: count)
    }
}
