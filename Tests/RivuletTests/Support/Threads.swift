import Dispatch

/// Runs `body` on several threads at once and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count) { body($0) }
}
