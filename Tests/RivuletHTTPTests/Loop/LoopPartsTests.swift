import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("The parts of an event loop")
struct LoopPartsTests {
    @Test("timers come out in the order of their times")
    func timers() {
        var heap = TimerHeap()
        for time: UInt64 in [5, 3, 9, 1, 7, 3] { heap.insert(.action(time), at: time) }
        #expect(heap.earliest == 1)
        #expect(heap.popDue(at: 0) == nil)
        heap.removeAll { $0 == .action(7) }
        var times: [UInt64] = []
        while let entry = heap.popDue(at: 8) { times.append(entry.time) }
        #expect(times == [1, 3, 3, 5])
        #expect(heap.popDue(at: 9)?.time == 9)
        #expect(heap.isEmpty)
    }

    @Test("a slot is used again under another name, and the old one finds nothing")
    func slots() {
        var table = SlotTable<String>()
        var names: [ConnectionName] = []
        func insert(_ element: String) {
            _ = table.insert { name in
                names.append(name)
                return element
            }
        }
        insert("a")
        insert("b")
        table.remove(names[0])
        insert("c")
        #expect(names[2].slot == names[0].slot)
        #expect(table[names[0]] == nil)
        #expect(table[names[2]] == "c")
        #expect(table[ConnectionName(token: names[1].token)] == "b")
        table.remove(names[0])
        #expect(table.count == 2)
    }

    @Test("an inbox keeps the order of each sender, and tells the first since it was emptied")
    func inbox() async {
        final class Received: Sendable { let numbers = Lock<[Int]>([]) }
        let inbox = Inbox()
        let received = Received()
        #expect(inbox.push {})
        #expect(!inbox.push {})
        _ = inbox.takeAll()
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<1000 { _ = inbox.push { received.numbers.withLock { $0.append(sender * 1000 + number) } } }
                }
            }
        }
        for job in inbox.takeAll() { job() }
        let numbers = received.numbers.withLock { $0 }
        #expect(numbers.count == 4000)
        for sender in 0..<4 { #expect(numbers.filter { $0 / 1000 == sender } == Array(sender * 1000..<sender * 1000 + 1000)) }
    }
}
