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

    /// The number of records that each channel got in the present epoch.
    var totals: [Channel: UInt64] { shelves.mapValues(\.total) }

    /// How many epochs without a record are remembered: a program that is started and fails again and again makes many.
    private static let emptyEpochs = 100

    /// Closes the present epoch and begins another. Its ids stay valid for as long as the history lives.
    mutating func begin(_ epoch: Epoch) {
        earlier.append(present)
        let empty = earlier.indices.filter { earlier[$0].last == 0 }
        if empty.count > Self.emptyEpochs { earlier.remove(at: empty[0]) }
        for channel in shelves.keys { shelves[channel]?.total = 0 }
        present = Span(epoch: epoch, base: present.base + present.last, last: 0)
    }

    /// Gives `entry` the next id and keeps it. Amortised constant time.
    mutating func append(_ entry: Entry) -> Record {
        present.last += 1
        let record = Record(id: current, entry: entry, position: present.base + present.last)
        let retention = retention
        shelves[entry.channel, default: Shelf(retention(entry.channel), lostThrough: 0)].append(record)
        return record
    }

    // MARK: Keeping it

    /// A history without its records: what must be known to put them back.
    struct Outline: Equatable, Sendable {
        /// The epochs, oldest first, each with its last sequence.
        var epochs: [EventID]
        /// The position of the newest record of each channel that is no longer kept, where there is one.
        var lost: [Channel: UInt64]
    }

    /// This history without its records.
    var outline: Outline {
        Outline(
            epochs: (earlier + [present]).map { EventID(epoch: $0.epoch, sequence: $0.last) },
            lost: shelves.mapValues(\.lostThrough).filter { $0.value > 0 })
    }

    /// The records that are kept, oldest first.
    var records: [Record] {
        shelves.values.flatMap { $0.records(after: 0) }.sorted { $0.position < $1.position }
    }

    /// The history of which `outline` is left. Put its records back with ``restore(_:at:)``.
    /// - Returns: nil when there is no epoch in it, or more events than can be counted.
    init?(_ outline: Outline, retention: @escaping @Sendable (Channel) -> Retention) {
        var spans: [Span] = []
        var end: UInt64 = 0
        for id in outline.epochs {
            spans.append(Span(epoch: id.epoch, base: end, last: id.sequence))
            let (sum, overflow) = end.addingReportingOverflow(id.sequence)
            if overflow { return nil }
            end = sum
        }
        guard let last = spans.popLast() else { return nil }
        earlier = spans
        present = last
        self.retention = retention
        for (channel, position) in outline.lost { shelves[channel] = Shelf(retention(channel), lostThrough: position) }
    }

    /// Puts a record back: one of those that the outline speaks of, or the next one after all of them.
    /// - Returns: false when it is neither.
    mutating func restore(_ entry: Entry, at position: UInt64) -> Bool {
        let end = present.base + present.last
        if position == end &+ 1, end < .max {
            present.last += 1
        } else if position == 0 || position > end {
            return false
        }
        guard let span = (earlier + [present]).last(where: { $0.base < position }) else { return false }
        let id = EventID(epoch: span.epoch, sequence: position - span.base)
        if shelves[entry.channel] == nil { shelves[entry.channel] = Shelf(retention(entry.channel), lostThrough: 0) }
        shelves[entry.channel]?.append(Record(id: id, entry: entry, position: position))
        return true
    }

    /// The position that the next record will have.
    var nextPosition: UInt64 { present.base + present.last + 1 }

    // MARK: Asking it

    /// What a client that has seen the event with this id still needs of `channels`; nil for one that brings no id.
    func missed(after id: String?, channels: Set<Channel>) -> Missed? {
        guard let id, !id.isEmpty else { return nil }
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
    /// How many records it got in the present epoch.
    fileprivate(set) var total: UInt64 = 0
    /// The position of the newest record that is no longer here.
    private(set) var lostThrough: UInt64

    init(_ retention: Retention, lostThrough: UInt64) {
        self.retention = retention
        self.lostThrough = lostThrough
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
