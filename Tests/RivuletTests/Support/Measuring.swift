import CLinux
import Glibc
import Synchronization

/// How many elements there are on the other side of what pairs elements.
enum Supply {
    @TaskLocal static var count = 2_000
}

/// Whether this was built with optimisation: then assertions are not evaluated.
var isOptimized: Bool {
    var isOptimized = true
    assert(
        {
            isOptimized = false
            return true
        }())
    return isOptimized
}

/// Where the stack is now, about. Not the address of a variable: Address Sanitizer keeps those elsewhere.
@inline(never)
func stackAddress() -> Int { Int(bitPattern: rivulet_frame_address()) }

/// The processor time of this thread, which other tests at the same time do not change.
func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Counts elements, and notes where the stack is when they arrive.
final class StackProbe: Sendable {
    private let elements = Atomic<Int>(0)
    private let lowest = Atomic<Int>(.max)
    private let highest = Atomic<Int>(.min)

    /// An element has arrived.
    func touch() {
        let address = stackAddress()
        elements.add(1, ordering: .relaxed)
        lowest.min(address, ordering: .relaxed)
        highest.max(address, ordering: .relaxed)
    }

    var count: Int { elements.load(ordering: .relaxed) }

    /// From the shallowest element to the deepest, in bytes.
    var depth: Int { count == 0 ? 0 : highest.load(ordering: .relaxed) - lowest.load(ordering: .relaxed) }
}
