import Glibc
import Synchronization

/// The thread of one event loop, as the others can ask for it.
final class LoopThread: Sendable {
    private let identity = Atomic<UInt>(0)

    /// Whether the caller runs on this thread.
    var isCurrent: Bool { identity.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Says that the caller's thread is the one.
    func becomeCurrent() { identity.store(UInt(pthread_self()), ordering: .relaxed) }
}

/// A value that only one event loop's thread touches.
///
/// `@unchecked Sendable`: the reference travels (in jobs for the loop, in exchanges), the value is read and written on
/// the loop's thread alone, which debug builds check. Everything a loop owns (connections, timers, logs of events) is
/// plain single-threaded code behind one of these.
final class LoopBound<Value>: @unchecked Sendable {
    private let thread: LoopThread
    private var stored: Value

    init(_ value: Value, on thread: LoopThread) {
        self.thread = thread
        stored = value
    }

    var value: Value {
        get {
            assert(thread.isCurrent, "a value of an event loop was read on another thread")
            return stored
        }
        set {
            assert(thread.isCurrent, "a value of an event loop was written on another thread")
            stored = newValue
        }
    }
}
