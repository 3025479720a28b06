/// How a stream begins, as of one moment: nothing was appended between ``outcome`` and ``current``.
///
/// What is appended afterwards has a greater sequence than ``current``: who delivers those too has no seam.
public struct Resumption: Sendable {
    /// The id of the last event at that moment.
    public let current: EventID
    /// What the client gets before the events to come.
    public let outcome: Outcome

    /// A beginning.
    public init(current: EventID, outcome: Outcome) {
        self.current = current
        self.outcome = outcome
    }

    /// What a client gets before the events to come.
    public enum Outcome: Sendable {
        /// It asked for nothing: it begins here.
        case fresh
        /// Exactly the events it has missed, oldest first.
        case replay(from: EventID, [Record])
        /// What it has missed can't be told: it must load the present state anew.
        case reset(ResetReason)
    }
}

/// Why a client can't be told what it has missed.
public enum ResetReason: String, Hashable, Sendable {
    /// An event of a channel it asked for, newer than its id, is no longer kept.
    case expired
    /// Its id was not given out here: of an earlier start, from the future, or no id at all.
    case unknown
}
