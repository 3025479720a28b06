import CNGHTTP2
import Glibc

/// Memory for libnghttp2, which asks for blocks of the same few sizes again and again, five for each request: those it has
/// given back are kept for it. The system's allocator locks and merges for most of them, since many requests are under way
/// at once; that was a tenth of what a request costs.
///
/// Confined to one loop, whose sessions share it. It goes with the last of them.
final class BlockCache {
    /// Before each block, as wide as what follows must be aligned.
    private struct Prefix {
        /// How many bytes the block has, without this.
        var capacity: Int
        /// The next free block of that capacity, while this one is free.
        var next: UnsafeMutableRawPointer?
    }

    /// The first free block of each capacity, which are multiples of the step.
    private let free: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
    private var freeBytes = 0

    private static let step = 32
    /// Larger blocks, such as what frames are put together in, are few and stay.
    private static let largest = 1024
    /// What is free beyond that goes back to the system.
    private static let limit = 1024 * 1024

    init() {
        free = .allocate(capacity: Self.largest / Self.step + 1)
        free.initialize(repeating: nil)
    }

    deinit {
        for first in free {
            var block = first
            while let current = block {
                block = Self.prefix(current).pointee.next
                Glibc.free(Self.prefix(current))
            }
        }
        free.deallocate()
    }

    private static func prefix(_ block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Prefix> {
        (block - MemoryLayout<Prefix>.size).assumingMemoryBound(to: Prefix.self)
    }

    private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        let place = (size + Self.step - 1) / Self.step
        if place < free.count, let block = free[place] {
            free[place] = Self.prefix(block).pointee.next
            freeBytes -= place * Self.step
            return block
        }
        let capacity = place < free.count ? place * Self.step : size
        guard let start = malloc(MemoryLayout<Prefix>.size + capacity) else { return nil }
        start.initializeMemory(as: Prefix.self, to: Prefix(capacity: capacity, next: nil))
        return start + MemoryLayout<Prefix>.size
    }

    private func giveBack(_ block: UnsafeMutableRawPointer) {
        let prefix = Self.prefix(block)
        let capacity = prefix.pointee.capacity
        guard capacity <= Self.largest, freeBytes + capacity <= Self.limit else { return Glibc.free(prefix) }
        prefix.pointee.next = free[capacity / Self.step]
        free[capacity / Self.step] = block
        freeBytes += capacity
    }

    private func reallocate(_ block: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer? {
        let capacity = Self.prefix(block).pointee.capacity
        if size <= capacity { return block }
        guard let larger = allocate(size) else { return nil }
        larger.copyMemory(from: block, byteCount: capacity)
        giveBack(block)
        return larger
    }

    // MARK: As the library calls it

    /// The library copies this, and calls with the address of the cache, which its session keeps.
    var functions: nghttp2_mem {
        nghttp2_mem(
            mem_user_data: Unmanaged.passUnretained(self).toOpaque(),
            malloc: { size, cache in BlockCache.with(cache) { $0.allocate(size) } },
            free: { block, cache in
                guard let block else { return }
                _ = BlockCache.with(cache) {
                    $0.giveBack(block)
                    return nil
                }
            },
            calloc: { count, size, cache in
                let (total, overflow) = count.multipliedReportingOverflow(by: size)
                guard !overflow, let block = BlockCache.with(cache, { $0.allocate(total) }) else { return nil }
                return memset(block, 0, total)
            },
            realloc: { block, size, cache in
                BlockCache.with(cache) { cache in
                    guard let block else { return cache.allocate(size) }
                    return cache.reallocate(block, size)
                }
            })
    }

    private static func with(
        _ cache: UnsafeMutableRawPointer?, _ body: (BlockCache) -> UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer? {
        guard let cache else { return nil }
        return Unmanaged<BlockCache>.fromOpaque(cache)._withUnsafeGuaranteedRef(body)
    }
}
