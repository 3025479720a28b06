import Rivulet
import RivuletFuzzing
import Testing

@testable import RivuletHTTP

@Suite("A connection, fed with what is nearly good")
struct ConnectionFuzzTests {
    @Test("it says the same however the bytes are split, good or bad")
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
}
