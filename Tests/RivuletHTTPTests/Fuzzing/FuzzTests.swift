import Rivulet
import Testing

@testable import RivuletHTTP

/// Input that is nearly good, thousands of times: nothing may trap, and what is said about it must hold.
@Suite("Parsers, fed with what is nearly good")
struct FuzzTests {
    @Test("a head is in its bytes, and is not complete before its end")
    func heads() async throws {
        try await TestServer.onThread {
            var mutator = Mutator(try Corpus.read("requests"), seed: Corpus.seed)
            let parser = HeadParser(lineLimit: 200, blockLimit: 400, fieldLimit: 12)
            for _ in 0..<Corpus.rounds {
                let bytes = mutator.next()
                guard case .complete(let parts) = parser.parse(bytes.span) else { continue }
                #expect(parts.count <= bytes.count)
                #expect(bytes[..<parts.count].suffix(2) == [0x0D, 0x0A])
                #expect(parts.method.upperBound < parts.target.lowerBound && parts.target.upperBound < parts.count)
                #expect(
                    parts.fields.allSatisfy { $0.name.upperBound < parts.count && $0.value.upperBound < parts.count && !$0.name.isEmpty })
                for field in parts.fields {
                    #expect(bytes[field.name].allSatisfy(ByteClass.isToken))
                    #expect(bytes[field.value].allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 })
                }
                let cut = mutator.number(upTo: parts.count - 1)
                #expect(parser.parse(bytes.span.extracting(0..<cut)) == .partial, "\(String(decoding: bytes, as: UTF8.self))")
                // What follows from a head must not trap either.
                guard let framing = try? RequestFraming(parts.fields, in: bytes.span, version: parts.version) else { continue }
                if let host = framing.host { #expect(host.upperBound < parts.count) }
                guard let target = try? RequestTarget(parts.target, in: bytes.span, isOptions: false) else { continue }
                #expect(target.path.upperBound <= parts.target.upperBound)
            }
        }
    }

    @Test("a connection says the same however the bytes are split, good or bad")
    func connections() async throws {
        var mutator = Mutator(try Corpus.read("requests"), seed: Corpus.seed &+ 1)
        var limits = Limits()
        limits.requestLine = 200
        limits.headerBlock = 400
        limits.bodySize = 60
        let bench = try ConnectionBench(
            { request in
                request.body.collect().map { Response(text: "\(request.method) \(request.path) \($0.count)") }
            }, limits: limits)
        for _ in 0..<Corpus.rounds / 4 {
            // What is wrong in a line may be said when its end is there.
            let bytes = mutator.next() + [0x0D, 0x0A]
            if bytes.starts(with: "PRI".utf8) { continue }
            let whole = try await bench.answers(to: [bytes])
            let split = mutator.split(bytes)
            let pieces = try await bench.answers(to: split)
            #expect(whole == pieces, "\(String(reflecting: String(decoding: bytes, as: UTF8.self))) cut after \(split.map(\.count))")
            #expect(!whole.contains("HTTP/1.1 500"))
        }
    }

    @Test("a query is taken apart or refused, and what is encoded comes back")
    func queries() async throws {
        try await TestServer.onThread {
            var mutator = Mutator(try Corpus.read("queries"), seed: Corpus.seed &+ 2)
            for _ in 0..<Corpus.rounds {
                let text = String(decoding: mutator.next(), as: UTF8.self)
                if let query = try? Query(text) {
                    #expect(query.names.allSatisfy { !query.values(of: $0).isEmpty })
                    _ = try? query.integer("page", in: 1...100, default: 1)
                    _ = try? query.decode(Listing.self)
                }
                let encoded = PercentEncoding.encode(text)
                #expect(text.utf8.contains(0) || PercentEncoding.decode(encoded) == text)
                #expect(encoded.utf8.allSatisfy(ByteClass.isTarget))
                var router = Router()
                router.get("/a/:b/**") { _ in "" }
                var parameters = PathParameters()
                _ = RouteTable(router.routes).find(.get, "/a/" + text, &parameters)
                if let path = FilePath("/" + text) {
                    #expect(path.segments.allSatisfy { !$0.isEmpty && $0 != ".." && $0 != "." && !$0.utf8.contains(UInt8(ascii: "/")) })
                }
            }
        }
    }

    private struct Listing: Decodable {
        var query: String?
        var page: Int?
        var tags: [String]?
        var ratio: Double?
    }

    @Test("a range lies within what there is, and holds something")
    func ranges() async throws {
        try await TestServer.onThread {
            var mutator = Mutator(try Corpus.read("ranges"), seed: Corpus.seed &+ 3)
            for _ in 0..<Corpus.rounds {
                let text = String(decoding: mutator.next(), as: UTF8.self)
                let length = mutator.number(upTo: 3) == 0 ? 0 : mutator.number(upTo: 2_000)
                if case .part(let range) = ByteRange(text, length: length) {
                    #expect(range.lowerBound >= 0 && range.upperBound <= length && !range.isEmpty, "\(text) of \(length)")
                }
                _ = EntityTagList(text)
                _ = HTTPDate(text).map(\.text)
                _ = ContentCoding(acceptedBy: ["Accept-Encoding": text])
            }
        }
    }

    @Test("what is encoded as an event is what a client dispatches, and nothing else")
    func events() async throws {
        try await TestServer.onThread {
            var mutator = Mutator(try Corpus.read("events"), seed: Corpus.seed &+ 4)
            for _ in 0..<Corpus.rounds {
                let (id, name) = (
                    String(decoding: mutator.next().prefix(12), as: UTF8.self), String(decoding: mutator.next().prefix(12), as: UTF8.self)
                )
                let data = mutator.next()
                let text = String(decoding: data, as: UTF8.self)
                let isBroken = (id + name).utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
                guard let frame = try? EventFrame(id: id, event: name, data: Array(text.utf8)) else {
                    #expect(isBroken)
                    continue
                }
                #expect(!isBroken)
                var decoder = EventStreamDecoder()
                var events: [EventStreamDecoder.Event] = []
                for piece in mutator.split(frame.bytes) { events += decoder.decode(piece) }
                let lines = text.utf8.isEmpty ? "" : Self.normalised(text)
                #expect(events == [.init(id: id, event: name.isEmpty ? "message" : name, data: lines)])
                // And what is no encoder's work does not trap the decoder.
                var wild = EventStreamDecoder()
                for piece in mutator.split(data) { _ = wild.decode(piece) }
            }
        }
    }

    /// CR LF and CR as LF, byte by byte: for Swift, CR LF is one character.
    private static func normalised(_ text: String) -> String {
        var bytes: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A, previous == 0x0D {
                previous = byte
                continue
            }
            bytes.append(byte == 0x0D ? 0x0A : byte)
            previous = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
