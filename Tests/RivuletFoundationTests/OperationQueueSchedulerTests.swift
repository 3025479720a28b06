import Foundation
import Rivulet
import RivuletFoundation
import Testing

@Suite("An operation queue's scheduler")
struct OperationQueueSchedulerTests {
    @Test("runs actions on its queue, in order when the queue is serial")
    func order() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let scheduler = OperationQueueScheduler(operationQueue: queue)
        let seen = Seen<String>()
        for number in 0..<3 {
            let scheduled = scheduler.schedule(number) { number in
                seen.append("\(number) \(OperationQueue.current === queue)")
                return Disposables.create()
            }
            withExtendedLifetime(scheduled) {}
        }
        await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
        #expect(seen.elements == ["0 true", "1 true", "2 true"])
    }

    @Test("does not run what was disposed before, and disposes what an action returned")
    func disposal() async {
        let queue = OperationQueue()
        queue.isSuspended = true
        let scheduler = OperationQueueScheduler(operationQueue: queue, queuePriority: .high)
        let seen = Seen<String>()
        scheduler.schedule(()) { _ in
            seen.append("disposed one ran")
            return Disposables.create()
        }.dispose()
        let other = scheduler.schedule(()) { _ in Disposables.create(with: { seen.append("undone") }) }
        queue.isSuspended = false
        await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
        #expect(seen.elements.isEmpty)
        other.dispose()
        #expect(seen.elements == ["undone"])
    }

    @Test("delivers events in order, on its queue")
    func observing() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        let subject = PublishSubject<Int>()
        let seen = Seen<Int>()
        await withCheckedContinuation { continuation in
            let bag = DisposeBag()
            subject.observe(on: OperationQueueScheduler(operationQueue: queue))
                .subscribe(onNext: seen.append, onCompleted: { continuation.resume() }).disposed(by: bag)
            for number in 0..<1_000 { subject.onNext(number) }
            subject.onCompleted()
            queue.waitUntilAllOperationsAreFinished()
        }
        #expect(seen.elements == Array(0..<1_000))
    }
}

@Suite("Decoding")
struct DecodeTests {
    private struct Point: Codable, Equatable { let x: Int }

    @Test("makes values of data")
    func decode() throws {
        let seen = Seen<Int>()
        let bag = DisposeBag()
        Observable.just(Data(#"{"x":1}"#.utf8)).decode(type: Point.self, decoder: JSONDecoder()).subscribe(onNext: { seen.append($0.x) })
            .disposed(by: bag)
        Observable.just(try PropertyListEncoder().encode(Point(x: 2))).decode(type: Point.self, decoder: PropertyListDecoder())
            .subscribe(onNext: { seen.append($0.x) }).disposed(by: bag)
        #expect(seen.elements == [1, 2])
    }

    @Test("fails at what can't be decoded")
    func failure() {
        let seen = Seen<String>()
        let bag = DisposeBag()
        let data = PublishSubject<Data>()
        data.decode(type: Point.self, decoder: JSONDecoder())
            .subscribe(onNext: { seen.append("\($0.x)") }, onError: { seen.append($0 is DecodingError ? "error" : "other") })
            .disposed(by: bag)
        data.onNext(Data(#"{"x":1}"#.utf8))
        data.onNext(Data(#"{"y":1}"#.utf8))
        data.onNext(Data(#"{"x":3}"#.utf8))
        #expect(seen.elements == ["1", "error"])
    }
}
