import Rivulet
import RivuletEvents
import RivuletHTTP

/// What is told to everyone: the bus, the viewers and their pages, the journal that gives all of it an order, and the
/// broadcast that brings it to every stream.
///
///     bus ────────┐
///     viewers ────┼──▶ journal (id, order, replay) ──▶ broadcast ──▶ the log of each loop ──▶ streams
///     catalogue ──┘
final class LiveEvents: Sendable {
    let bus = NotificationBus.default
    let viewers = Viewers()
    let broadcast: EventBroadcast
    let journal: any Journal

    private let file: FileJournal?
    private let bindings = CompositeDisposable()

    /// Takes up the journal in the file, where there is to be one: reads it, and begins a new epoch.
    init(_ configuration: Configuration.Events, log: Log) throws(StartFailure) {
        let broadcast = EventBroadcast()
        // Under the journal's lock, so that every loop gets the events in the order of their ids.
        let deliver: @Sendable (Record) -> Void = { record in
            broadcast.publish(record.frame, channel: EventChannels.bit(record.entry.channel), sequence: record.id.sequence)
        }
        file = try FileJournal.open(configuration, log: log, deliver: deliver)
        journal = file ?? MemoryJournal(retention: { _ in Retention(configuration) }, deliver: deliver)
        self.broadcast = broadcast
        bindings += bus.attach(journal)
        bindings += viewers.lifecycle.subscribe(onNext: { [journal] in journal.append($0.entry) })
    }

    deinit { bindings.dispose() }

    /// Puts what was journaled on the device. Waits for that: for the end of the program.
    func flush() { file?.flush() }
}

extension Retention {
    fileprivate init(_ configuration: Configuration.Events) {
        self.init(events: configuration.journalEvents, bytes: configuration.journalBytes)
    }
}

extension FileJournal {
    /// - Returns: nil where no file is wanted.
    fileprivate static func open(
        _ configuration: Configuration.Events, log: Log, deliver: @escaping @Sendable (Record) -> Void
    ) throws(StartFailure) -> FileJournal? {
        guard let path = configuration.journal else { return nil }
        let journal: FileJournal
        do throws(OpeningError) {
            journal = try FileJournal(
                path: path, synchronization: configuration.fsync, retention: { _ in Retention(configuration) },
                report: { log.report($0, journal: path) }, deliver: deliver)
        } catch {
            throw StartFailure(error, path)
        }
        let found: KeyValuePairs = ["events": String(journal.recovery.records), "cut": "\(journal.recovery.discardedBytes) bytes"]
        if journal.recovery.isDamaged {
            log.error("the journal \(path) is damaged; it is kept as \(path).damaged, and all clients get a reset", found)
        } else if journal.recovery.discardedBytes == 0 {
            log.info("the journal \(path) is taken up", found)
        } else {
            log.warning("the journal \(path) is taken up, but its end was damaged and is cut off", found)
        }
        return journal
    }
}

extension Log {
    fileprivate func report(_ condition: FileJournal.Condition, journal path: String) {
        switch condition {
        case .failing(let reason): error("the journal \(path) can't be written; events are refused until it can: \(reason)")
        case .working(let dropped): info("the journal \(path) can be written again", ["dropped": String(dropped)])
        case .growing(let reason): warning("the journal \(path) can't be shortened: \(reason)")
        }
    }
}

extension StartFailure {
    fileprivate init(_ error: FileJournal.OpeningError, _ path: String) {
        switch error {
        case .notAJournal: self.init(.brokenInput, "\(path) is not a journal of rivulet's; it is left as it is")
        case .inUse: self.init(.cannotWrite, "the journal \(path) is in use by another process")
        case .system(let reason): self.init(.cannotWrite, "the journal \(path) can't be used: \(reason)")
        }
    }
}
