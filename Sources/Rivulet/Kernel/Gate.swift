import Synchronization

/// Serialises an operator with several inputs: one owner at a time, and whoever comes meanwhile leaves a job with it.
///
/// Nobody ever waits: a thread that finds the gate busy queues what it wanted to do, and the owner does it before it
/// leaves. The same holds for the owner's own thread (re-entrance): its job runs after the current one, in the order
/// queued, at constant stack. Uncontended, passing costs two atomic operations and no allocation.
final class Gate: Sendable {
    typealias Job = @Sendable () -> Void

    private static let idle: UInt8 = 0
    private static let busy: UInt8 = 1
    private static let busyWithJobs: UInt8 = 2

    private let state = Atomic<UInt8>(Gate.idle)
    private let jobs = Lock<[Job]>([])

    /// Becomes the owner if nobody is; a true is paired with a ``leave()``.
    func enter() -> Bool {
        state.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged
    }

    /// Stops being the owner, once the jobs that came in meanwhile are done.
    func leave() {
        if !state.compareExchange(expected: Self.busy, desired: Self.idle, ordering: .releasing).exchanged { drain() }
    }

    /// Leaves a job with the owner, or becomes the owner and does it.
    func later(_ job: @escaping Job) {
        let isOwner = jobs.withLock { jobs in
            jobs.append(job)
            return state.exchange(Self.busyWithJobs, ordering: .acquiringAndReleasing) == Self.idle
        }
        if isOwner { drain() }
    }

    private func drain() {
        while true {
            let batch = jobs.withLock { jobs in
                if jobs.isEmpty { state.store(Self.idle, ordering: .releasing) }
                return exchange(&jobs, with: [])
            }
            if batch.isEmpty { return }
            for job in batch { job() }
        }
    }
}

/// Puts a new value in place of the old one, which it returns.
func exchange<Value>(_ place: inout Value, with value: consuming Value) -> Value {
    let old = place
    place = value
    return old
}
