import Rivulet

/// Gives events their ids, remembers the last of them, and hands each on in the order of the ids.
///
/// The seam for other journals: ``MemoryJournal`` forgets at the end of the process; one that writes to disk, or an
/// engine that several machines share, may answer an append later, from another thread.
public protocol Journal: Sendable {
    /// The id of the last event.
    var currentID: EventID { get }

    /// How many events each channel has got since the start.
    var totals: [Channel: UInt64] { get }

    /// Journals an event, then hands it to whoever delivers.
    ///
    /// - Parameters:
    ///   - entry: what to journal.
    ///   - completion: called once, on any thread, possibly before this returns: with the id when the event is as safe as
    ///     the journal promises, or with why it is not; in that case nobody gets it.
    func append(_ entry: Entry, completion: @escaping @Sendable (Result<EventID, JournalError>) -> Void)

    /// Journals an event of which nobody waits for the outcome. One that can't be journaled now keeps its place before
    /// all that comes later, and is tried again until it can.
    func append(_ entry: Entry)

    /// How a stream begins that has seen everything up to `lastEventID`.
    ///
    /// - Parameters:
    ///   - lastEventID: as the client sent it, of any length and content; nil or empty for a client that comes anew.
    ///   - channels: what it asks for.
    func resume(after lastEventID: String?, channels: Set<Channel>) -> Resumption
}

/// Why an event could not be journaled.
public enum JournalError: Error, Hashable, Sendable {
    /// There is no room, or the device failed: trying again later may help.
    case unavailable(String)
}

extension Journal {
    /// Journals an event anew for each subscription; its one element is the id. Fails with a ``JournalError``.
    public func appending(_ entry: Entry) -> Observable<EventID> {
        .create { observer in
            append(entry) { result in
                switch result {
                case .success(let id):
                    observer.onNext(id)
                    observer.onCompleted()
                case .failure(let error): observer.onError(error)
                }
            }
            return Disposables.create()
        }
    }
}
