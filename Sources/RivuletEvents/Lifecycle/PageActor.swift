import Dispatch
import Rivulet

/// Where pages live: their messages are handled here, one after the other, in the order in which they were sent.
///
/// Pages and their subclasses are isolated to this actor, so a subclass may have state of its own and the compiler
/// checks that nobody else touches it.
@globalActor
public actor PageActor {
    /// The actor.
    public static let shared = PageActor()

    private let executor = FirstInFirstOutExecutor()

    private init() {}

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs `body` on the actor, behind everything that was sent before.
    public static func run<Value: Sendable, Failure: Error>(
        _ body: @PageActor @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await body()
    }
}

/// Runs jobs in the order in which they come, whatever their priorities. The default executor lets urgent ones overtake,
/// and an overtaken `viewDidDisappear` would be a page that stays.
///
/// The jobs are in a list of our own, rather than each a block on a queue: the list's lock tells Thread Sanitizer that
/// one job happens before the next, and a burst of jobs costs one block.
private final class FirstInFirstOutExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "rivulet.pages")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isRunning = state.withLock { state in
            state.jobs.append(job)
            return exchange(&state.isRunning, with: true)
        }
        if !isRunning { queue.async { self.runAll() } }
    }

    private func runAll() {
        while true {
            let jobs = state.withLock { state in
                if state.jobs.isEmpty { state.isRunning = false }
                return exchange(&state.jobs, with: [])
            }
            if jobs.isEmpty { return }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
