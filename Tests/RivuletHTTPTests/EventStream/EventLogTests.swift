import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("A log of events and its cursors")
struct EventLogTests {
    /// Takes so many bytes as it is allowed to.
    private final class Sink: EventSink {
        var received: [UInt8] = []
        var writes = 0
        var capacity = Int.max
        var isCutOff = false
        var isEnded = false

        var text: String { String(decoding: received, as: UTF8.self) }

        func writeEvents(_ cursor: EventCursor) -> EventSinkState {
            writes += 1
            while true {
                switch cursor.nextPiece() {
                case .nothing: return .drained
                case .own(let frame, let offset):
                    guard capacity > 0 else { return .blocked }
                    received.append(contentsOf: frame.bytes[offset...])
                    cursor.dropOwn(frame.count - offset)
                case .window(let window, _):
                    let count = min(window.count, capacity)
                    received.append(contentsOf: window[..<count])
                    cursor.advance(by: count)
                    capacity -= count
                    if count < window.count { return .blocked }
                }
            }
        }

        func endEvents(_ cursor: EventCursor) { isEnded = true }
        func cutOff(_ cursor: EventCursor) { isCutOff = true }
    }

    private final class Bench {
        let hub: StreamHub
        let log: EventLog

        init(_ limits: Limits = Limits()) {
            hub = StreamHub(limits: limits)
            log = EventLog(limits: limits)
        }

        /// A log and its cursors hold each other until the cursors leave.
        deinit {
            for cursor in log.cursors { log.remove(cursor) }
        }

        func cursor(_ sink: Sink, after: UInt64 = 0, joinsLater: Bool = false) -> EventCursor {
            let cursor = EventCursor(
                EventStream(channels: 1, after: after), in: log, of: hub, to: sink, address: .none, subscription: Life())
            log.insert(cursor, joinsLater: joinsLater)
            return cursor
        }

        @discardableResult
        func append(_ text: String, _ sequence: UInt64) -> [EventCursor] {
            log.append(EventFrame(Array(text.utf8)), sequence: sequence, at: 0)
        }

        func writeAll() {
            while log.hasWork {
                var budget = 64
                log.writeSlice(&budget)
            }
        }
    }

    @Test("a chunk is put together once for all who send the same, and anew for whoever sends something else")
    func chunks() {
        let bench = Bench()
        let cursors = [bench.cursor(Sink()), bench.cursor(Sink())]
        var made: [String] = []
        func send(_ cursor: EventCursor) {
            guard case .window(let window, _) = cursor.nextPiece() else { return }
            _ = cursor.chunk(of: window) { window in
                made.append(String(decoding: window, as: UTF8.self))
                return Array(window)
            }
            cursor.advance(by: window.count)
        }
        bench.append("a", 1)
        for cursor in cursors { send(cursor) }
        bench.append("b", 2)
        send(cursors[0])
        bench.append("c", 3)
        // From the same byte on as the one before, but more; then to the same byte, but less.
        send(cursors[1])
        send(cursors[0])
        #expect(made == ["a", "b", "bc", "c"])
    }

    @Test("what has piled up goes out in one write")
    func coalescing() {
        let bench = Bench()
        let sink = Sink()
        let cursor = bench.cursor(sink)
        for number: UInt64 in 1...100 { bench.append("event \(number)\n", number) }
        bench.writeAll()
        #expect(sink.writes == 1)
        #expect(sink.text == (1...100).map { "event \($0)\n" }.joined())
        withExtendedLifetime(cursor) {}
    }

    @Test("what goes to one stream alone comes between two events, never inside one")
    func ownFrames() {
        let bench = Bench()
        let sink = Sink()
        sink.capacity = 3
        let cursor = bench.cursor(sink)
        bench.append("aaaaaa\n", 1)
        bench.writeAll()
        cursor.send(EventFrame(Array("own\n".utf8)))
        bench.append("bbbbbb\n", 2)
        bench.writeAll()
        #expect(sink.text == "aaa")
        sink.capacity = .max
        cursor.socketIsReady()
        #expect(sink.text == "aaaaaa\nown\nbbbbbb\n")
    }

    @Test("a stream that knows more than the log joins where its knowledge ends")
    func joining() {
        let bench = Bench()
        let sink = Sink()
        let cursor = bench.cursor(sink, after: 3, joinsLater: true)
        for number: UInt64 in 2...5 { bench.append("\(number) ", number) }
        bench.writeAll()
        #expect(sink.text == "4 5 ")
        withExtendedLifetime(cursor) {}
    }

    @Test("grows while somebody still has to read, up to its limit, and then cuts off only who is behind")
    func overrun() {
        var limits = Limits()
        limits.logBytes = 256 * 1024
        let bench = Bench(limits)
        let (slow, fast) = (Sink(), Sink())
        slow.capacity = 0
        let cursors = [bench.cursor(slow), bench.cursor(fast)]
        let frame = String(repeating: "x", count: 1024)
        var overrun: [EventCursor] = []
        for number: UInt64 in 1...300 where overrun.isEmpty {
            overrun = bench.append(frame, number)
            bench.writeAll()
        }
        #expect(overrun.count == 1)
        #expect(overrun.first === cursors[0])
        #expect(fast.received.count >= 256 * 1024)
        #expect(slow.received.isEmpty)
    }

    @Test("who is far behind reads the same bytes as who keeps up, however it takes them", arguments: [1, 700, 70_000, .max])
    func farBehind(step: Int) {
        let bench = Bench()
        let (slow, fast) = (Sink(), Sink())
        slow.capacity = 0
        let cursors = [bench.cursor(slow), bench.cursor(fast)]
        // More than the ring holds, one event larger than it, and data that is shared.
        for number: UInt64 in 1...40 {
            let size = number == 20 ? 300_000 : Int(number) * 700
            let data = [UInt8](repeating: UInt8(ascii: "a") + UInt8(number % 26), count: size)
            _ = bench.log.append((try? EventFrame(id: "\(number)", data: data)) ?? EventFrame([]), sequence: number, at: 0)
            bench.writeAll()
        }
        #expect(fast.received.count > 800_000)
        while slow.received.count < fast.received.count {
            slow.capacity = step == 1 ? slow.received.count == 0 ? 1 : 50_001 : step
            cursors[0].socketIsReady()
        }
        #expect(slow.received == fast.received)
    }

    @Test("an event's data is on one line, and the array is shared")
    func sharedData() throws {
        let frame = try EventFrame(id: "7", event: "message", data: Array("{}".utf8))
        #expect(frame.bytes == Array("id: 7\nevent: message\ndata: {}\n\n".utf8))
        #expect(frame.count == frame.bytes.count)
        #expect(try EventFrame(data: Array("a\r\nb".utf8)).bytes == Array("data: a\ndata: b\n\n".utf8))
        #expect(throws: ServerSentEvent.InvalidField.id) { try EventFrame(id: "a\nb", data: []) }
    }

    @Test("an id written in place gives the same frame as one that is a string", arguments: ["one line", "two\nlines", "two\r\nlines\r"])
    func idInPlace(data: String) throws {
        let data = Array(data.utf8)
        let frame = try EventFrame(event: "message", data: data, retry: 5, idCount: 9) { $0.append("abc-7") }
        #expect(frame.bytes == (try EventFrame(id: "abc-7", event: "message", data: data, retry: 5)).bytes)
        let text = String(decoding: data, as: UTF8.self)
        #expect(frame.bytes == (try ServerSentEvent(id: "abc-7", event: "message", data: text, retry: 5)).encoded())
        #expect(throws: ServerSentEvent.InvalidField.event) {
            try EventFrame(event: "a\nb", data: data, retry: nil, idCount: 1) { $0.append("a") }
        }
    }

    @Test("keeps at most so many events")
    func eventLimit() {
        var limits = Limits()
        limits.logEvents = 10
        let bench = Bench(limits)
        let slow = Sink()
        slow.capacity = 0
        let cursor = bench.cursor(slow)
        let overrun = (1...11).map { bench.append("e", UInt64($0)).count }
        #expect(overrun == Array(repeating: 0, count: 10) + [1])
        withExtendedLifetime(cursor) {}
    }

    @Test("a ring is contiguous over its end")
    func ring() throws {
        let ring = try #require(MappedRing(capacity: 4096))
        let bytes = [UInt8]((0..<100).map { UInt8($0) })
        ring.room(from: 4096 * 7 - 50, count: 100).copyBytes(from: bytes)
        #expect(Array(ring.window(from: 4096 * 7 - 50, count: 100)) == bytes)
        #expect(Array(ring.window(from: 4096 * 7, count: 50)) == Array(bytes[50...]))
    }

    @Test("cursors that leave in the middle of a round cost nobody their turn")
    func leaving() {
        let bench = Bench()
        let sinks = (0..<10).map { _ in Sink() }
        let cursors = sinks.map { bench.cursor($0) }
        bench.append("a", 1)
        var budget = 3
        bench.log.writeSlice(&budget)
        bench.log.remove(cursors[0])
        bench.log.remove(cursors[5])
        bench.writeAll()
        #expect(sinks.enumerated().filter { $0.offset != 5 }.allSatisfy { $0.element.text == "a" })
    }
}
