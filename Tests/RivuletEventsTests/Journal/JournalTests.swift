import Rivulet
import Testing

@testable import RivuletEvents

extension Entry {
    static func test(_ channel: Channel, _ number: Int, size: Int = 0) -> Entry {
        Entry(channel: channel, event: "e", data: Array("\(number)".utf8) + [UInt8](repeating: 0x20, count: size))
    }
}

@Suite("A journal in memory")
struct MemoryJournalTests {
    private let epoch = Epoch(rawValue: 7)

    private func journal(events: Int = 100, bytes: Int = 1 << 20) -> MemoryJournal {
        MemoryJournal(epoch: epoch, retention: { _ in Retention(events: events, bytes: bytes) }, deliver: { _ in })
    }

    private func id(_ sequence: UInt64) -> String { EventID(epoch: epoch, sequence: sequence).description }

    @Test("numbers all channels in one sequence, and delivers in that order")
    func sequence() {
        let delivered = Log<String>()
        let journal = MemoryJournal(epoch: epoch) { delivered.append("\($0.id.sequence) \($0.entry.channel.rawValue)") }
        #expect(journal.currentID == EventID(epoch: epoch, sequence: 0))
        journal.append(.test(.notifications, 1))
        journal.append(.test(.lifecycle, 2))
        let id = Recorded(journal.appending(.test(.notifications, 3)))
        #expect(delivered.elements == ["1 notifications", "2 lifecycle", "3 notifications"])
        #expect(id.elements == [EventID(epoch: epoch, sequence: 3)])
        #expect(id.isCompleted)
        #expect(journal.currentID.sequence == 3)
        #expect(journal.totals == [.notifications: 2, .lifecycle: 1])
    }

    @Test("replays what was missed, in order, of the channels asked for")
    func replay() {
        let journal = journal()
        for number in 1...9 { journal.append(.test([.notifications, .lifecycle, .activity][number % 3], number)) }
        let resumption = journal.resume(after: id(3), channels: [.notifications, .activity])
        #expect(resumption.current.sequence == 9)
        guard case .replay(let from, let records) = resumption.outcome else {
            Issue.record("\(resumption.outcome)")
            return
        }
        #expect(from.sequence == 3)
        #expect(records.map(\.id.sequence) == [5, 6, 8, 9])
    }

    @Test("begins afresh for who brings no id", arguments: [nil, ""])
    func fresh(id: String?) {
        let journal = journal()
        journal.append(.test(.activity, 1))
        guard case .fresh = journal.resume(after: id, channels: [.activity]).outcome else {
            Issue.record("Not fresh")
            return
        }
    }

    @Test(
        "knows no id but its own up to now",
        arguments: ["0000000000000007-4", "0000000000000008-1", "7-1", "nonsense", "0000000000000007-18446744073709551615"])
    func unknown(id: String) {
        let journal = journal()
        for number in 1...3 { journal.append(.test(.activity, number)) }
        let resumption = journal.resume(after: id, channels: [.activity])
        guard case .reset(.unknown) = resumption.outcome else {
            Issue.record("\(resumption.outcome)")
            return
        }
        #expect(resumption.current.sequence == 3)
    }

    @Test("resets exactly when an event of a requested channel is gone")
    func expired() {
        let journal = journal(events: 2)
        journal.append(.test(.notifications, 1))
        for number in 2...6 { journal.append(.test(.lifecycle, number)) }
        // Of lifecycle 5 and 6 are kept, 4 is the newest lost.
        func outcome(_ sequence: UInt64, _ channels: Set<Channel>) -> [UInt64]? {
            switch journal.resume(after: id(sequence), channels: channels).outcome {
            case .replay(_, let records): records.map(\.id.sequence)
            default: nil
            }
        }
        #expect(outcome(3, [.lifecycle]) == nil)
        #expect(outcome(4, [.lifecycle]) == [5, 6])
        #expect(outcome(0, [.notifications]) == [1])
        #expect(outcome(0, [.notifications, .lifecycle]) == nil)
        #expect(outcome(0, [.articles]) == [])
        #expect(outcome(0, []) == [])
        #expect(outcome(6, [.lifecycle]) == [])
    }

    @Test("keeps no more bytes than it may, and nothing of an event that is too large alone")
    func bytes() {
        let journal = journal(bytes: 100)
        journal.append(.test(.activity, 1, size: 40))
        journal.append(.test(.activity, 2, size: 40))
        journal.append(.test(.activity, 3, size: 40))
        guard case .replay(_, let records) = journal.resume(after: id(1), channels: [.activity]).outcome else {
            Issue.record("Two of them fit")
            return
        }
        #expect(records.count == 2)
        journal.append(.test(.activity, 4, size: 101))
        guard case .reset(.expired) = journal.resume(after: id(3), channels: [.activity]).outcome else {
            Issue.record("The fourth can't be there")
            return
        }
        guard case .replay(_, let none) = journal.resume(after: id(4), channels: [.activity]).outcome else {
            Issue.record("Nothing was missed")
            return
        }
        #expect(none.isEmpty)
    }

    @Test("lets go of the records that it no longer keeps")
    func release() {
        let delivered = Log<Record>()
        let few = Retention(events: 3, bytes: 1_000)
        let journal = MemoryJournal(epoch: epoch, retention: { _ in few }, deliver: { delivered.append($0) })
        for number in 0..<4 { journal.append(.test(.activity, number)) }
        weak let first = delivered.elements.first
        weak let second = delivered.elements.dropFirst().first
        delivered.removeAll()
        #expect(first == nil)
        #expect(second != nil)
        #expect(journal.currentID.sequence == 4)
    }

    @Test("hands over in the order of the ids, whoever appends, and loses nothing at the seam between replay and live")
    func seam() async {
        let delivered = Log<UInt64>()
        let journal = MemoryJournal(epoch: epoch) { delivered.append($0.id.sequence) }
        let seams = Log<(replayed: [UInt64], current: UInt64)>()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for number in 0..<2_000 { journal.append(.test(number % 2 == 0 ? .notifications : .lifecycle, number)) }
                }
            }
            group.addTask {
                for _ in 0..<50 {
                    let start = journal.currentID
                    await Task.yield()
                    let resumption = journal.resume(after: start.description, channels: [.notifications, .lifecycle])
                    if case .replay(let from, let records) = resumption.outcome {
                        seams.append((Array(from.sequence...from.sequence) + records.map(\.id.sequence), resumption.current.sequence))
                    }
                }
            }
        }
        #expect(delivered.elements == Array(1...8_000))
        #expect(seams.elements.count == 50)
        for seam in seams.elements {
            // No hole up to the moment of the snapshot, nothing beyond it.
            let first = seam.replayed.first ?? 0
            #expect(seam.replayed == Array(first...seam.current))
        }
    }
}

/// Random operations on a history and on a model that keeps everything and searches it.
@Suite("A journal's history")
struct HistoryTests {
    private struct Model {
        var records: [(epoch: Epoch, sequence: UInt64, entry: Entry)] = []
        var epoch: Epoch
        var sequence: UInt64 = 0

        /// The indices of the records of a channel that are kept: the longest tail within both limits.
        func kept(_ channel: Channel, _ retention: Retention) -> Set<Int> {
            var (count, bytes) = (0, 0)
            var kept: Set<Int> = []
            for index in records.indices.reversed() where records[index].entry.channel == channel {
                count += 1
                bytes += records[index].entry.data.count + records[index].entry.event.utf8.count
                if count > retention.events || bytes > retention.bytes { break }
                kept.insert(index)
            }
            return kept
        }

        func missed(after id: EventID, _ channels: Set<Channel>, _ retention: Retention) -> String {
            var begin = 0
            if id.sequence > 0 {
                let index = records.firstIndex { $0.epoch == id.epoch && $0.sequence == id.sequence }
                guard let index else { return "unknown" }
                begin = index + 1
            } else if id.epoch != epoch {
                guard let index = records.firstIndex(where: { $0.epoch == id.epoch }) else { return "unknown" }
                begin = index
            } else {
                begin = records.firstIndex { $0.epoch == epoch } ?? records.count
            }
            let wanted = records.indices[begin...].filter { channels.contains(records[$0].entry.channel) }
            let kept = channels.reduce(into: Set<Int>()) { $0.formUnion(self.kept($1, retention)) }
            if !wanted.allSatisfy(kept.contains) { return "expired" }
            return wanted.map { "\(records[$0].epoch)-\(records[$0].sequence)" }.joined(separator: " ")
        }
    }

    @Test("agrees with a naive model", arguments: 0..<40)
    func model(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let retention = Retention(events: Int.random(in: 0...60, using: &random), bytes: Int.random(in: 0...800, using: &random))
        let channels: [Channel] = [.notifications, .lifecycle, .activity]
        let first = Epoch(rawValue: 1)
        var history = History(epoch: first, retention: { _ in retention })
        var model = Model(epoch: first)
        for turn in 0..<800 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0:
                let epoch = Epoch(rawValue: UInt64(turn) + 2)
                // An epoch without records leaves no trace in the model.
                if model.sequence == 0 { continue }
                history.begin(epoch)
                model.epoch = epoch
                model.sequence = 0
            case 1..<60:
                // One channel is busier than the others.
                let channel = channels[min(2, Int.random(in: 0..<6, using: &random))]
                let entry = Entry.test(channel, turn, size: Int.random(in: 0..<40, using: &random))
                let record = history.append(entry)
                model.sequence += 1
                model.records.append((model.epoch, model.sequence, entry))
                #expect(record.id == EventID(epoch: model.epoch, sequence: model.sequence))
            default:
                let wanted = Set(channels.filter { _ in Bool.random(using: &random) })
                let id: EventID
                if let record = model.records.randomElement(using: &random), Int.random(in: 0..<10, using: &random) > 0 {
                    id = EventID(epoch: record.epoch, sequence: record.sequence + UInt64.random(in: 0...1, using: &random))
                } else {
                    id = EventID(epoch: model.epoch, sequence: UInt64.random(in: 0...model.sequence + 1, using: &random))
                }
                let missed = describe(history.missed(after: id.description, channels: wanted))
                #expect(missed == model.missed(after: id, wanted, retention))
            }
        }
    }

    private func describe(_ missed: History.Missed?) -> String {
        switch missed {
        case nil: "fresh"
        case .unknown: "unknown"
        case .expired: "expired"
        case .records(_, let channels):
            channels.joined().sorted { $0.position < $1.position }.map(\.id.description).joined(separator: " ")
        }
    }
}

/// A generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
