import Dispatch
import Glibc
import Rivulet

/// A journal in a file, which a later process takes up again: those who come back after a restart are told what they have
/// missed.
///
/// Appends are written by a worker of the journal's own, all that have piled up in one go, and only then get their ids
/// delivered: an event is in the file before anyone hears of it. Nobody else waits for the disk. Every start begins a new
/// epoch; ids of earlier ones stay valid up to the last event that was recovered.
public final class FileJournal: Journal {
    /// When what was written is forced to the device.
    public enum Synchronization: String, Hashable, Sendable, CaseIterable {
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
        /// Whether the file was damaged before its end. It is kept as `path.damaged`, and the journal begins anew: nobody can be told
        /// exactly what was missed.
        public var isDamaged = false
    }

    /// Why a journal can't be taken up.
    public enum OpeningError: Error, Hashable, Sendable {
        /// There is a file, but it is not a journal of ours. It is left as it is.
        case notAJournal
        /// Another process has it.
        case inUse
        /// It can't be read or written; what the system said.
        case system(String)
    }

    /// How it goes: for those who run the server.
    public enum Condition: Hashable, Sendable {
        /// Writing has begun to fail, for this reason: appends are refused, or wait for it to succeed again.
        case failing(String)
        /// Writing succeeds again. So many events that should have waited were dropped, for there were too many.
        case working(dropped: Int)
        /// The file could not be written anew without what is no longer kept, for this reason: it goes on growing until it can.
        case growing(String)
    }

    private struct Waiting {
        let entry: Entry
        /// Nil when nobody waits for the outcome: then the entry waits for a better one.
        let completion: (@Sendable (Result<EventID, JournalError>) -> Void)?

        var size: Int { entry.event.utf8.count + entry.data.count }
    }

    private struct Inbox {
        var waiting: [Waiting] = []
        var bytes = 0
        /// How many entries were dropped that should have waited.
        var dropped = 0
        var isRunning = false
    }

    private struct Output {
        /// The length at which the file is written anew without what is no longer kept.
        var rewriteAt: Int
        var isSynchronizing = false
        var isFailing = false
        var willRetry = false
    }

    /// How much may wait for the worker before appends are refused.
    private static let waitingLimit = 64 << 20
    /// How much of what nobody waits for is kept while writing fails; each attempt encodes it again.
    private static let keptLimit = 4 << 20
    /// What a file may grow by at least before it is written anew.
    private static let slack = 1 << 20

    /// What was found in the file.
    public let recovery: Recovery

    private let storage: any JournalStorage
    private let synchronization: Synchronization
    private let report: @Sendable (Condition) -> Void
    private let deliver: @Sendable (Record) -> Void
    private let history: Lock<History>
    private let inbox = Lock(Inbox())
    /// The worker's alone.
    private let output: Lock<Output>
    private let worker = DispatchQueue(label: "rivulet.journal")

    /// Takes up the journal in a file, or begins one.
    ///
    /// - Parameters:
    ///   - path: of the file; `path.lock`, `path.new` and `path.damaged` beside it are used too.
    ///   - synchronization: when what was written is forced to the device.
    ///   - epoch: of this process; random, unless a test wants to know it.
    ///   - retention: how much of a channel is kept. The file holds at most about twice that.
    ///   - report: told on the worker when writing begins to fail, and when it succeeds again.
    ///   - deliver: see ``MemoryJournal/init(epoch:retention:deliver:)``.
    public convenience init(
        path: String, synchronization: Synchronization, epoch: Epoch = .random(),
        retention: @escaping @Sendable (Channel) -> Retention = { _ in .standard },
        report: @escaping @Sendable (Condition) -> Void = { _ in }, deliver: @escaping @Sendable (Record) -> Void
    ) throws(OpeningError) {
        let (storage, content): (FileStorage, [UInt8])
        do throws(StorageError) {
            (storage, content) = try FileStorage.open(path)
        } catch {
            throw error.code == EWOULDBLOCK ? .inUse : .system("\(error)")
        }
        try self.init(
            storage: storage, content: content, synchronization: synchronization, epoch: epoch, retention: retention, report: report,
            deliver: deliver)
    }

    init(
        storage: any JournalStorage, content: [UInt8], synchronization: Synchronization, epoch: Epoch,
        retention: @escaping @Sendable (Channel) -> Retention, report: @escaping @Sendable (Condition) -> Void = { _ in },
        deliver: @escaping @Sendable (Record) -> Void
    ) throws(OpeningError) {
        guard JournalFormat.isJournal(content) else { throw .notAJournal }
        var recovered = JournalFormat.decode(content, retention: retention)
        let goodLength = recovered?.length ?? 0
        let isDamaged = goodLength < content.count && JournalFormat.hasFrames(content, after: goodLength)
        // What is in front of the damage is not all that came after an id: whoever brings one must load everything anew.
        if isDamaged { recovered = nil }
        recovery = Recovery(
            records: recovered?.records ?? 0, discardedBytes: content.count - (recovered?.length ?? 0), isDamaged: isDamaged)
        var history = recovered?.history ?? History(epoch: epoch, retention: retention)
        do throws(StorageError) {
            if isDamaged { try storage.keepAside() }
            if recovered == nil {
                try storage.replace(with: JournalFormat.encode(history))
            } else {
                // Not written anew, for which a disk that is nearly full may have no room.
                if recovery.discardedBytes > 0 { try storage.takeBack(recovery.discardedBytes) }
                try storage.append(JournalFormat.encode(beginningOf: epoch))
                try storage.synchronize()
                history.begin(epoch)
            }
        } catch {
            throw .system("\(error)")
        }
        self.storage = storage
        self.synchronization = synchronization
        self.report = report
        self.deliver = deliver
        self.history = Lock(history)
        output = Lock(Output(rewriteAt: Self.limit(keeping: JournalFormat.encode(history).count)))
    }

    public var currentID: EventID { history.withLock { $0.current } }

    public var totals: [Channel: UInt64] { history.withLock { $0.totals } }

    public func resume(after lastEventID: String?, channels: Set<Channel>) -> Resumption {
        let (current, missed) = history.withLock { ($0.current, $0.missed(after: lastEventID, channels: channels)) }
        return Resumption(current: current, missed)
    }

    public func append(_ entry: Entry, completion: @escaping @Sendable (Result<EventID, JournalError>) -> Void) {
        if !accept(Waiting(entry: entry, completion: completion)) { completion(.failure(.unavailable("Too much waits to be written"))) }
    }

    public func append(_ entry: Entry) {
        if !accept(Waiting(entry: entry, completion: nil)) { inbox.withLock { $0.dropped += 1 } }
    }

    private func accept(_ waiting: Waiting) -> Bool {
        let (isAccepted, isRunning) = inbox.withLock { inbox in
            if inbox.bytes + waiting.size > Self.waitingLimit { return (false, true) }
            inbox.bytes += waiting.size
            inbox.waiting.append(waiting)
            return (true, exchange(&inbox.isRunning, with: true))
        }
        if !isRunning { worker.async { self.work() } }
        return isAccepted
    }

    /// Writes everything that was appended, if that is possible now, forces it to the device, and returns then. For the end of a process; not to be
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
            do throws(StorageError) {
                try commit(waiting)
                rewriteIfLong()
            } catch {
                if !refuse(waiting, "\(error)") { return retryLater() }
            }
        }
    }

    private func commit(_ waiting: [Waiting]) throws(StorageError) {
        // Only this worker appends to the history, so what is next now is next when the bytes are written.
        let first = history.withLock { $0.nextPosition }
        var bytes: [UInt8] = []
        for (offset, waiting) in waiting.enumerated() {
            bytes += JournalFormat.encode(waiting.entry, at: first + UInt64(offset))
        }
        try store(bytes)
        noteSuccess()
        let ids = waiting.map { waiting in
            history.withLock { history in
                let record = history.append(waiting.entry)
                deliver(record)
                return record.id
            }
        }
        for (waiting, id) in zip(waiting, ids) { waiting.completion?(.success(id)) }
    }

    /// Refuses those who wait for the outcome, and keeps the others' entries in their places.
    /// - Returns: whether somebody waits for the outcome of the next attempt.
    private func refuse(_ waiting: [Waiting], _ reason: String) -> Bool {
        noteFailure(reason)
        let unawaited = waiting.filter { $0.completion == nil }
        var bytes = 0
        let kept = unawaited.prefix { waiting in
            bytes += waiting.size
            return bytes <= Self.keptLimit
        }
        let isAwaited = inbox.withLock { inbox in
            inbox.waiting.insert(contentsOf: kept, at: 0)
            inbox.bytes += kept.reduce(0) { $0 + $1.size }
            inbox.dropped += unawaited.count - kept.count
            inbox.isRunning = inbox.waiting.contains { $0.completion != nil }
            return inbox.isRunning
        }
        for waiting in waiting { waiting.completion?(.failure(.unavailable(reason))) }
        return isAwaited
    }

    private func retryLater() {
        guard inbox.withLock({ !$0.waiting.isEmpty }), !output.withLock({ exchange(&$0.willRetry, with: true) }) else { return }
        worker.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
            guard let self else { return }
            output.withLock { $0.willRetry = false }
            work()
        }
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
                do throws(StorageError) { try storage.synchronize() } catch { noteFailure("\(error)") }
            }
        case .never: return
        }
    }

    private func noteFailure(_ reason: String) {
        if !output.withLock({ exchange(&$0.isFailing, with: true) }) { report(.failing(reason)) }
    }

    private func noteSuccess() {
        guard output.withLock({ exchange(&$0.isFailing, with: false) }) else { return }
        report(.working(dropped: inbox.withLock { exchange(&$0.dropped, with: 0) }))
    }

    /// Writes the file anew when half of it or more is no longer kept.
    private func rewriteIfLong() {
        guard storage.length >= output.withLock({ $0.rewriteAt }) else { return }
        let content = JournalFormat.encode(history.withLock { $0 })
        // If it fails (a full disk), the old file stays and goes on; the next attempt is made when it has grown more.
        do throws(StorageError) { try storage.replace(with: content) } catch { report(.growing("\(error)")) }
        output.withLock { $0.rewriteAt = max(Self.limit(keeping: content.count), storage.length + Self.slack) }
    }

    /// How long the file may get while so many bytes are what is kept.
    private static func limit(keeping count: Int) -> Int { 2 * count + slack }
}
