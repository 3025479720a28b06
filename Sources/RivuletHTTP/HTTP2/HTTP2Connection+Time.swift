import CNGHTTP2

// Time: how long a client may take for what it has begun, for what it is asked for, and for nothing at all.
extension HTTP2Connection {
    /// Only what is complete proves that the client is there for something: a byte now and then keeps nothing open.
    func watchProgress(over bytes: Span<UInt8>) {
        let hasCompleted = progress.advance(over: bytes)
        if hasCompleted { idleSince = connection.now }
        if !progress.isUnfinished {
            headDeadline = nil
        } else if hasCompleted || headDeadline == nil {
            let end = connection.now + limits.headTimeout.clampedNanoseconds
            headDeadline = end
            expect(by: end)
        }
        if streams.isEmpty { setDeadline() }
    }

    /// Looks at all streams, so not for each of their steps: a deadline that comes too early is set again when it has come.
    /// Without streams it is exact.
    func setDeadline() {
        guard !isClosing else { return }
        if streams.isEmpty {
            connection.deadline = headDeadline ?? idleDeadline
        } else {
            connection.deadline = min(streams.all.lazy.compactMap(\.deadline).min() ?? .max, headDeadline ?? .max)
        }
    }

    /// Whether silence is the client's. While it takes nothing of what it is sent, for which it has a time of its own, nobody
    /// listens; and to what it said meanwhile not before the next turn.
    var isReading: Bool { connection.readsInput && resumedAt < connection.now }

    private var idleDeadline: UInt64 { idleSince + limits.idleTimeout.clampedNanoseconds }

    func deadlinePassed() {
        if let headDeadline, connection.now >= headDeadline {
            // In any case past and done with: a deadline that stays in the past would fire again at once.
            self.headDeadline = nil
            if isReading {
                session?.terminate(NGHTTP2_ENHANCE_YOUR_CALM)
                isLeaving = true
            } else {
                self.headDeadline = connection.now + limits.headTimeout.clampedNanoseconds
            }
        } else if streams.isEmpty, headDeadline == nil, connection.now >= idleDeadline {
            session?.submitGoAway()
            connection.flush()
            return close()
        }
        for stream in streams.all {
            if let deadline = stream.deadline, connection.now >= deadline { stream.deadlinePassed() }
        }
        connection.flushAtEndOfTurn()
        setDeadline()
    }
}
