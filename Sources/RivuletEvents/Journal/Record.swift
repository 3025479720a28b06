/// What a stream can be asked for: `/events?channels=notifications,lifecycle`.
public struct Channel: RawRepresentable, Hashable, Sendable {
    /// Its name on the wire.
    public let rawValue: String

    /// The channel of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What is posted on the ``NotificationBus``.
    public static let notifications = Channel(rawValue: "notifications")
    /// The messages of every ``Page``.
    public static let lifecycle = Channel(rawValue: "lifecycle")
    /// Whether a job runs.
    public static let activity = Channel(rawValue: "activity")
    /// Changes of the article list.
    public static let articles = Channel(rawValue: "articles")
    /// The seconds of a visible page; not journaled.
    public static let ticks = Channel(rawValue: "ticks")
}

/// An event that is to be journaled.
public struct Entry: Hashable, Sendable {
    /// The channel it goes out on.
    public let channel: Channel
    /// The name of the event: `event:` on the wire.
    public let event: String
    /// Its data: `data:` on the wire, shared by everyone who gets it.
    public let data: [UInt8]

    /// An event with that name and data on `channel`.
    public init(channel: Channel, event: String, data: [UInt8]) {
        self.channel = channel
        self.event = event
        self.data = data
    }
}

/// An event that was journaled. Immutable and shared, so that handing out ten thousand copies nothing.
public final class Record: Sendable {
    /// Its id.
    public let id: EventID
    /// What was journaled.
    public let entry: Entry
    /// Its place among all records of all epochs that the journal knows.
    let position: UInt64

    init(id: EventID, entry: Entry, position: UInt64) {
        self.id = id
        self.entry = entry
        self.position = position
    }

    /// What it counts against the bytes of a ``Retention``.
    var size: Int { entry.event.utf8.count + entry.data.count }
}

/// How much of a channel is kept for those who come back. The older goes when either limit is passed.
public struct Retention: Hashable, Sendable {
    /// The number of events.
    public var events: Int
    /// Their bytes: names and data together.
    public var bytes: Int

    /// Keeps at most `events` events and `bytes` bytes; 0 of either keeps nothing.
    public init(events: Int, bytes: Int) {
        self.events = max(0, events)
        self.bytes = max(0, bytes)
    }

    /// 10 000 events or 64 MiB.
    public static let standard = Retention(events: 10_000, bytes: 64 << 20)
}
