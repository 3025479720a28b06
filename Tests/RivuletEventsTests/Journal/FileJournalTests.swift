import Foundation
import Rivulet
import Synchronization
import Testing

@testable import RivuletEvents

/// What is in the file of a journal, in memory, with a disk that can be full.
private final class TestStorage: JournalStorage {
    private let content = Lock<[UInt8]>([])
    let isFull = Atomic(false)
    let cannotSynchronize = Atomic(false)
    let log = Log<String>()

    init(_ content: [UInt8] = []) { self.content.withLock { $0 = content } }

    var bytes: [UInt8] { content.withLock { $0 } }

    var length: Int { bytes.count }

    func append(_ bytes: [UInt8]) throws(StorageError) {
        if isFull.load(ordering: .relaxed) { throw StorageError(call: "write", code: ENOSPC) }
        content.withLock { $0 += bytes }
        log.append("append")
    }

    func takeBack(_ count: Int) throws(StorageError) { content.withLock { $0.removeLast(count) } }

    func synchronize() throws(StorageError) {
        if cannotSynchronize.load(ordering: .relaxed) { throw StorageError(call: "fdatasync", code: EIO) }
        log.append("synchronize")
    }

    func keepAside() throws(StorageError) { log.append("keep aside") }

    func replace(with bytes: [UInt8]) throws(StorageError) {
        if isFull.load(ordering: .relaxed) { throw StorageError(call: "write", code: ENOSPC) }
        content.withLock { $0 = bytes }
        log.append("replace")
    }
}

@Suite("A journal in a file")
struct FileJournalTests {
    private func journal(
        _ storage: TestStorage, epoch: UInt64, synchronization: FileJournal.Synchronization = .never, events: Int = 1_000,
        deliver: @escaping @Sendable (Record) -> Void = { _ in }
    ) throws -> FileJournal {
        try FileJournal(
            storage: storage, content: storage.bytes, synchronization: synchronization, epoch: Epoch(rawValue: epoch),
            retention: { _ in Retention(events: events, bytes: 1 << 20) }, deliver: deliver)
    }

    private func replayed(_ journal: FileJournal, after epoch: UInt64, _ sequence: UInt64, _ channels: Set<Channel>) -> String {
        switch journal.resume(after: "\(Epoch(rawValue: epoch))-\(sequence)", channels: channels).outcome {
        case .fresh: "fresh"
        case .reset(let reason): reason.rawValue
        case .replay(_, let records): records.map { "\($0.id.epoch.rawValue)-\($0.id.sequence)" }.joined(separator: " ")
        }
    }

    @Test("is taken up by the next process: old ids are exact up to what was recovered")
    func restart() throws {
        let storage = TestStorage()
        var first: FileJournal? = try journal(storage, epoch: 1)
        first?.append(.test(.activity, 1))
        first?.append(.test(.lifecycle, 2))
        first?.append(.test(.activity, 3))
        first?.flush()
        first = nil
        let second = try journal(storage, epoch: 2)
        #expect(second.recovery == FileJournal.Recovery(records: 3, discardedBytes: 0))
        #expect(second.currentID == EventID(epoch: Epoch(rawValue: 2), sequence: 0))
        second.append(.test(.activity, 4))
        second.flush()
        #expect(replayed(second, after: 1, 1, [.activity]) == "1-3 2-1")
        #expect(replayed(second, after: 1, 0, [.activity, .lifecycle]) == "1-1 1-2 1-3 2-1")
        #expect(replayed(second, after: 1, 3, [.activity]) == "2-1")
        #expect(replayed(second, after: 1, 4, [.activity]) == "unknown")
        #expect(replayed(second, after: 2, 1, [.activity]) == "")
        let third = try journal(storage, epoch: 3)
        #expect(replayed(third, after: 1, 2, [.activity]) == "1-3 2-1")
        #expect(replayed(third, after: 2, 0, [.activity]) == "2-1")
    }

    @Test("is taken up on a disk that has room for little, and remembers its epochs, but not endlessly many without an event")
    func manyStarts() throws {
        let storage = TestStorage()
        for epoch in 1...300 as ClosedRange<UInt64> {
            let journal = try journal(storage, epoch: epoch)
            if epoch % 100 == 1 { journal.append(.test(.activity, Int(epoch))) }
            journal.flush()
        }
        #expect(storage.log.elements.filter { $0 == "replace" }.count == 1, "only the first start writes the whole file")
        let last = try journal(storage, epoch: 301)
        #expect(last.recovery == FileJournal.Recovery(records: 3, discardedBytes: 0))
        #expect(last.totals[.activity] ?? 0 == 0, "what was recovered is not counted as new")
        #expect(replayed(last, after: 1, 1, [.activity]) == "101-1 201-1")
        #expect(replayed(last, after: 300, 0, [.activity]) == "")
        #expect(replayed(last, after: 150, 0, [.activity]) == "unknown")
        #expect(replayed(last, after: 201, 0, [.activity]) == "201-1")
    }

    @Test("cuts off a torn end, wherever it was torn")
    func tornAnywhere() throws {
        let storage = TestStorage()
        let whole = try journal(storage, epoch: 1)
        var ends = [storage.length]
        for number in 1...6 {
            whole.append(.test(number % 2 == 0 ? .activity : .lifecycle, number, size: number * 3))
            whole.flush()
            ends.append(storage.length)
        }
        let bytes = storage.bytes
        for length in 0...bytes.count {
            let torn = try journal(TestStorage(Array(bytes.prefix(length))), epoch: 2)
            let count = max(0, ends.count { $0 <= length } - 1)
            let good = ends.last { $0 <= length } ?? 0
            #expect(torn.recovery == FileJournal.Recovery(records: count, discardedBytes: length - good))
            if length >= ends[0] {
                let expected = (0..<count).map { "1-\($0 + 1)" }.joined(separator: " ")
                #expect(replayed(torn, after: 1, 0, [.activity, .lifecycle]) == expected)
                #expect(replayed(torn, after: 1, UInt64(count) + 1, [.activity]) == "unknown")
            }
        }
    }

    @Test("never takes a damaged record for a good one, whichever bit is damaged")
    func damage() throws {
        let storage = TestStorage()
        let whole = try journal(storage, epoch: 1)
        let start = storage.length
        for number in 1...3 { whole.append(.test(.activity, number)) }
        whole.flush()
        let bytes = storage.bytes
        for bit in (start * 8)..<(bytes.count * 8) {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            let recovered = JournalFormat.decode(damaged) { _ in .standard }
            let data = recovered?.history.records.map { String(decoding: $0.entry.data, as: UTF8.self) } ?? []
            #expect(data.count < 3 && data == ["1", "2", "3"].prefix(data.count).map { $0 })
        }
    }

    @Test("begins anew when it is damaged before its end, for nobody can be told exactly what was missed", arguments: [0, 1, 2, 3])
    func damageInTheMiddle(part: Int) throws {
        let storage = TestStorage()
        let whole = try journal(storage, epoch: 1)
        var starts = [18]
        for number in 1...4 {
            starts.append(storage.length)
            whole.append(.test(.activity, number, size: 100))
            whole.flush()
        }
        // In the outline, or in the first, second or third record; in a length, a checksum or what follows.
        for offset in [0, 3, 5, 8, 12] {
            var bytes = storage.bytes
            bytes[starts[part] + offset] ^= 0x40
            let damaged = TestStorage(bytes)
            let journal = try journal(damaged, epoch: 2)
            #expect(journal.recovery == FileJournal.Recovery(records: 0, discardedBytes: bytes.count, isDamaged: true))
            #expect(Array(damaged.log.elements.prefix(2)) == ["keep aside", "replace"])
            for sequence in 0...4 as ClosedRange<UInt64> { #expect(replayed(journal, after: 1, sequence, [.activity]) == "unknown") }
        }
    }

    @Test("a damaged file is kept beside the one that begins anew")
    func keepAside() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rivulet-journal-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "journal").path
        func open(_ epoch: UInt64) throws -> FileJournal {
            try FileJournal(path: path, synchronization: .never, epoch: Epoch(rawValue: epoch)) { _ in }
        }
        func write(_ epoch: UInt64) throws {
            let journal = try open(epoch)
            for number in 1...3 { journal.append(.test(.activity, number)) }
            journal.flush()
        }
        for epoch in [1, 3] as [UInt64] {
            try write(epoch)
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: path))
            let journal = try open(epoch + 1)
            #expect(journal.recovery.isDamaged)
            #expect(try Data(contentsOf: URL(filePath: path + ".damaged")) == bytes)
            #expect(replayed(journal, after: epoch, 1, [.activity]) == "unknown")
        }
        #expect(try open(5).recovery == FileJournal.Recovery(records: 0, discardedBytes: 0))
    }

    @Test("refuses a file that is not a journal, and leaves it as it is", arguments: ["hello", "\0", "rivulet journal 2\n"])
    func foreignFile(text: String) {
        let storage = TestStorage(Array(text.utf8))
        #expect(throws: FileJournal.OpeningError.self) { try journal(storage, epoch: 1) }
        #expect(storage.bytes == Array(text.utf8))
    }

    @Test("forces what it writes to the device before anyone hears of it, in groups")
    func groupCommit() throws {
        let storage = TestStorage()
        let journal = try journal(storage, epoch: 1, synchronization: .always) { _ in storage.log.append("deliver") }
        for number in 0..<100 { journal.append(.test(.activity, number)) { _ in storage.log.append("answer") } }
        journal.flush()
        var (delivered, answered, safe, written) = (0, 0, 0, 0)
        for step in storage.log.elements {
            switch step {
            case "append": written += 1
            case "synchronize": safe = written
            case "deliver":
                delivered += 1
                #expect(safe == written)
            case "answer":
                answered += 1
                #expect(answered <= delivered)
            default: break
            }
        }
        #expect(delivered == 100 && answered == 100)
    }

    @Test("answers with an error while the disk is full, delivers nothing of that, loses nothing, and recovers", arguments: [false, true])
    func fullDisk(onlySynchronizing: Bool) throws {
        let storage = TestStorage()
        let delivered = Log<UInt64>()
        let journal = try journal(storage, epoch: 1, synchronization: .always) { delivered.append($0.id.sequence) }
        let answers = Log<String>()
        let answer: @Sendable (Result<EventID, JournalError>) -> Void = { result in
            switch result {
            case .success(let id): answers.append("\(id.sequence)")
            case .failure: answers.append("error")
            }
        }
        let setFailing: (Bool) -> Void = { isFailing in
            if onlySynchronizing {
                storage.cannotSynchronize.store(isFailing, ordering: .relaxed)
            } else {
                storage.isFull.store(isFailing, ordering: .relaxed)
            }
        }
        journal.append(.test(.activity, 1), completion: answer)
        journal.flush()
        setFailing(true)
        journal.append(.test(.activity, 2), completion: answer)
        journal.flush()
        #expect(journal.currentID.sequence == 1)
        setFailing(false)
        journal.append(.test(.activity, 3), completion: answer)
        journal.flush()
        #expect(answers.elements == ["1", "error", "2"])
        #expect(delivered.elements == [1, 2])
        let data = JournalFormat.decode(storage.bytes) { _ in .standard }?.history.records.map(\.entry.data)
        #expect(data == [Array("1".utf8), Array("3".utf8)])
    }

    @Test("keeps what nobody waits for until it can be written, before what comes later")
    func patience() async throws {
        let storage = TestStorage()
        let (delivered, conditions) = (Log<String>(), Log<FileJournal.Condition>())
        let journal = try FileJournal(
            storage: storage, content: [], synchronization: .never, epoch: Epoch(rawValue: 1), retention: { _ in .standard },
            report: { conditions.append($0) }, deliver: { delivered.append("\($0.entry.event) \($0.id.sequence)") })
        storage.isFull.store(true, ordering: .relaxed)
        journal.append(Entry(channel: .activity, event: "first", data: []))
        let refused = Recorded(journal.appending(Entry(channel: .notifications, event: "refused", data: [])))
        journal.append(Entry(channel: .activity, event: "second", data: []))
        journal.flush()
        #expect(refused.error as? JournalError == .unavailable("write: No space left on device"))
        #expect(delivered.elements.isEmpty && journal.currentID.sequence == 0)
        storage.isFull.store(false, ordering: .relaxed)
        journal.append(Entry(channel: .notifications, event: "third", data: [])) { _ in }
        journal.flush()
        #expect(delivered.elements == ["first 1", "second 2", "third 3"])
        #expect(conditions.elements == [.failing("write: No space left on device"), .working(dropped: 0)])
    }

    @Test("tries again by itself what nobody waits for, and drops it only when there is too much")
    func retry() async throws {
        let storage = TestStorage()
        let conditions = Log<FileJournal.Condition>()
        let (delivery, continuation) = AsyncStream.makeStream(of: String.self)
        let journal = try FileJournal(
            storage: storage, content: [], synchronization: .never, epoch: Epoch(rawValue: 1), retention: { _ in .standard },
            report: { conditions.append($0) }, deliver: { continuation.yield($0.entry.event) })
        storage.isFull.store(true, ordering: .relaxed)
        for number in 0..<6 { journal.append(Entry(channel: .activity, event: "\(number)", data: Array(repeating: 0, count: 1 << 20))) }
        journal.flush()
        storage.isFull.store(false, ordering: .relaxed)
        var events: [String] = []
        for await event in delivery.prefix(3) { events.append(event) }
        #expect(events == ["0", "1", "2"])
        #expect(conditions.elements.last == .working(dropped: 3))
    }

    @Test("stays within its size, and knows after a restart what it has let go of")
    func rewriting() throws {
        let storage = TestStorage()
        let journal = try journal(storage, epoch: 1, events: 20)
        journal.append(.test(.notifications, 0))
        for number in 0..<5_000 {
            journal.append(.test(.activity, number, size: 1_000))
            if number % 100 == 0 { journal.flush() }
        }
        journal.flush()
        #expect(storage.log.elements.count { $0 == "replace" } > 2)
        #expect(storage.length < 2_300_000)
        let next = try self.journal(storage, epoch: 2, events: 20)
        #expect(replayed(next, after: 1, 0, [.activity]) == "expired")
        #expect(replayed(next, after: 1, 4_980, [.activity]) == "expired")
        #expect(replayed(next, after: 1, 4_981, [.activity]).split(separator: " ").count == 20)
        #expect(replayed(next, after: 1, 0, [.notifications]) == "1-1")
        #expect(next.currentID.sequence == 0)
    }

    @Test("keeps order and loses nothing when many threads append")
    func threads() async throws {
        let storage = TestStorage()
        let delivered = Log<UInt64>()
        let journal = try journal(storage, epoch: 1, events: 100_000) { delivered.append($0.id.sequence) }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for number in 0..<1_000 { journal.append(.test(.activity, number)) } }
            }
        }
        journal.flush()
        #expect(delivered.elements == Array(1...4_000))
        let next = try self.journal(storage, epoch: 2, events: 100_000)
        #expect(next.recovery.records == 4_000)
    }
}

@Suite("A journal's file")
struct FileStorageTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "rivulet-journal-\(UUID())")

    private func open() throws -> FileJournal {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try FileJournal(path: folder.appending(path: "journal").path, synchronization: .always) { _ in }
    }

    @Test("is there for the next process, and for one at a time")
    func reopening() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var first: FileJournal? = try open()
        first?.append(.test(.activity, 1))
        first?.flush()
        #expect(throws: FileJournal.OpeningError.self) { try open() }
        let id = first?.currentID.description
        first = nil
        // The worker's last block may still hold it.
        var second: FileJournal?
        for _ in 0..<1_000 where second == nil { second = try? open() }
        #expect(second?.recovery == FileJournal.Recovery(records: 1, discardedBytes: 0))
        guard case .replay(_, let records)? = second?.resume(after: id, channels: [.activity]).outcome else {
            Issue.record("The id is known")
            return
        }
        #expect(records.isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: "journal").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("can't be where no file can be")
    func noFolder() {
        #expect(throws: FileJournal.OpeningError.self) {
            try FileJournal(path: "/nonexistent/folder/journal", synchronization: .never) { _ in }
        }
    }
}
