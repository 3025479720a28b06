import Synchronization

/// Jobs that other threads leave for an event loop: a stack that is pushed to and emptied by one atomic exchange, so
/// that neither side ever waits for the other.
///
/// `@unchecked Sendable`: a node is written before the exchange that publishes it (releasing) and read after the one
/// that takes it out (acquiring); the raw pointer is the one reference to it.
final class Inbox: @unchecked Sendable {
    typealias Job = @Sendable () -> Void

    private final class Node {
        let job: Job
        var next: UnsafeMutableRawPointer?

        init(_ job: @escaping Job) { self.job = job }
    }

    private let newest = Atomic<UnsafeMutableRawPointer?>(nil)

    deinit { _ = takeAll() }

    var isEmpty: Bool { newest.load(ordering: .acquiring) == nil }

    /// Leaves a job. Any thread.
    /// - Returns: whether the inbox was empty: then the loop may be asleep and has to be woken, once for all that follow.
    func push(_ job: @escaping Job) -> Bool {
        let node = Node(job)
        let pointer = Unmanaged.passRetained(node).toOpaque()
        var head = newest.load(ordering: .relaxed)
        while true {
            node.next = head
            let (exchanged, current) = newest.weakCompareExchange(
                expected: head, desired: pointer, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
            if exchanged { return head == nil }
            head = current
        }
    }

    /// Takes out all jobs, oldest first.
    func takeAll() -> [Job] {
        var jobs: [Job] = []
        var pointer = newest.exchange(nil, ordering: .acquiring)
        while let current = pointer {
            let node = Unmanaged<Node>.fromOpaque(current).takeRetainedValue()
            pointer = node.next
            jobs.append(node.job)
        }
        jobs.reverse()
        return jobs
    }
}
