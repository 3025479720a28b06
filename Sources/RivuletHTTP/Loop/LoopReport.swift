import Rivulet

/// How an event loop does at the moment.
public struct LoopReport: Sendable, Equatable {
    /// Which loop, from 0.
    public let index: Int
    /// How long it took to get to a job that came from outside.
    public let lag: Duration
    /// Bytes that wait for sockets, in the queues of all its connections.
    public let queuedBytes: Int
    /// Bytes in its logs of events, for streams that have not read them yet.
    public let eventLogBytes: Int
}

extension LoopCore {
    /// - Parameter asked: when somebody wanted to know, on the loops' clock.
    func report(_ index: Int, asked: UInt64) -> LoopReport {
        let now = LoopClock.now
        return LoopReport(
            index: index, lag: .nanoseconds(Int64(now > asked ? now - asked : 0)),
            queuedBytes: connections.elements.reduce(0) { $0 + $1.outputCount }, eventLogBytes: streams.logBytes)
    }
}

/// The way of a report to who waits for it: nothing, should the loop end without having looked at the question.
final class SurveyAnswer: Sendable {
    private let continuation: Lock<CheckedContinuation<LoopReport?, Never>?>

    init(_ continuation: CheckedContinuation<LoopReport?, Never>) { self.continuation = Lock(continuation) }

    deinit { give(nil) }

    func give(_ report: LoopReport?) { continuation.withLock { $0.take() }?.resume(returning: report) }
}
