import Rivulet

/// Where a server's events go in: each is handed to every loop once, and from there to the streams of its channel.
public final class EventBroadcast: Sendable {
    private struct State {
        var loops: [EventLoop] = []
        var newest: UInt64 = 0
    }

    private let state = Lock(State())

    /// A broadcast without a server yet.
    public init() {}

    /// Publishes an encoded event to all streams that listen to its channel. Any thread; returns when every loop has it in
    /// its inbox, not when it is delivered.
    ///
    /// Calls must come in the order of their sequence numbers, so whoever assigns the numbers makes the call under the
    /// same lock. One message and at most one wake-up for each loop, however many streams there are.
    ///
    /// - Parameters:
    ///   - frame: the event as it goes over the wire.
    ///   - channel: the channel it belongs to: one bit.
    ///   - sequence: its number, greater than any before, 1 or more.
    public func publish(_ frame: EventFrame, channel: UInt64, sequence: UInt64) {
        state.withLock { state in
            state.newest = sequence
            for loop in state.loops {
                loop.execute { [unowned loop] in loop.confined.streams.publish(frame, channels: channel, sequence: sequence) }
            }
        }
    }

    /// Hands events to these loops from now on.
    func begin(on loops: [EventLoop]) {
        state.withLock { state in
            state.loops = loops
            let newest = state.newest
            for loop in loops { loop.execute { [unowned loop] in loop.confined.streams.start(after: newest) } }
        }
    }

    func end() { state.withLock { $0.loops = [] } }
}
