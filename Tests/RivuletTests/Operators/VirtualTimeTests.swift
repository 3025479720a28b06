import Rivulet
import RivuletTesting
import Testing

/// What operators send, and when, as RxSwift's do: a source at 210, 220 … subscribed to at 200.
@Suite("Operators in virtual time")
struct VirtualTimeTests {
    private let scheduler = TestScheduler(initialClock: 0)

    private func hot(_ events: [Recorded<Event<Int>>]) -> TestableObservable<Int> { scheduler.createHotObservable(events) }

    /// 1 at 150, 2 at 210, 3 at 220, 4 at 230, 5 at 240, completed at 250.
    private var numbers: TestableObservable<Int> {
        hot([.next(150, 1), .next(210, 2), .next(220, 3), .next(230, 4), .next(240, 5), .completed(250)])
    }

    private func expect<Element: Equatable & Sendable>(
        _ result: TestableObserver<Element>, _ events: [Recorded<Event<Element>>], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(result.events == events, sourceLocation: sourceLocation)
    }

    @Test("take ends with its last element, and lets go of the source then")
    func take() {
        let source = numbers
        expect(scheduler.start { source.take(2) }, [.next(210, 2), .next(220, 3), .completed(220)])
        #expect(source.subscriptions == [Subscription(200, 220)])
    }

    @Test("take(until:) ends with the other's first element")
    func takeUntil() {
        let source = numbers
        let other = hot([.next(225, 0)])
        expect(scheduler.start { source.take(until: other) }, [.next(210, 2), .next(220, 3), .completed(225)])
        #expect(source.subscriptions == [Subscription(200, 225)])
        #expect(other.subscriptions == [Subscription(200, 225)])
    }

    @Test("take(until:) goes on when the other only completes, and fails when it fails")
    func takeUntilEnds() {
        let (source, other) = (numbers, hot([.completed(215)]))
        expect(scheduler.start { source.take(until: other) }, numbersAfter200)
        #expect(other.subscriptions == [Subscription(200, 215)])
        let second = TestScheduler()
        let failing = second.createHotObservable([Recorded<Event<Int>>.error(215, testError)])
        let never = second.createHotObservable([Recorded<Event<Int>>]())
        #expect(second.start { never.take(until: failing) }.events == [.error(215, testError)])
    }

    @Test("take(for:) ends after its time")
    func takeFor() {
        let source = numbers
        let scheduler = scheduler
        expect(
            self.scheduler.start { source.take(for: .seconds(25), scheduler: scheduler) },
            [.next(210, 2), .next(220, 3), .completed(225)])
    }

    private var numbersAfter200: [Recorded<Event<Int>>] {
        [.next(210, 2), .next(220, 3), .next(230, 4), .next(240, 5), .completed(250)]
    }

    @Test("delay moves elements and completion, not a failure")
    func delay() {
        let (source, scheduler) = (numbers, scheduler)
        expect(
            scheduler.start { source.delay(.seconds(100), scheduler: scheduler) },
            [.next(310, 2), .next(320, 3), .next(330, 4), .next(340, 5), .completed(350)])
        #expect(source.subscriptions == [Subscription(200, 250)])
        let other = TestScheduler()
        let failing = other.createHotObservable([.next(210, 1), .error(250, testError)])
        #expect(other.start { failing.delay(.seconds(100), scheduler: other) }.events == [.error(250, testError)])
    }

    @Test("debounce sends what stays alone, and the last at the completion")
    func debounce() {
        let scheduler = scheduler
        let source = hot([.next(210, 2), .next(215, 3), .next(240, 4), .next(260, 5), .completed(265)])
        expect(
            scheduler.start { source.debounce(.seconds(10), scheduler: scheduler) },
            [.next(225, 3), .next(250, 4), .next(265, 5), .completed(265)])
    }

    @Test("throttle sends the first at once and the latest after its time")
    func throttle() {
        let scheduler = scheduler
        let source = hot([
            .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6), .next(450, 7), .completed(500),
        ])
        expect(
            scheduler.start { source.throttle(.seconds(200), scheduler: scheduler) },
            [.next(210, 2), .next(410, 6), .next(610, 7), .completed(610)])
    }

    @Test("throttle without latest drops what comes too soon")
    func throttleFirst() {
        let scheduler = scheduler
        let source = hot([
            .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6), .next(450, 7), .completed(500),
        ])
        expect(
            scheduler.start { source.throttle(.seconds(200), latest: false, scheduler: scheduler) },
            [.next(210, 2), .next(410, 6), .completed(500)])
    }

    @Test("timeout fails when nothing comes in time, or goes on with another")
    func timeout() {
        let scheduler = scheduler
        let source = hot([.next(210, 1), .next(230, 2), .next(300, 3), .completed(400)])
        expect(
            scheduler.start { source.timeout(.seconds(50), scheduler: scheduler) },
            [.next(210, 1), .next(230, 2), .error(280, RxError.timeout)])
        let other = TestScheduler()
        let slow = other.createHotObservable([.next(210, 1), .next(300, 3), .completed(400)])
        #expect(
            other.start { slow.timeout(.seconds(50), other: Observable.just(9), scheduler: other) }.events
                == [.next(210, 1), .next(260, 9), .completed(260)])
    }

    @Test("interval counts until it is disposed, a timer sends one")
    func timers() {
        let scheduler = scheduler
        expect(
            scheduler.start(disposed: 450) { Observable<Int>.interval(.seconds(100), scheduler: scheduler) },
            [.next(300, 0), .next(400, 1)])
        let other = TestScheduler()
        #expect(
            other.start { Observable<Int>.timer(.seconds(100), scheduler: other) }.events == [.next(300, 0), .completed(300)])
    }

    @Test("flatMapLatest switches, and completes when outer and inner have")
    func flatMapLatest() {
        let scheduler = scheduler
        let first = scheduler.createColdObservable([.next(10, 1), .next(60, 2), .completed(100)])
        let second = scheduler.createColdObservable([.next(10, 3), .completed(150)])
        let outer = hot([.next(300, 1), .next(350, 2), .completed(400)])
        expect(
            scheduler.start { outer.flatMapLatest { $0 == 1 ? first : second } },
            [.next(310, 1), .next(360, 3), .completed(500)])
        #expect(first.subscriptions == [Subscription(300, 350)])
        #expect(second.subscriptions == [Subscription(350, 500)])
    }

    @Test("flatMapFirst ignores what comes while an inner sequence runs")
    func flatMapFirst() {
        let scheduler = scheduler
        let inner = scheduler.createColdObservable([.next(10, 1), .completed(50)])
        let outer = hot([.next(300, 1), .next(320, 2), .next(360, 3), .completed(370)])
        expect(
            scheduler.start { outer.flatMapFirst { _ in inner } }, [.next(310, 1), .next(370, 1), .completed(410)])
        #expect(inner.subscriptions == [Subscription(300, 350), Subscription(360, 410)])
    }

    @Test("concatMap lets inner sequences wait for their turn, merge(maxConcurrent:) some of them")
    func concatMap() {
        let scheduler = scheduler
        let inner = scheduler.createColdObservable([.next(10, 1), .completed(100)])
        let outer = hot([.next(210, 1), .next(220, 2), .completed(230)])
        expect(
            scheduler.start { outer.concatMap { _ in inner } }, [.next(220, 1), .next(320, 1), .completed(410)])
        #expect(inner.subscriptions == [Subscription(210, 310), Subscription(310, 410)])
    }

    @Test("combineLatest begins when all have sent, and completes with the last")
    func combineLatest() {
        let left = hot([.next(210, 1), .next(230, 2), .completed(235)])
        let right = hot([.next(220, 10), .next(240, 20), .completed(250)])
        expect(
            scheduler.start { Observable.combineLatest(left, right) { $0 + $1 } },
            [.next(220, 11), .next(230, 12), .next(240, 22), .completed(250)])
        #expect(left.subscriptions == [Subscription(200, 235)])
    }

    @Test("combineLatest completes when an element comes and the silent others have ended")
    func combineLatestExhausted() {
        let (left, right) = (hot([.completed(205)]), hot([.next(220, 10), .completed(250)]))
        expect(scheduler.start { Observable.combineLatest(left, right) { $0 + $1 } }, [.completed(220)])
    }

    @Test("zip pairs in step, and completes when an element comes that nothing will match")
    func zip() {
        let left = hot([.next(210, 1), .next(211, 2), .next(212, 3), .completed(215)])
        let right = hot([.next(220, 10), .next(230, 20), .next(250, 30), .next(260, 40), .completed(270)])
        expect(
            scheduler.start { Observable.zip(left, right) { $0 + $1 } },
            [.next(220, 11), .next(230, 22), .next(250, 33), .completed(260)])
    }

    @Test("withLatestFrom drops what comes before the other's first element")
    func withLatestFrom() {
        let other = hot([.next(215, 10), .next(235, 20), .completed(236)])
        let source = numbers
        expect(
            scheduler.start { source.withLatestFrom(other) { $0 + $1 } },
            [.next(220, 13), .next(230, 14), .next(240, 25), .completed(250)])
    }

    @Test("sample sends the latest when asked, once")
    func sample() {
        let source = numbers
        let sampler = hot([.next(225, 0), .next(227, 0), .next(245, 0), .next(260, 0), .completed(300)])
        expect(scheduler.start { source.sample(sampler) }, [.next(225, 3), .next(245, 5), .completed(260)])
    }

    @Test("share(replay:) subscribes once, replays to the late, and begins anew after the last has left")
    func share() {
        let source = hot([.next(210, 1), .next(220, 2), .next(230, 3), .next(250, 4), .completed(400)])
        let shared = source.share(replay: 1)
        let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
        let (firstSubscription, secondSubscription, thirdSubscription) = (SerialDisposable(), SerialDisposable(), SerialDisposable())
        scheduler.scheduleAt(200) { firstSubscription.inner = shared.subscribe(first) }
        scheduler.scheduleAt(225) { secondSubscription.inner = shared.subscribe(second) }
        scheduler.scheduleAt(235) { firstSubscription.dispose() }
        scheduler.scheduleAt(240) { secondSubscription.dispose() }
        scheduler.scheduleAt(245) { thirdSubscription.inner = shared.subscribe(first) }
        scheduler.start()
        expect(first, [.next(210, 1), .next(220, 2), .next(230, 3), .next(250, 4), .completed(400)])
        expect(second, [.next(225, 2), .next(230, 3)])
        #expect(source.subscriptions == [Subscription(200, 240), Subscription(245, 400)])
    }

    @Test("retry subscribes again after a failure, as often as allowed")
    func retry() {
        let source = scheduler.createColdObservable([.next(5, 1), .error(10, testError)])
        expect(
            scheduler.start { source.retry(2) },
            [.next(205, 1), .next(215, 1), .error(220, testError)])
        #expect(source.subscriptions == [Subscription(200, 210), Subscription(210, 220)])
    }

    @Test("retry(when:) waits for its trigger")
    func retryWhen() {
        let scheduler = scheduler
        let source = scheduler.createColdObservable([.next(5, 1), .error(10, testError)])
        expect(
            scheduler.start {
                source.retry { (errors: Observable<any Error>) in
                    errors.scan(0) { count, _ in count + 1 }.flatMap { count -> Observable<Int> in
                        count < 3 ? .timer(.seconds(20), scheduler: scheduler) : .error(testError)
                    }
                }
            },
            [.next(205, 1), .next(235, 1), .next(265, 1), .error(270, testError)])
        #expect(source.subscriptions == [Subscription(200, 210), Subscription(230, 240), Subscription(260, 270)])
    }

    @Test("observe(on:) takes a tick for each event")
    func observeOn() {
        let (source, scheduler) = (hot([.next(210, 1), .next(220, 2), .completed(250)]), scheduler)
        expect(scheduler.start { source.observe(on: scheduler) }, [.next(211, 1), .next(221, 2), .completed(251)])
        #expect(source.subscriptions == [Subscription(200, 251)])
    }

    @Test("subscribe(on:) subscribes and disposes on the scheduler")
    func subscribeOn() {
        let (source, scheduler) = (hot([.next(150, 1), .next(210, 2), .completed(250)]), scheduler)
        expect(scheduler.start { source.subscribe(on: scheduler) }, [.next(210, 2), .completed(250)])
        #expect(source.subscriptions == [Subscription(201, 251)])
    }

    @Test("buffer sends when full, and when its time is over")
    func buffer() {
        let (source, scheduler) = (numbers, scheduler)
        let result = scheduler.start { source.buffer(timeSpan: .seconds(25), count: 3, scheduler: scheduler) }
        expect(result, [.next(225, [2, 3]), .next(250, [4, 5]), .completed(250)])
    }

    @Test("sources on the current thread take turns")
    func interleaving() {
        let merged = Observable.merge(Observable.of(1, 2, 3), Observable.of(10, 20, 30))
        #expect(merged.recorded().elements == [1, 10, 2, 20, 3, 30])
    }

    @Test("an activity indicator sends changes only, and the job under its lock runs once at a time")
    func activity() {
        let scheduler = scheduler
        let activity = ActivityIndicator()
        let job = scheduler.createColdObservable([.next(20, 1), .completed(30)])
        let requests = hot([.next(210, 1), .next(215, 2), .next(250, 3), .completed(260)])
        let shown = scheduler.createObserver(Bool.self)
        scheduler.scheduleAt(200) { _ = activity.asObservable().subscribe(shown) }
        expect(
            scheduler.start { requests.flatMap(withLock: activity) { _ in job } },
            [.next(230, 1), .next(270, 1), .completed(280)])
        expect(shown, [.next(200, false), .next(210, true), .next(240, false), .next(250, true), .next(280, false)])
        #expect(job.subscriptions.count == 2)
    }
}
