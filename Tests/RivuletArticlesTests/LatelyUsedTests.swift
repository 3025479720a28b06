import Testing

@testable import RivuletArticles

@Suite("What was used lately")
struct LatelyUsedTests {
    @Test("stays as long as it is asked for, and costs no more than the limit")
    func generations() {
        var cache = LatelyUsed<Int, String>(limit: 20)
        for key in 0..<100 {
            cache.insert("\(key)", for: key, cost: 2)
            #expect(cache[0] == "0")
            #expect(cache[key] == "\(key)")
        }
        #expect((0..<100).filter { cache[$0] != nil }.count <= 10)
    }

    @Test("what is too large is not kept, and what is there is not replaced")
    func refusals() {
        var cache = LatelyUsed<Int, String>(limit: 20)
        cache.insert("large", for: 1, cost: 11)
        #expect(cache[1] == nil)
        cache.insert("first", for: 2, cost: 1)
        cache.insert("second", for: 2, cost: 1)
        #expect(cache[2] == "first")
    }
}
