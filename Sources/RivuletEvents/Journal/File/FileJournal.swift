import Dispatch
import Rivulet

/// A journal in a file, which a later process takes up again: those who come back after a restart are told what they have
/// missed.
///
/// Appends are written by a worker of the journal's own, all that have piled up in one go, and only then get their ids
/// delivered: an event is in the file before anyone hears of it. Nobody else waits for the disk. Every start begins a new
/// epoch; ids of earlier ones stay valid up to the last event that was recovered.
public final class FileJournal: Journal {
    /// When what was written is forced to the device.
    public enum Synchronization: Hashable, Sendable {
        /// Before anyone hears of it: nothing is lost, even when the power fails. One `fdatasync` for all that piled up.
        case always
        /// A second after it at the latest: survives the end of the process, loses up to a second of a power failure.
        case interval
        /// When the system likes: survives the end of the process.
        case never
    }

    /// What was found in the file.
    public struct Recovery: Hashable, Sendable {
        /// How many events.
        public let records: Int
        /// How many bytes at the end were cut off, because they were not whole or not intact.
        public let discardedBytes: Int
    }

    private struct Waiting {
        let entry: Entry
        let completion: @Sendable (Result<EventID, JournalError>) -> Void
    }

    private struct Inbox {
        var waiting: [Waiting] = []
        var bytes = 0
        var isRunning = false
    }

    private struct Output {
        /// The length at which the file is written anew without what is no longer kept.
        var rewriteAt: Int
        var isSynchronizing = false
    }

    /// How much may wait for the worker before appends are refused.
    private static let waitingLimit = 64 << 20
    /// What a file may grow by at least before it is written anew.
    private static let slack = 1 << 20

    /// What was found in the file.
    public let recovery: Recovery

    private let storage: any JournalStorage
    private let synchronization: Synchronization
    private let deliver: @Sendable (Record) -> Void
    private let history: Lock<History>
    private let inbox = Lock(Inbox())
    /// The worker's alone.
    private let output: Lock<Output>
    private let worker = DispatchQueue(label: "rivulet.journal")

    /// Takes up the journal in a file, or begins one.
    ///
    /// - Parameters:
    ///   - path: of the file; `path.lock` and `path.new` beside it are used too.
    ///   - synchronization: when what was written is forced to the device.
    ///   - epoch: of this process; random, unless a test wants to know it.
    ///   - retention: how much of a channel is kept. The file holds at most about twice that.
    ///   - deliver: see ``MemoryJournal/init(epoch:retention:deliver:)``.
    /// - Throws: ``JournalError/unavailable(_:)`` when the file can't be read or written, another process has it, or it is
    ///   not a journal.
    public convenience init(
        path: String, synchronization: Synchronization, epoch: Epoch = .random(),
        retention: @escaping @Sendable (Channel) -> Retention = { _ in .standard }, deliver: @escaping @Sendable (Record) -> Void
    ) throws(JournalError) {
        let (storage, content): (FileStorage, [UInt8])
        do throws(StorageError) {
            (storage, content) = try FileStorage.open(path)
        } catch {
            throw .unavailable("\(error)")
        }
        try self.init(
            storage: storage, content: content, synchronization: synchronization, epoch: epoch, retention: retention, deliver: deliver)
    }

    init(
        storage: any JournalStorage, content: [UInt8], synchronization: Synchronization, epoch: Epoch,
        retention: @escaping @Sendable (Channel) -> Retention, deliver: @escaping @Sendable (Record) -> Void
    ) throws(JournalError) {
        guard JournalFormat.isJournal(content) else { throw .unavailable("The file is not a journal") }
        let recovered = JournalFormat.decode(content, retention: retention)
        recovery = Recovery(records: recovered?.records ?? 0, discardedBytes: content.count - (recovered?.length ?? 0))
        var history = recovered?.history ?? History(epoch: epoch, retention: retention)
        if recovered != nil { history.begin(epoch) }
        let content = JournalFormat.encode(history)
        do throws(StorageError) { try storage.replace(with: content) } catch { throw .unavailable("\(error)") }
        self.storage = storage
        self.synchronization = synchronization
        self.deliver = deliver
        self.history = Lock(history)
        output = Lock(Output(rewriteAt: 2 * content.count + Self.slack))
    }

    public var currentID: EventID { history.withLock { $0.current } }

    public var totals: [Channel: UInt64] { history.withLock { $0.totals } }

    public func resume(after lastEventID: String?, channels: Set<Channel>) -> Resumption {
        let (current, missed) = history.withLock { ($0.current, $0.missed(after: lastEventID, channels: channels)) }
        return Resumption(current: current, missed)
    }

    public func append(_ entry: Entry, completion: @escaping @Sendable (Result<EventID, JournalError>) -> Void) {
        let size = entry.event.utf8.count + entry.data.count
        let (isRefused, isRunning) = inbox.withLock { inbox in
            if inbox.bytes + size > Self.waitingLimit { return (true, true) }
            inbox.bytes += size
            inbox.waiting.append(Waiting(entry: entry, completion: completion))
            return (false, exchange(&inbox.isRunning, with: true))
        }
        if isRefused { return completion(.failure(.unavailable("Too much waits to be written"))) }
        if !isRunning { worker.async { self.work() } }
    }

    /// Writes everything that was appended, forces it to the device, and returns then. For the end of a process; not to be
    /// called from `deliver` or a completion, which run on the worker this waits for.
    public func flush() {
        worker.sync {
            work()
            try? storage.synchronize()
        }
    }

    // MARK: The worker

    private func work() {
        while true {
            let waiting = inbox.withLock { inbox in
                if inbox.waiting.isEmpty { inbox.isRunning = false }
                inbox.bytes = 0
                return exchange(&inbox.waiting, with: [])
            }
            if waiting.isEmpty { return }
            commit(waiting)
            rewriteIfLong()
        }
    }

    private func commit(_ waiting: [Waiting]) {
        // Only this worker appends to the history, so what is next now is next when the bytes are written.
        let first = history.withLock { $0.nextPosition }
        var bytes: [UInt8] = []
        for (offset, waiting) in waiting.enumerated() {
            bytes += JournalFormat.encode(waiting.entry, at: first + UInt64(offset))
        }
        do throws(StorageError) {
            try store(bytes)
        } catch {
            for waiting in waiting { waiting.completion(.failure(.unavailable("\(error)"))) }
            return
        }
        let ids = waiting.map { waiting in
            history.withLock { history in
                let record = history.append(waiting.entry)
                deliver(record)
                return record.id
            }
        }
        for (waiting, id) in zip(waiting, ids) { waiting.completion(.success(id)) }
    }

    private func store(_ bytes: [UInt8]) throws(StorageError) {
        try storage.append(bytes)
        switch synchronization {
        case .always:
            do throws(StorageError) {
                try storage.synchronize()
            } catch {
                // Written perhaps, but not safely: nobody hears of it, so it must not be there at the next start.
                try storage.takeBack(bytes.count)
                throw error
            }
        case .interval:
            if output.withLock({ exchange(&$0.isSynchronizing, with: true) }) { return }
            worker.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
                guard let self else { return }
                output.withLock { $0.isSynchronizing = false }
                try? storage.synchronize()
            }
        case .never: return
        }
    }

    /// Writes the file anew when half of it or more is no longer kept.
    private func rewriteIfLong() {
        guard storage.length >= output.withLock({ $0.rewriteAt }) else { return }
        let content = JournalFormat.encode(history.withLock { $0 })
        // If it fails (a full disk), the old file stays and goes on; the next attempt is made when it has grown more.
        try? storage.replace(with: content)
        output.withLock { $0.rewriteAt = max(2 * content.count, storage.length) + Self.slack }
    }
}
