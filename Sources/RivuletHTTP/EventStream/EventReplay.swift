/// What a stream sends before the events to come: a greeting, and what a resuming client has missed.
///
/// What was missed may be tens of thousands of events and tens of megabytes, so each becomes a frame only when it is its
/// turn to be sent: the head of the response does not wait for that, nor do the other connections of the loop.
public struct EventReplay: Sendable {
    /// How many frames there are.
    public let count: Int
    private let frame: @Sendable (Int) -> EventFrame

    /// `opening` as it is, then a frame for each of `missed`, in order.
    /// - Parameters:
    ///   - opening: what comes first.
    ///   - missed: what comes then, not yet encoded.
    ///   - frame: makes a frame, on the stream's loop, once for each.
    public init<Missed: RandomAccessCollection & Sendable>(
        _ opening: [EventFrame], then missed: Missed, frame: @escaping @Sendable (Missed.Element) -> EventFrame
    ) {
        count = opening.count + missed.count
        self.frame = { index in
            if index < opening.count { return opening[index] }
            return frame(missed[missed.index(missed.startIndex, offsetBy: index - opening.count)])
        }
    }

    /// These frames, in order.
    public init(_ frames: [EventFrame] = []) {
        count = frames.count
        frame = { frames[$0] }
    }

    subscript(index: Int) -> EventFrame { frame(index) }
}

extension EventReplay: ExpressibleByArrayLiteral {
    /// These frames, in order.
    public init(arrayLiteral frames: EventFrame...) { self.init(frames) }
}

/// What is to be sent to one stream alone, in order: its replay, then what was added.
struct OwnFrames {
    private var replay: EventReplay
    private var replayed = 0
    private var added: [EventFrame] = []
    private var addedFirst = 0

    /// The one to send now; nil when there is none.
    private(set) var first: EventFrame?
    /// How much of the first one is sent.
    private(set) var sent = 0

    init(_ replay: EventReplay = EventReplay()) {
        self.replay = replay
        next()
    }

    var isEmpty: Bool { first == nil }

    mutating func append(_ frame: EventFrame) {
        guard frame.count > 0 else { return }
        if first == nil { first = frame } else { added.append(frame) }
    }

    /// Says how much was sent of what the first one still had.
    mutating func drop(_ count: Int) {
        sent += count
        if let first, sent == first.count { next() }
    }

    private mutating func next() {
        sent = 0
        first = nil
        // One that is empty has nothing to send, and would look like the end.
        while first == nil, replayed < replay.count {
            let frame = replay[replayed]
            replayed += 1
            if frame.count > 0 { first = frame }
        }
        if first == nil, replay.count > 0 {
            replay = EventReplay()
            replayed = 0
        }
        guard first == nil, addedFirst < added.count else { return }
        first = added[addedFirst]
        addedFirst += 1
        if addedFirst == added.count {
            added = []
            addedFirst = 0
        }
    }
}
