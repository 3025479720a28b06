import Rivulet
import RivuletTesting
import Testing

/// What cannot fail: its operators do as those of `Observable` do, and none lets a failure in.
@Suite("Infallible")
struct InfallibleTests {
    private let scheduler = TestScheduler()

    private func hot(_ events: [Recorded<Event<Int>>]) -> Infallible<Int> {
        scheduler.createHotObservable(events).asInfallible(onErrorJustReturn: -1)
    }

    @Test("takes a last element, another sequence or what a closure makes in place of a failure")
    func conversions() {
        let failing = Observable.concat(.just(1), .error(Failure(3)))
        #expect(failing.asInfallible(onErrorJustReturn: 9).recorded().events == [.next(1), .next(9), .completed])
        #expect(failing.asInfallible(onErrorFallbackTo: .of(7, 8)).recorded().events == [.next(1), .next(7), .next(8), .completed])
        let recovered = failing.asInfallible { .just(($0 as? Failure)?.number ?? 0) }
        #expect(recovered.recorded().events == [.next(1), .next(3), .completed])
    }

    @Test("has the sources of an observable")
    func sources() {
        #expect(Infallible.of(1, 2).recorded().events == [.next(1), .next(2), .completed])
        #expect(Infallible.from(1...2).recorded().events == [.next(1), .next(2), .completed])
        #expect(Infallible.just(1, scheduler: ImmediateScheduler()).recorded().events == [.next(1), .completed])
        #expect(Infallible<Int>.deferred { .empty() }.recorded().events == [.completed])
        let created = Infallible<Int>.create { observer in
            observer(.next(1))
            observer(.completed)
            return Disposables.create()
        }
        #expect(created.recorded().events == [.next(1), .completed])
    }

    @Test("takes and skips until another sequence sends something, and passes over that one's failure")
    func until() {
        let (scheduler, other) = (scheduler, scheduler.createHotObservable([.next(225, 0)]))
        let failing = scheduler.createHotObservable([Recorded<Event<Int>>.error(215, testError)])
        let source = hot([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
        let taken: TestableObserver<Int> = scheduler.createObserver(Int.self)
        let skipped: TestableObserver<Int> = scheduler.createObserver(Int.self)
        let untouched: TestableObserver<Int> = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(200) {
            _ = source.take(until: other).asObservable().subscribe(taken)
            _ = source.skip(until: other).asObservable().subscribe(skipped)
            _ = source.take(until: failing).asObservable().subscribe(untouched)
        }
        scheduler.start()
        #expect(taken.events == [.next(210, 1), .next(220, 2), .completed(225)])
        #expect(skipped.events == [.next(230, 3), .completed(240)])
        #expect(untouched.events == [.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
    }

    @Test("merges at once, where concat waits")
    func mergeAndConcat() {
        let first = hot([.next(210, 1), .next(230, 3), .completed(240)])
        let second = hot([.next(220, 2), .next(250, 5), .completed(260)])
        let merged: TestableObserver<Int> = scheduler.createObserver(Int.self)
        let concatenated: TestableObserver<Int> = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(200) {
            _ = Infallible.merge([first, second]).asObservable().subscribe(merged)
            _ = Infallible.concat(first, second).asObservable().subscribe(concatenated)
        }
        scheduler.start()
        #expect(merged.events == [.next(210, 1), .next(220, 2), .next(230, 3), .next(250, 5), .completed(260)])
        #expect(concatenated.events == [.next(210, 1), .next(230, 3), .next(250, 5), .completed(260)])
    }

    @Test("combines up to eight sequences")
    func combining() {
        let (one, two) = (Infallible.just(1), Infallible.just(2))
        #expect(Infallible.combineLatest(one, two) { $0 + $1 }.recorded().elements == [3])
        #expect(
            Infallible.combineLatest(one, one, one, one, one, one, one, two) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }
                .recorded().elements == [9])
        #expect(Infallible.zip(one, two, one).map { $0 + $1 + $2 }.recorded().elements == [4])
        #expect(
            Infallible.zip(one, one, one, one, one, one, one, two) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }
                .recorded().elements == [9])
        #expect(Infallible<[Int]>.combineLatest([one, two]) { $0 }.recorded().elements == [[1, 2]])
        #expect(one.withLatestFrom(two) { $0 * 10 + $1 }.recorded().elements == [12])
    }

    @Test("does not call closures of an object that is gone")
    func withObject() {
        let subject = PublishSubject<Int>()
        let received = Lock<[Int]>([])
        var target: Target? = Target()
        let subscription = target.map { target in
            subject.asInfallible(onErrorJustReturn: 0).subscribe(with: target) { _, element in received.withLock { $0.append(element) } }
        }
        subject.onNext(1)
        target = nil
        subject.onNext(2)
        #expect(received.withLock { $0 } == [1])
        subscription?.dispose()
    }

    @Test("binds to relays and observers")
    func bind() {
        let (relay, optional, subject) = (BehaviorRelay(value: 0), PublishRelay<Int?>(), PublishSubject<Int>())
        let (seen, ended) = (optional.asObservable(), EventRecorder<Int>())
        let recorder = EventRecorder<Int?>()
        _ = seen.subscribe(recorder)
        _ = subject.subscribe(ended)
        _ = Infallible.of(1, 2).bind(to: relay)
        _ = Infallible.of(1, 2).bind(to: optional)
        _ = Infallible.of(1, 2).bind(to: subject)
        #expect(relay.value == 2)
        #expect(recorder.elements == [1, 2])
        #expect(ended.events == [.next(1), .next(2), .completed])
    }
}

private final class Target: Sendable {

    @available(*, deprecated)
    private func flattened(_ source: Infallible<Int>, _ inner: Observable<Int>) -> [Infallible<Int>] {
        [
            source.flatMap { _ in inner }, source.flatMapLatest { _ in inner }, source.flatMapFirst { _ in inner },
            source.concatMap { _ in inner },
        ]
    }

    @available(*, deprecated)
    @Test("an inner sequence that fails, as RxSwift lets it, ends without a word")
    func failingInner() {
        for infallible in flattened(.just(1), .concat(.just(2), .error(Failure()))) {
            #expect(infallible.recorded().events == [.next(2), .completed])
        }
    }
}
