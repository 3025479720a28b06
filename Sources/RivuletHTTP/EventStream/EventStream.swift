import Rivulet
import Synchronization

/// The body of a response that goes on for as long as the client stays: the events of a set of channels, from a given
/// one on, and what is sent to this client alone.
///
/// It has no queue of events: on its connection's loop it is a cursor into the log that all streams of the same channels
/// share. A client that falls behind the log, or takes nothing for too long, is cut off, and can resume by its last id.
public final class EventStream: Sendable {
    /// Why a stream was broken off.
    public enum CutOff: Sendable, CustomStringConvertible {
        /// The log has gone on without it.
        case fellBehind
        /// Its client took nothing for too long.
        case stalled

        public var description: String {
            switch self {
            case .fellBehind: "it fell behind the log"
            case .stalled: "its client took nothing for too long"
            }
        }
    }

    /// The channels it gets events of, a bit each.
    public let channels: UInt64
    private let replay: Lock<EventReplay>
    let after: UInt64
    let heartbeat: RxTimeInterval?
    private let onCutOff: (@Sendable (CutOff) -> Void)?
    private let compresses = Atomic<Bool>(false)

    private enum State {
        /// Not on a connection yet.
        case waiting(frames: [EventFrame], ending: EventFrame?)
        case attached(EventLoop, LoopBound<EventCursor?>)
        case over
    }

    private let state = Lock<State>(.waiting(frames: [], ending: nil))

    /// A stream yet to be sent.
    ///
    /// - Parameters:
    ///   - channels: which channels' events it gets, a bit each; none by default.
    ///   - replay: what comes first: a greeting, and what a resuming client has missed.
    ///   - sequence: the last event that is known as of `replay`: those published after it follow, each once.
    ///   - heartbeat: after how long a silence a comment is sent; nil for the server's.
    ///   - onCutOff: called on the loop when the stream is broken off because its client is too slow.
    public init(
        channels: UInt64 = 0, replay: EventReplay = [], after sequence: UInt64 = 0, heartbeat: RxTimeInterval? = nil,
        onCutOff: (@Sendable (CutOff) -> Void)? = nil
    ) {
        self.channels = channels
        self.replay = Lock(replay)
        after = sequence
        self.heartbeat = heartbeat
        self.onCutOff = onCutOff
    }

    /// Sends a frame to this client alone, between two events of its channels. Any thread. For small things: a frame that
    /// the client does not take waits in memory until the stream is cut off. Does nothing once the stream is over.
    public func send(_ frame: [UInt8]) {
        let frame = EventFrame(frame)
        let attached: (loop: EventLoop, cursor: LoopBound<EventCursor?>)? = state.withLock { state in
            switch state {
            case .waiting(var frames, let ending):
                frames.append(frame)
                state = .waiting(frames: frames, ending: ending)
                return nil
            case .attached(let loop, let cursor): return (loop, cursor)
            case .over: return nil
            }
        }
        attached?.loop.executeInline { attached?.cursor.value?.send(frame) }
    }

    /// Ends the stream in order, after what was sent before. Any thread.
    /// - Parameter retry: after how many milliseconds the client shall come back; nil leaves that to it.
    public func end(retry: Int? = nil) {
        let frame = retry.map(EventFrame.init(retry:)) ?? EventFrame([])
        let attached: (loop: EventLoop, cursor: LoopBound<EventCursor?>)? = state.withLock { state in
            switch state {
            case .waiting(let frames, nil):
                state = .waiting(frames: frames, ending: frame)
                return nil
            case .attached(let loop, let cursor): return (loop, cursor)
            case .waiting, .over: return nil
            }
        }
        attached?.loop.executeInline { attached?.cursor.value?.end(with: frame) }
    }

    // MARK: Inside

    /// Has it compressed, from its first byte on: before it is on its connection.
    func compress() { compresses.store(true, ordering: .releasing) }

    /// What compresses it; nil when nothing does.
    func makeDeflater() -> Deflater? { compresses.load(ordering: .acquiring) ? Deflater(.small) : nil }

    /// What it begins with. Once: what was missed must not stay in memory for as long as the stream lives.
    func takeReplay() -> EventReplay {
        replay.withLock { replay in
            defer { replay = [] }
            return replay
        }
    }

    /// The stream is on its connection: what was sent meanwhile follows the replay. On the loop.
    func attached(to loop: EventLoop, _ cursor: LoopBound<EventCursor?>) {
        let (frames, ending) = state.withLock { state -> ([EventFrame], EventFrame?) in
            guard case .waiting(let frames, let ending) = state else { return ([], nil) }
            state = .attached(loop, cursor)
            return (frames, ending)
        }
        for frame in frames { cursor.value?.add(frame) }
        if let ending { cursor.value?.end(with: ending) }
    }

    func detached() { state.withLock { $0 = .over } }

    func wasCutOff(_ reason: CutOff) { onCutOff?(reason) }
}
