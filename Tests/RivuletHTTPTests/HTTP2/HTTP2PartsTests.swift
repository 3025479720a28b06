import CNGHTTP2
import Glibc
import Testing

@testable import RivuletHTTP

@Suite("The parts of HTTP/2")
struct HTTP2PartsTests {
    private static let second: UInt64 = 1_000_000_000

    @Test("a bucket lets a burst pass, and so many a second after that")
    func bucket() {
        var bucket = TokenBucket(burst: 10, rate: 2, at: 0)
        func passed(_ attempts: Int, at time: UInt64) -> Int {
            var count = 0
            for _ in 0..<attempts where bucket.take(at: time) { count += 1 }
            return count
        }
        #expect(passed(12, at: 0) == 10)
        #expect(passed(5, at: Self.second) == 2)
        #expect(passed(20, at: 100 * Self.second) == 10)
    }

    @Test("stream numbers only grow: one that was passed over can't be opened, a known one can get its trailers")
    func numbers() {
        var numbers = StreamNumbers()
        let results = [1, 7, 1, 3, 5, 9].map { numbers.open($0) }
        #expect(results == [.opened, .opened, .known, .passedOver, .passedOver, .opened])
        var gaps = StreamNumbers()
        let accepted = (1...200).map { gaps.open(Int32(4 * $0 + 1)) }
        #expect(accepted.contains(.passedOver))
    }

    @Test("what is lent as vectors and what is left of them after a part was sent are the bytes that were put in, in order")
    func frames() {
        let large = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
        let small = Array("a frame's header".utf8)
        var expected: [UInt8] = []
        var frames = FrameBuffer()
        frames.begin(capacity: 8)
        for piece in [small[...], large[...], large[100..<4_000], small[...], large[7..<20], large[...], small[...]] {
            if piece.count > 1_000 { frames.append(piece) } else { piece.withUnsafeBytes { frames.append($0) } }
            expected += piece
        }
        #expect(frames.count == expected.count)
        let lent = frames.withVectors { vectors in
            vectors.flatMap { Array(UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len)) }
        }
        #expect(lent == expected)
        for sent in [0, 1, small.count, small.count + 1, 5_016, 9_000, 13_960, expected.count - 1, expected.count] {
            #expect(Array(frames.rest(after: sent).joined()) == Array(expected[sent...]))
        }
        frames.removeAll()
        #expect(frames.isEmpty && frames.rest(after: 0).allSatisfy { $0.isEmpty })
    }

    @Test("the library's memory is used again, cleared where that is asked for, and keeps what is in it when it grows")
    func blocks() throws {
        let cache = BlockCache()
        let memory = cache.functions
        let first = try #require(memory.malloc(100, memory.mem_user_data))
        memset(first, 0xAB, 100)
        let larger = try #require(memory.realloc(first, 5_000, memory.mem_user_data))
        #expect(UnsafeRawBufferPointer(start: larger, count: 100).allSatisfy { $0 == 0xAB })
        let second = try #require(memory.calloc(10, 10, memory.mem_user_data))
        #expect(second == first)
        #expect(UnsafeRawBufferPointer(start: second, count: 100).allSatisfy { $0 == 0 })
        let third = try #require(memory.malloc(100, memory.mem_user_data))
        #expect(third != second)
        #expect(memory.realloc(third, 90, memory.mem_user_data) == third)
        #expect(memory.calloc(.max, 2, memory.mem_user_data) == nil)
        memory.free(nil, memory.mem_user_data)
        for block in [larger, second, third] { memory.free(block, memory.mem_user_data) }
    }

    /// What there is to know of a client's progress after each of some pieces: whether something was completed by it, and
    /// whether something is unfinished.
    private func progress(_ pieces: [[UInt8]]) -> [[Bool]] {
        var progress = FrameProgress()
        return pieces.map { [progress.advance(over: $0.span), progress.isUnfinished] }
    }

    private static let preface: [UInt8] = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings: [UInt8] = [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]
    private static let start: [UInt8] = preface + settings

    @Test("the preface goes as far as the first frame")
    func progressOfPreface() {
        let whole = progress([[], Self.start])
        #expect(whole == [[false, true], [true, false]])
        let bytes = progress(Self.start.map { [$0] })
        let expected = Self.start.indices.map { $0 == Self.start.count - 1 ? [true, false] : [false, true] }
        #expect(bytes == expected)
    }

    @Test(
        "bytes of a frame complete nothing before the last, however they are cut",
        arguments: [
            [0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 3, 0x77, 0xFF, 0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 4, 1, 0, 0, 0, 0],
        ] as [[UInt8]])
    func progressOfFrame(_ frame: [UInt8]) {
        let steps = progress([Self.start] + (frame + frame).map { [$0] })
        let ends = (frame + frame).indices.map { ($0 + 1) % frame.count == 0 ? [true, false] : [false, true] }
        #expect(steps == [[true, false]] + ends)
        // The end of one and the beginning of the next.
        let overlapping = progress([Self.start, frame + frame.prefix(1), Array(frame.dropFirst()) + frame])
        #expect(overlapping == [[true, false], [true, true], [true, false]])
    }

    @Test("a header block is one thing, with all its frames; content is not watched")
    func progressOfBlock() {
        let headers: [UInt8] = [0, 0, 2, 1, 1, 0, 0, 0, 1, 0x82, 0x86]
        let more: [UInt8] = [0, 0, 1, 9, 0, 0, 0, 0, 1, 0x84]
        let last: [UInt8] = [0, 0, 1, 9, 4, 0, 0, 0, 1, 0x84]
        #expect(progress([Self.start, headers, more, more + last]) == [[true, false], [false, true], [false, true], [true, false]])
        let (begun, rest): ([UInt8], [UInt8]) = ([0, 0, 4, 0], [0, 0, 0, 0, 1])
        let content = progress([Self.start, begun, rest, [1, 2], [3, 4]])
        #expect(content == [[true, false], [false, true], [false, false], [false, false], [true, false]])
    }

    private func collect(_ fields: [(String, String)], limit: Int = 16 * 1024) -> Result<RequestHead, Refusal> {
        var collector = HeaderCollector(sizeLimit: limit, countLimit: 100)
        return collect(fields, with: &collector)
    }

    private func collect(_ fields: [(String, String)], with collector: inout HeaderCollector) -> Result<RequestHead, Refusal> {
        collector.begin()
        for (name, value) in fields {
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { value in _ = collector.add(name, value) }
            }
        }
        do throws(Refusal) { return .success(try collector.finish().head) } catch { return .failure(error) }
    }

    @Test("a header becomes a request's head")
    func head() throws {
        let head = try collect([
            (":method", "GET"), (":scheme", "http"), (":authority", "a.test:80"), (":path", "/a?b=c"), ("accept", "*/*"),
            ("host", "a.test:80"),
        ]).get()
        #expect(head.method == .get)
        #expect(head.path == "/a")
        #expect(head.query == "b=c")
        #expect(head.authority == "a.test:80")
        #expect(head.fields["accept"] == "*/*")
        #expect(!head.fields.contains(":method"))
    }

    @Test(
        "what libnghttp2 leaves to the application is refused here",
        arguments: [
            ([(":path", "/a b")], 400), ([(":path", "a")], 400), ([(":path", "*")], 400), ([(":path", "/#a")], 400),
            ([(":path", "/"), (":authority", "u@a")], 400), ([(":path", "/"), (":authority", "a"), ("host", "b")], 400),
            ([(":path", "/"), ("expect", "wonders")], 417),
        ])
    func refusals(fields: [(String, String)], expected: Int) {
        guard case .failure(let refusal) = collect([(":method", "GET"), (":scheme", "http")] + fields) else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.status.rawValue == expected)
    }

    @Test("a header that is the same as the last one shares its head, and one that differs anywhere is its own")
    func sameHeader() throws {
        var collector = HeaderCollector(sizeLimit: 16 * 1024, countLimit: 100)
        let fields = [(":method", "GET"), (":scheme", "http"), (":authority", "a"), (":path", "/a"), ("accept", "*/*"), ("x", "")]
        let first = try collect(fields, with: &collector).get()
        let second = try collect(fields, with: &collector).get()
        #expect(first === second)

        var others: [[(String, String)]] = [fields.dropLast(), fields + [("y", "z")]]
        for index in fields.indices where fields[index].0 != ":method" {
            var other = fields
            other[index].1 = index == 3 ? "/b" : fields[index].1 + "b"
            others.append(other)
        }
        for other in others {
            let head = try collect(other, with: &collector).get()
            let alone = try collect(other).get()
            #expect(head !== first)
            #expect([head.path, head.scheme, head.authority] == [alone.path, alone.scheme, alone.authority])
            #expect(head.fields.map { "\($0)" } == alone.fields.map { "\($0)" })
            // The one before is nobody's but its own.
            #expect(first.path == "/a" && first.fields.count == 2 && first.fields["accept"] == "*/*")
            _ = try collect(fields, with: &collector).get()
        }
    }

    @Test("a refusal is not remembered for another header, nor an acceptance for a worse one")
    func judgedAnew() throws {
        var collector = HeaderCollector(sizeLimit: 160, countLimit: 100)
        let good = [(":method", "GET"), (":path", "/")]
        for bad in [[(":method", "GET"), (":path", "/ ")], good + [("expect", "wonders")], good + [("a", "b"), ("c", "d"), ("e", "f")]] {
            let before = collect(bad, with: &collector)
            let between = collect(good, with: &collector)
            let after = collect(bad, with: &collector)
            guard case .failure(let refusal) = before, case .failure(refusal) = after, case .success = between else {
                Issue.record("judged by what came before")
                return
            }
        }
    }

    @Test("a header that is too large gets 431, counted as SETTINGS_MAX_HEADER_LIST_SIZE counts")
    func tooLarge() {
        guard case .failure(let refusal) = collect([(":method", "GET"), (":path", "/"), ("a", "b")], limit: 100) else {
            Issue.record("accepted")
            return
        }
        #expect(refusal.status == .requestHeaderFieldsTooLarge)
    }
}
