/// What a journal remembers: a pure value. Assigns ids, keeps each channel within its ``Retention``, and knows whether
/// what came after an id is still complete.
///
/// Records are counted through all epochs by *position*. A journal that recovers records from a file knows more than
/// one epoch; each is a span of positions, and an id is valid up to the last position of its span.
struct History: Sendable {
    private struct Span {
        let epoch: Epoch
        /// The position before the first of this epoch.
        let base: UInt64
        var last: UInt64
    }

    private var earlier: [Span] = []
    private var present: Span
    private var shelves: [Channel: Shelf] = [:]
    private let retention: @Sendable (Channel) -> Retention

    /// A history without records, in `epoch`.
    init(epoch: Epoch, retention: @escaping @Sendable (Channel) -> Retention) {
        present = Span(epoch: epoch, base: 0, last: 0)
        self.retention = retention
    }

    /// The id of the last record, or of "before the first" of the present epoch.
    var current: EventID { EventID(epoch: present.epoch, sequence: present.last) }

    /// The number of records that each channel ever got.
    var totals: [Channel: UInt64] { shelves.mapValues(\.total) }

    /// Closes the present epoch and begins another. Its ids stay valid for as long as the history lives.
    mutating func begin(_ epoch: Epoch) {
        earlier.append(present)
        present = Span(epoch: epoch, base: present.base + present.last, last: 0)
    }

    /// Gives `entry` the next id and keeps it. Amortised constant time.
    mutating func append(_ entry: Entry) -> Record {
        present.last += 1
        let record = Record(id: current, entry: entry, position: present.base + present.last)
        if shelves[entry.channel] == nil { shelves[entry.channel] = Shelf(retention(entry.channel)) }
        shelves[entry.channel]?.append(record)
        return record
    }

    /// What a client that has seen the event with this id still needs of `channels`, as far as shelves go; in any order.
    func missed(after id: String, channels: Set<Channel>) -> Missed {
        guard let id = EventID(id), let position = position(of: id) else { return .unknown }
        let shelves = channels.compactMap { self.shelves[$0] }
        if shelves.contains(where: { $0.lostThrough > position }) { return .expired }
        return .records(since: id, shelves.map { $0.records(after: position) })
    }

    enum Missed {
        case unknown
        case expired
        /// The records of each channel, oldest first.
        case records(since: EventID, [[Record]])
    }

    private func position(of id: EventID) -> UInt64? {
        let span = id.epoch == present.epoch ? present : earlier.last { $0.epoch == id.epoch }
        guard let span, id.sequence <= span.last else { return nil }
        return span.base + id.sequence
    }
}

/// The records of one channel, oldest first, within their limits.
private struct Shelf: Sendable {
    private let retention: Retention
    private var records: [Record?] = []
    /// Where the oldest kept record is; before it are places already empty, swept when they are half of all.
    private var oldest = 0
    private var bytes = 0
    /// How many records it ever got.
    private(set) var total: UInt64 = 0
    /// The position of the newest record that is no longer here.
    private(set) var lostThrough: UInt64 = 0

    init(_ retention: Retention) {
        self.retention = retention
    }

    mutating func append(_ record: Record) {
        records.append(record)
        bytes += record.size
        total += 1
        while records.count - oldest > retention.events || bytes > retention.bytes { dropOldest() }
    }

    private mutating func dropOldest() {
        guard oldest < records.count, let record = records[oldest] else { return }
        lostThrough = record.position
        bytes -= record.size
        records[oldest] = nil
        oldest += 1
        if oldest > 32, oldest > records.count / 2 {
            records.removeFirst(oldest)
            oldest = 0
        }
    }

    /// The records that came after a position. Logarithmic, plus one retain for each of them.
    func records(after position: UInt64) -> [Record] {
        var (low, high) = (oldest, records.count)
        while low < high {
            let middle = (low + high) / 2
            if let record = records[middle], record.position > position { high = middle } else { low = middle + 1 }
        }
        return records[low...].compactMap(\.self)
    }
}
