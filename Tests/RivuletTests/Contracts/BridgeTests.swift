import Rivulet
import Synchronization
import Testing

/// Contract 10: to and from async and await.
@Suite("Bridges")
struct BridgeTests {
    @Test("values iterates over the elements, and throws the failure")
    func values() async throws {
        var elements: [Int] = []
        for try await element in Observable.of(1, 2, 3).values { elements.append(element) }
        #expect(elements == [1, 2, 3])
        await #expect(throws: Failure(3)) {
            for try await _ in Observable<Int>.error(Failure(3)).values {}
        }
    }

    @Test("cancelling the task that iterates disposes the subscription")
    func valuesCancelled() async throws {
        let subject = PublishSubject<Int>()
        let (disposals, disposed) = AsyncStream.makeStream(of: Void.self)
        let observable = subject.do(onDispose: { disposed.yield() })
        let values = observable.values
        let task = Task { for try await _ in values {} }
        task.cancel()
        for await _ in disposals { break }
        #expect(!subject.hasObservers)
        _ = await task.result
    }

    @Test("a single's value returns, throws, and throws on cancellation")
    func single() async throws {
        #expect(try await Single.just(5).value == 5)
        await #expect(throws: Failure(1)) { try await Single<Int>.error(Failure(1)).value }
        let task = Task { try await Single<Int>.never().value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await Maybe<Int>.empty().value == nil)
        try await Completable.empty().value
    }

    @Test("completion and cancellation at the same time resume once")
    func race() async {
        for _ in 0..<200 {
            let subject = PublishSubject<Int>()
            let task = Task { try await subject.take(1).asSingle().value }
            let sender = Task { subject.onNext(1) }
            task.cancel()
            _ = await (task.result, sender.value)
            #expect(!subject.hasObservers)
        }
    }

    @Test("a single of an asynchronous closure, whose task is cancelled with the subscription")
    func create() async throws {
        #expect(try await Single.create { 7 }.value == 7)
        let (cancellations, cancelled) = AsyncStream.makeStream(of: Void.self)
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let subscription = Single<Int>.create {
            await withTaskCancellationHandler {
                started.yield()
                for await _ in AsyncStream<Void>.makeStream().stream {}
            } onCancel: {
                cancelled.yield()
            }
            return 0
        }.subscribe()
        for await _ in starts { break }
        subscription.dispose()
        for await _ in cancellations { break }
    }

    @Test("an asynchronous sequence as an observable")
    func asyncSequence() async throws {
        let stream = AsyncStream<Int> { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
        #expect(try await stream.asObservable().toArray().value == [1, 2, 3])
    }
}
