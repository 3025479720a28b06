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
    let journal: MemoryJournal

    private let bindings = CompositeDisposable()

    init(_ limits: Configuration.Events) {
        let broadcast = EventBroadcast()
        let retention = Retention(events: limits.journalEvents, bytes: limits.journalBytes)
        // Under the journal's lock, so that every loop gets the events in the order of their ids.
        let journal = MemoryJournal(
            retention: { _ in retention },
            deliver: { record in
                broadcast.publish(record.frame, channel: EventChannels.bit(record.entry.channel), sequence: record.id.sequence)
            })
        self.broadcast = broadcast
        self.journal = journal
        bindings += bus.attach(journal)
        bindings += viewers.lifecycle.subscribe(onNext: { journal.append($0.entry) })
    }

    deinit { bindings.dispose() }
}
