import Rivulet
import RivuletTesting
import Testing

@Suite("Single, Maybe and Completable")
struct TraitTests {
    @Test("zip up to eight")
    func zip() {
        let (one, two) = (Single.just(1), Single.just(2))
        #expect(Single.zip(one, two) { $0 + $1 }.recorded().events == [.next(3), .completed])
        #expect(Single.zip(one, one, one, one, one, one, one, two) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }.recorded().elements == [9])
        #expect(Single.zip(one, two, one, two).map { $0 + $1 + $2 + $3 }.recorded().elements == [6])
        let (some, none) = (Maybe.just(1), Maybe<Int>.empty())
        #expect(Maybe.zip(some, some, some) { $0 + $1 + $2 }.recorded().events == [.next(3), .completed])
        #expect(Maybe.zip(some, none).map { $0 + $1 }.recorded().events == [.completed])
        #expect(Single.zip(one, .error(Failure(1))).map { $0 + $1 }.recorded().events == [.error(Failure(1))])
    }

    @Test("an asynchronous sequence that was cancelled completes, and one that fails fails")
    func cancelledSequence() async throws {
        let cancelled = AsyncThrowingStream<Int, any Error> { continuation in
            continuation.yield(1)
            continuation.finish(throwing: CancellationError())
        }
        var elements: [Int] = []
        for try await element in cancelled.asObservable(detached: true).values { elements.append(element) }
        #expect(elements == [1])
        let failed = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure(2)) }
        await #expect(throws: Failure(2)) {
            for try await _ in failed.asObservable().values {}
        }
    }
}
