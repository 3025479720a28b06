import Dispatch
import Glibc
import Rivulet
import Synchronization

/// Where pages live: their messages are handled here, one after the other, in the order in which they were sent.
///
/// Pages and their subclasses are isolated to this actor, so a subclass may have state of its own and the compiler
/// checks that nobody else touches it.
///
/// There is no thread for it: what an event loop sends its pages it handles itself, when its turn ends, and what comes from
/// elsewhere meanwhile too. So a page's methods must not block, as a view controller's must not.
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
/// one job happens before the next, and a burst of jobs costs one block. On an event loop there is no block at all: the loop
/// runs the jobs when its turn ends.
final class FirstInFirstOutExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isRunning = false
    }

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "rivulet.pages")
    /// The thread that runs jobs at the moment; 0 while none does.
    private let runner = Atomic<UInt>(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isRunning = state.withLock { state in
            state.jobs.append(job)
            return exchange(&state.isRunning, with: true)
        }
        if !isRunning { arrangeRun() }
    }

    private func arrangeRun() {
        if !EndOfTurn.perform({ self.runJobs() }) { queue.async { self.runJobs() } }
    }

    private func runJobs() {
        runner.store(UInt(pthread_self()), ordering: .relaxed)
        for job in state.withLock({ exchange(&$0.jobs, with: []) }) { job.runSynchronously(on: asUnownedSerialExecutor()) }
        runner.store(0, ordering: .relaxed)
        let isRunning = state.withLock { state in
            state.isRunning = !state.jobs.isEmpty
            return state.isRunning
        }
        if isRunning { arrangeRun() }
    }

    func checkIsolated() {
        precondition(runner.load(ordering: .relaxed) == UInt(pthread_self()), "a page was touched outside of the PageActor")
    }
}
