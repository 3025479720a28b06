import Testing

@testable import RivuletBench

/// The judge of a soak must find what is wrong, or its "everything held" says nothing.
@Suite("The ledger of a soak")
struct LedgerTests {
    /// Two publishers' notifications, at places 1 to 8 of the journal: 0.0 1.0 0.1 0.2 1.1 0.3 1.2 1.3.
    private let books: [[UInt64]] = [[1, 3, 4, 6], [2, 5, 7, 8]]

    private func ledger(after start: UInt64 = 0, _ places: [UInt64]) -> Ledger {
        var ledger = Ledger(publishers: 2)
        ledger.begin(after: start)
        for place in places {
            for (publisher, book) in books.enumerated() {
                guard let number = book.firstIndex(of: place) else { continue }
                ledger.take(Posting(publisher: publisher, number: number, time: 0), at: place)
            }
        }
        return ledger
    }

    private func verdict(_ ledger: Ledger) -> [Int] { [ledger.missing(books), ledger.lost, ledger.repeated, ledger.disordered] }

    @Test("finds nothing where everything came once and in order, from wherever the viewer began")
    func good() {
        for start in 0...8 as ClosedRange<UInt64> {
            let ledger = ledger(after: start, Array(1...8).filter { $0 > start })
            #expect(verdict(ledger) == [0, 0, 0, 0])
            #expect(ledger.missingAtStart(books) == 0)
        }
    }

    @Test("finds each single event that is missing, wherever", arguments: 1...8 as ClosedRange<UInt64>)
    func missing(place: UInt64) {
        let ledger = ledger(Array(1...8).filter { $0 != place })
        #expect(ledger.missing(books) + ledger.lost == 1)
    }

    @Test("finds each single event that came twice, at once or later", arguments: 1...8 as ClosedRange<UInt64>)
    func twice(place: UInt64) {
        #expect(verdict(ledger(Array(1...place) + Array(place...8))) == [0, 0, 1, 0])
        #expect(verdict(ledger(Array(1...8) + [place])) == [0, 0, 1, 0])
    }

    @Test("finds two publishers' events that changed places")
    func order() {
        #expect(verdict(ledger([2, 1, 3, 4, 5, 6, 7, 8])) == [0, 0, 0, 1])
    }

    @Test("finds what was missed by one that got nothing, and at the beginning of one that was killed")
    func start() {
        #expect(verdict(ledger(after: 5, [])) == [3, 0, 0, 0])
        #expect(ledger(after: 2, [4, 5]).missingAtStart(books) == 1)
        #expect(ledger(after: 2, [3, 4]).missingAtStart(books) == 0)
    }

    @Test("reads what a publisher writes, and nothing else")
    func posting() {
        let posting = Posting(publisher: 3, number: 1_234, time: 5_678_901_234)
        #expect(Posting(Array(posting.json.utf8)[...]) == posting)
        for text in ["", "[]", "[1,2]", "[1,2,3,4]", "{}", "[1,x,3]", "1,2,3"] { #expect(Posting(Array(text.utf8)[...]) == nil, "\(text)") }
    }

    @Test("gives percentiles that are right to a ninth")
    func histogram() {
        var histogram = Histogram()
        #expect(histogram.percentile(0.99) == 0)
        for value in 1...10_000 as ClosedRange<UInt64> { histogram.add(value * 1_000) }
        for part in [0.01, 0.5, 0.9, 0.99] {
            let exact = part * 10_000_000
            #expect((exact...exact * 1.13).contains(Double(histogram.percentile(part))), "\(part)")
        }
        #expect(histogram.percentile(1) == 10_000_000)
    }
}

@Suite("The event stream decoder of a soak")
struct EventStreamDecoderTests {
    private let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private let body =
        "1a\r\nid: a-1\nevent: hello\ndata:\r\n1\r\n \r\n15\r\n{}\n\n:\ndata: x\ndata: y\r\n2\r\n\n\n\r\nb\r\nevent: e\n\n:\r\n0\r\n\r\n"

    @Test("reads the same events however the bytes are cut")
    func cuts() throws {
        let bytes = Array((head + body).utf8)
        let expected = [
            StreamEvent(id: "a-1", name: "hello", data: Array("{}".utf8)[...]),
            StreamEvent(id: "a-1", name: "message", data: Array("x\ny".utf8)[...]),
        ]
        #expect(expected[0].sequence == 1)
        for size in 1...bytes.count {
            var decoder = EventStreamDecoder()
            var events: [StreamEvent] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += try decoder.feed(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(events == expected)
            #expect(decoder.isComplete)
        }
    }

    @Test("refuses what is no event stream", arguments: ["HTTP/1.1 503 Service Unavailable\r\n", "HTTP/1.1 200 OK\r\n\r\nxyz\r\n"])
    func refusal(text: String) {
        var decoder = EventStreamDecoder()
        #expect(throws: ClientError.self) { try decoder.feed(Array(text.utf8)) }
    }
}
