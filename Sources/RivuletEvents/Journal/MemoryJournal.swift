import Rivulet

/// A journal that lives as long as the process.
public final class MemoryJournal: Journal {
    private let history: Lock<History>
    private let deliver: @Sendable (Record) -> Void

    /// A journal without events, in a new epoch.
    ///
    /// - Parameters:
    ///   - epoch: random, unless a test wants to know it.
    ///   - retention: how much of a channel is kept; asked once for each channel.
    ///   - deliver: gets every record, in the order of the ids. The one exception to "never call out under a lock": it
    ///     runs under the journal's, so that assigning the id, keeping the record and handing it on are one step and no
    ///     two threads can hand over in another order. So it must be brief and only pass the record on (append it to a
    ///     loop's inbox); it must not call the journal.
    public init(
        epoch: Epoch = .random(), retention: @escaping @Sendable (Channel) -> Retention = { _ in .standard },
        deliver: @escaping @Sendable (Record) -> Void
    ) {
        history = Lock(History(epoch: epoch, retention: retention))
        self.deliver = deliver
    }

    public var currentID: EventID { history.withLock { $0.current } }

    public var totals: [Channel: UInt64] { history.withLock { $0.totals } }

    public func append(_ entry: Entry) { append(entry) { _ in } }

    public func append(_ entry: Entry, completion: @escaping @Sendable (Result<EventID, JournalError>) -> Void) {
        let record = history.withLock { history in
            let record = history.append(entry)
            deliver(record)
            return record
        }
        completion(.success(record.id))
    }

    public func resume(after lastEventID: String?, channels: Set<Channel>) -> Resumption {
        let (current, missed) = history.withLock { ($0.current, $0.missed(after: lastEventID, channels: channels)) }
        return Resumption(current: current, missed)
    }
}

extension Resumption {
    /// Puts the channels' records into one order: outside of the journal's lock, for there may be tens of thousands.
    init(current: EventID, _ missed: History.Missed?) {
        let outcome: Outcome
        switch missed {
        case nil: outcome = .fresh
        case .unknown: outcome = .reset(.unknown)
        case .expired: outcome = .reset(.expired)
        case .records(let id, let channels):
            let records = channels.count == 1 ? channels[0] : channels.joined().sorted { $0.position < $1.position }
            outcome = .replay(from: id, records)
        }
        self.init(current: current, outcome: outcome)
    }
}
