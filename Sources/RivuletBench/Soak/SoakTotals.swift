import Dispatch
import Rivulet

/// What happened in all, counted by everyone who takes part. Any thread.
final class SoakTotals: Sendable {
    struct Values: Sendable {
        var connections = 0
        var resumptions = 0
        var hidden = 0
        var shown = 0
        var killed = 0
        var resets = 0
        /// Requests that were answered otherwise than they should be, and streams that ended though nobody wanted that.
        var refusals = 0
        var firstRefusal: String?
        var latency = Histogram()
    }

    private let state = Lock(Values())

    var values: Values { state.withLock { $0 } }

    func count(_ path: any WritableKeyPath<Values, Int> & Sendable) { state.withLock { $0[keyPath: path] += 1 } }

    func refused(_ reason: @autoclosure () -> String) {
        state.withLock { state in
            state.refusals += 1
            if state.firstRefusal == nil { state.firstRefusal = reason() }
        }
    }

    /// A notification arrived that was sent at this time of the monotonic clock.
    func arrived(sentAt time: UInt64) {
        let now = DispatchTime.now().uptimeNanoseconds
        state.withLock { $0.latency.add(now > time ? now - time : 0) }
    }
}
