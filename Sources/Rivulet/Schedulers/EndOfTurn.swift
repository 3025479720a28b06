/// What a thread that goes round in turns, an event loop's, has still to do at the end of this one.
///
/// Work that any thread may do, but not in the middle of what called for it, costs two context switches when another
/// thread is woken for it, and its memory wanders from one thread's heap to the other's. Here it waits for a moment instead.
/// An event stream that came and went took six futex calls and two rings of its loop's bell before, none since (`strace -c`).
///
/// Confined to its thread: reached through a thread-specific pointer only, and on the stack of ``withTurns(_:)``.
package struct EndOfTurn {
    private var jobs: [() -> Void] = []

    private static let current = ThreadSpecific<EndOfTurn>()

    /// Has a job run on this thread when its turn ends.
    /// - Returns: false when this thread has no turns: the job is not kept.
    package static func perform(_ job: @escaping () -> Void) -> Bool {
        guard let current = current.pointer else { return false }
        current.pointee.jobs.append(job)
        return true
    }

    /// Whether nothing waits on this thread.
    package static var isEmpty: Bool { current.pointer?.pointee.jobs.isEmpty ?? true }

    /// Runs what waits now. What comes meanwhile waits for the next turn, so that none can keep a loop from its sockets.
    package static func runJobs() {
        guard let current = current.pointer, !current.pointee.jobs.isEmpty else { return }
        for job in exchange(&current.pointee.jobs, with: []) { job() }
    }

    /// Gives this thread turns for as long as `body` runs, then runs what is left, once: there is no later turn.
    package static func withTurns(_ body: () -> Void) {
        var turn = EndOfTurn()
        let rest = withUnsafeMutablePointer(to: &turn) { turn in
            current.pointer = turn
            defer { current.pointer = nil }
            body()
            return turn.pointee.jobs
        }
        for job in rest { job() }
    }
}
