import CLinux
import Synchronization

/// The one lock of the house: a `Mutex` that Thread Sanitizer understands.
///
/// The sanitizer does not see the futex behind `Synchronization.Mutex` and would report a race for every state a plain
/// one guards, so each acquire and release is told to it through weak symbols (absent, and then one test of a null
/// pointer, in a build without the sanitizer).
///
/// Inlinable, so that the other modules get a version for each of their states: looking up the types of the one for all
/// states costs 200 ns a call.
///
/// Not recursive. Never call out (to an observer, a closure of the user's, a `deinit` that may run one) from inside.
@usableFromInline package struct Lock<State: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable package init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    /// Runs `body` with the state, alone.
    @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (state) throws(Failure) -> sending Result in
            // By the mutex's address, which is stable; taking the state's would itself be an access, seen by the
            // sanitizer before the acquire.
            withUnsafePointer(to: mutex) { rivulet_tsan_acquire(UnsafeMutableRawPointer(mutating: $0)) }
            defer { withUnsafePointer(to: mutex) { rivulet_tsan_release(UnsafeMutableRawPointer(mutating: $0)) } }
            return try body(&state)
        }
    }
}
