import Rivulet
import RivuletTesting
import Synchronization
import Testing

/// Corners in which RxSwift's operators do not do what one would guess, and ours do as they do.
@Suite("Operators, as RxSwift's")
struct RxBehaviourTests {
    private let scheduler = TestScheduler()

    private func hot(_ events: [Recorded<Event<Int>>]) -> TestableObservable<Int> { scheduler.createHotObservable(events) }
    private func cold(_ events: [Recorded<Event<Int>>]) -> TestableObservable<Int> { scheduler.createColdObservable(events) }

    @Test("sample completes when it is asked after its source has completed, not when the sampler has")
    func sampleCompletes() {
        let source = hot([.next(210, 1), .next(240, 2), .completed(300)])
        let sampler = hot([.next(220, 0), .completed(250)])
        let result = scheduler.start { source.sample(sampler) }
        #expect(result.events == [.next(220, 1), .next(250, 2)])
        #expect(source.subscriptions == [Subscription(200, 300)])
        #expect(sampler.subscriptions == [Subscription(200, 250)])
    }

    @Test("sample completes with the sampler's next request or completion")
    func sampleEnds() {
        let source = hot([.next(210, 1), .completed(230)])
        let sampler = hot([.next(220, 0), .completed(250)])
        #expect(scheduler.start { source.sample(sampler, defaultValue: 9) }.events == [.next(220, 1), .next(250, 9), .completed(250)])
    }

    @Test("skip(until:) says nothing when its source completes before the other has sent anything")
    func skipUntilEndsSilently() {
        let source = hot([.next(210, 1), .completed(230)])
        let other = hot([.next(300, 0)])
        let result = scheduler.start { source.skip(until: other) }
        #expect(result.events == [])
        #expect(source.subscriptions == [Subscription(200, 230)])
        #expect(other.subscriptions == [Subscription(200, 230)])
    }

    @Test("skip(until:) passes its source's failure on at any time")
    func skipUntilFails() {
        let (source, other) = (hot([.next(210, 1), .error(230, testError)]), hot([.next(300, 0)]))
        #expect(scheduler.start { source.skip(until: other) }.events == [.error(230, testError)])
    }

    @Test("retry(when:): a trigger that ends while the source runs takes the place of the next failure")
    func retryWhenTriggerEnds() {
        let (completing, failing) = (cold([.next(10, 1), .next(50, 2), .completed(60)]), cold([.next(10, 1), .error(60, testError)]))
        let trigger = hot([.completed(220)])
        let completed: TestableObserver<Int> = scheduler.createObserver(Int.self)
        let replaced: TestableObserver<Int> = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(200) {
            _ = completing.retry { (_: Observable<any Error>) in trigger }.subscribe(completed)
            _ = failing.retry { (_: Observable<any Error>) in trigger }.subscribe(replaced)
        }
        scheduler.start()
        #expect(completed.events == [.next(210, 1), .next(250, 2), .completed(260)])
        #expect(replaced.events == [.next(210, 1), .completed(260)])
        #expect(trigger.subscriptions == [Subscription(200, 220), Subscription(200, 220)])
    }

    @Test("retry(when:): the trigger ends the wait of a failure, and is asked for each")
    func retryWhenWaits() {
        let source = cold([.next(10, 1), .error(20, testError)])
        let scheduler = scheduler
        let result = scheduler.start {
            source.retry { (errors: Observable<RivuletTesting.TestError>) in
                errors.enumerated().flatMap { number, error -> Observable<Int> in
                    number < 2 ? .timer(.seconds((number + 1) * 50), scheduler: scheduler) : .error(error)
                }
            }
        }
        #expect(result.events == [.next(210, 1), .next(280, 1), .next(400, 1), .error(410, testError)])
        #expect(source.subscriptions == [Subscription(200, 220), Subscription(270, 290), Subscription(390, 410)])
    }

    @Test("retry(when:) does not ask for errors of another type")
    func retryWhenOtherError() {
        let source = cold([.next(10, 1), .error(20, Failure(1))])
        let result = scheduler.start { source.retry { (errors: Observable<RivuletTesting.TestError>) in errors } }
        #expect(result.events == [.next(210, 1), .error(220, Failure(1))])
    }

    @Test("a subject that is disposed forgets what it sent and how it ended")
    func disposedSubject() {
        let behavior = BehaviorSubject(value: 1)
        let replay = ReplaySubject<Int>.createUnbounded()
        for subject: Subject<Int> in [PublishSubject<Int>(), behavior, replay, AsyncSubject<Int>()] {
            subject.onNext(2)
            subject.onCompleted()
            subject.dispose()
            #expect(subject.isDisposed)
            let recorder = subject.recorded()
            #expect(recorder.elements == [])
            #expect(recorder.error is RxError)
        }
        #expect(throws: RxError.self) { try behavior.value() }
    }

    @Test("do says farewell last, also behind what is done after the end", arguments: [true, false])
    func doOrder(fails: Bool) {
        let order = Lock<[String]>([])
        let note: @Sendable (String) -> Void = { word in order.withLock { $0.append(word) } }
        let source: Observable<Int> = fails ? .error(Failure()) : .just(1)
        source.do(
            onNext: { _ in note("next") }, afterNext: { _ in note("after next") }, onError: { _ in note("end") },
            afterError: { _ in note("after end") }, onCompleted: { note("end") }, afterCompleted: { note("after end") },
            onSubscribe: { note("subscribe") }, onSubscribed: { note("subscribed") }, onDispose: { note("dispose") }
        ).subscribe(onNext: { _ in note("element") }, onError: { _ in note("observer") }, onCompleted: { note("observer") }).dispose()
        let elements = fails ? [] : ["next", "element", "after next"]
        #expect(order.withLock { $0 } == ["subscribe"] + elements + ["end", "observer", "after end", "subscribed", "dispose"])
    }

    @Test("do says farewell once when it is disposed in the middle, and in what is done after the end")
    func doDisposed() {
        let count = Atomic<Int>(0)
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        let observed = source.do(
            afterCompleted: { subscription.dispose() }, onDispose: { count.add(1, ordering: .relaxed) })
        subscription.inner = observed.subscribe()
        subscription.inner?.dispose()
        #expect(count.load(ordering: .relaxed) == 1)
        subscription.inner = observed.subscribe()
        source.onCompleted()
        #expect(count.load(ordering: .relaxed) == 2)
    }

    @Test("using disposes the resource behind the sequence that needs it")
    func usingOrder() {
        let order = Lock<[String]>([])
        let sequence = Observable<Int>.using(
            { AnyDisposable { order.withLock { $0.append("resource") } } },
            observableFactory: { _ in
                .create { _ in Disposables.create { order.withLock { $0.append("sequence") } } }
            })
        sequence.subscribe().dispose()
        #expect(order.withLock { $0 } == ["sequence", "resource"])
    }

    @Test("a window that is observed goes on without the output, and the source is let go of with the last")
    func windowOutlivesOutput() {
        let source = hot([.next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .next(250, 5)])
        let inner: TestableObserver<Int> = scheduler.createObserver(Int.self)
        let windows = SerialDisposable()
        let scheduler = scheduler
        scheduler.scheduleAt(200) {
            windows.inner = source.window(timeSpan: .seconds(1_000), count: 4, scheduler: scheduler)
                .subscribe(onNext: { _ = $0.subscribe(inner) })
        }
        scheduler.scheduleAt(215) { windows.dispose() }
        scheduler.start()
        #expect(inner.events == [.next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(240)])
        #expect(source.subscriptions == [Subscription(200, 240)])
    }

    @Test("a group that ends at once leaves the source to those that come")
    func groupsEndAtOnce() {
        let source = Observable<Int>.create { observer in
            for number in 1...3 { observer.onNext(number) }
            observer.onCompleted()
            return Disposables.create()
        }
        #expect(source.groupBy { $0 }.flatMap { $0.take(1) }.recorded().events == [.next(1), .next(2), .next(3), .completed])
    }
}

@Suite("ReplaySubject by time")
struct ReplaySubjectByTimeTests {
    private let scheduler = TestScheduler()

    @Test("replays what is not too old, at most so many, also after the end")
    func window() {
        let subject = ReplaySubject<Int>.create(window: .seconds(30), scheduler: scheduler)
        let few = ReplaySubject<Int>.create(bufferSize: 1, window: .seconds(30), scheduler: scheduler)
        for number in 1...5 {
            scheduler.scheduleAt(number * 10) {
                subject.onNext(number)
                few.onNext(number)
            }
        }
        scheduler.scheduleAt(60) { subject.onCompleted() }
        let results = [45, 65, 90].map { time in
            let observer = scheduler.createObserver(Int.self)
            scheduler.scheduleAt(time) { _ = subject.subscribe(observer) }
            return observer
        }
        let one = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(55) { _ = few.subscribe(one) }
        scheduler.start()
        #expect(results[0].events == [.next(45, 2), .next(45, 3), .next(45, 4), .next(50, 5), .completed(60)])
        #expect(results[1].events == [.next(65, 4), .next(65, 5), .completed(65)])
        #expect(results[2].events == [.completed(90)])
        #expect(one.events == [.next(55, 5)])
    }

    @Test("lets go of what is too old when it receives something")
    func releases() {
        let subject = ReplaySubject<Token>.create(window: .seconds(10), scheduler: scheduler)
        weak var released: Token?
        do {
            let token = Token()
            released = token
            subject.onNext(token)
        }
        #expect(released != nil)
        scheduler.advanceTo(11)
        subject.onNext(Token())
        #expect(released == nil)
    }
}

private final class Token: Sendable {}
