import RivuletFuzzing
import Testing

/// Input that is nearly good, hundreds of times for each target. For more, set `FUZZ_ROUNDS`, and `FUZZ_SEED` for another run.
@Suite("What reads bytes from outside, fed with what is nearly good")
struct FuzzTests {
    @Test("it does not trap, and what is said of the input holds", arguments: FuzzTarget.allCases)
    func targets(target: FuzzTarget) throws {
        let corpus = try Corpus.read(target.rawValue)
        try #require(!corpus.isEmpty)
        for bytes in corpus { #expect(throws: Never.self) { try target.run(bytes) } }
        var mutator = Mutator(corpus, seed: Corpus.seed)
        for _ in 0..<Corpus.rounds {
            let bytes = mutator.next()
            #expect(throws: Never.self, "\(String(reflecting: String(decoding: bytes, as: UTF8.self)))") { try target.run(bytes) }
        }
    }
}
