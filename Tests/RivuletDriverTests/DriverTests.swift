import Rivulet
import RivuletDriver
import RivuletTesting
import Testing

/// In virtual time, which takes the main scheduler's place for what is made inside `mock`.
@Suite("Driver")
struct DriverTests {
    private let scheduler = TestScheduler()

    private func hot(_ events: [Recorded<Event<Int>>]) -> TestableObservable<Int> { scheduler.createHotObservable(events) }

    private func mock<Result>(_ action: () -> Result) -> Result { SharingScheduler.mock(scheduler: scheduler, action: action) }

    @Test("delivers on its scheduler, and sends a last element in place of a failure")
    func failure() {
        let source = hot([.next(210, 1), .next(220, 2), .error(230, testError)])
        let driver = mock { source.asDriver(onErrorJustReturn: 9) }
        #expect(scheduler.start { driver }.events == [.next(211, 1), .next(221, 2), .next(231, 9), .completed(231)])
    }

    @Test("goes on with another driver, or with what a closure makes of the failure")
    func recovery() {
        let source = hot([.next(210, 1), .error(230, testError)])
        let other = mock { source.asDriver(onErrorDriveWith: .just(7)) }
        let recovered = mock { source.asDriver { $0 is TestError ? .just(8) : .empty() } }
        let first = scheduler.createObserver(Int.self)
        let second = scheduler.createObserver(Int.self)
        scheduler.scheduleAt(200) {
            _ = other.drive(first)
            _ = recovered.drive(second)
        }
        scheduler.start()
        #expect(first.events == [.next(211, 1), .next(231, 7), .completed(231)])
        #expect(second.events == [.next(211, 1), .next(231, 8), .completed(231)])
    }

    @Test("shares one subscription, and gives the latest to whoever comes late")
    func sharing() {
        let source = hot([.next(210, 1), .next(220, 2), .next(240, 3)])
        let driver = mock { source.asDriver(onErrorJustReturn: 0).map { $0 * 10 } }
        let (early, late) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
        let subscriptions = CompositeDisposable()
        scheduler.scheduleAt(200) { subscriptions.insert(driver.drive(early)) }
        scheduler.scheduleAt(230) { subscriptions.insert(driver.drive(late)) }
        scheduler.scheduleAt(250) { subscriptions.dispose() }
        scheduler.start()
        #expect(early.events == [.next(211, 10), .next(221, 20), .next(241, 30)])
        #expect(late.events == [.next(230, 20), .next(241, 30)])
        #expect(source.subscriptions == [Subscription(200, 250)])
    }

    @Test("a shared signal gives nothing of the past to whoever comes late")
    func signal() {
        let source = hot([.next(210, 1), .next(240, 3), .error(250, testError)])
        let signal = mock { source.asSignal(onErrorJustReturn: 9) }
        let (early, late) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
        scheduler.scheduleAt(200) { _ = signal.emit(to: early) }
        scheduler.scheduleAt(230) { _ = signal.emit(to: late) }
        scheduler.start()
        #expect(early.events == [.next(211, 1), .next(241, 3), .next(251, 9), .completed(251)])
        #expect(late.events == [.next(241, 3), .next(251, 9), .completed(251)])
        #expect(source.subscriptions == [Subscription(200, 251)])
    }

    @Test("combines, merges and switches")
    func combining() {
        let first = hot([.next(210, 1), .next(230, 3)])
        let second = hot([.next(220, 2), .next(240, 4)])
        let (a, b) = mock { (first.asDriver(onErrorJustReturn: 0), second.asDriver(onErrorJustReturn: 0)) }
        let drivers: [Driver<Int>] = mock {
            [
                .combineLatest(a, b) { $0 * 10 + $1 }, .zip(a, b) { $0 * 10 + $1 }, .merge(a, b), a.flatMapLatest { _ in b },
                a.withLatestFrom(b) { $0 * 10 + $1 }, Driver.combineLatest(a, b).map { $0 + $1 }, a.startWith(9).distinctUntilChanged(),
            ]
        }
        let observers = drivers.map { _ in scheduler.createObserver(Int.self) }
        let bag = DisposeBag()
        scheduler.scheduleAt(200) {
            for (driver, observer) in zip(drivers, observers) { driver.drive(observer).disposed(by: bag) }
        }
        scheduler.start()
        #expect(
            observers.map { $0.events.compactMap(\.value.element) } == [
                [12, 32, 34], [12, 34], [1, 2, 3, 4], [2, 2, 4], [32], [3, 5, 7], [9, 1, 3],
            ])
    }

    @Test("debounces, throttles and delays by its own scheduler")
    func time() {
        let source = hot([.next(210, 1), .next(212, 2), .next(240, 3)])
        let drivers: [Driver<Int>] = mock {
            let driver = source.asDriver(onErrorJustReturn: 0)
            return [driver.debounce(.seconds(10)), driver.throttle(.seconds(10)), driver.delay(.seconds(10))]
        }
        let observers = drivers.map { _ in scheduler.createObserver(Int.self) }
        let bag = DisposeBag()
        scheduler.scheduleAt(200) {
            for (driver, observer) in zip(drivers, observers) { driver.drive(observer).disposed(by: bag) }
        }
        scheduler.start()
        #expect(observers[0].events == [.next(223, 2), .next(251, 3)])
        #expect(observers[1].events == [.next(211, 1), .next(221, 2), .next(241, 3)])
        #expect(observers[2].events == [.next(221, 1), .next(223, 2), .next(251, 3)])
    }

    @Test("drives relays, observers of optionals and objects, which are held weakly")
    func driving() {
        let relay = BehaviorRelay(value: 0)
        let driver = mock { relay.asDriver() }
        let (copy, optional) = (BehaviorRelay(value: -1), BehaviorRelay<Int?>(value: nil))
        let log = Lock<[Int]>([])
        var object: Object? = Object()
        let subscriptions = CompositeDisposable()
        subscriptions.insert(driver.drive(copy))
        subscriptions.insert(driver.drive(optional))
        if let object { subscriptions.insert(driver.drive(with: object, onNext: { _, value in log.withLock { $0.append(value) } })) }
        scheduler.start()
        object = nil
        relay.accept(5)
        scheduler.start()
        subscriptions.dispose()
        #expect(copy.value == 5)
        #expect(optional.value == 5)
        #expect(log.withLock { $0 } == [0])
    }

    @Test("goes to relays of all kinds, and without anybody who looks")
    func relays() {
        let source = hot([.next(210, 1), .next(220, 2)])
        let (replay, optional) = (ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound())
        let latest = BehaviorRelay<Int?>(value: nil)
        let bag = DisposeBag()
        mock {
            let (driver, signal) = (source.asDriver(onErrorJustReturn: 0), source.asSignal(onErrorJustReturn: 0))
            driver.drive(replay).disposed(by: bag)
            driver.drive(optional).disposed(by: bag)
            driver.drive().disposed(by: bag)
            signal.emit(to: replay).disposed(by: bag)
            signal.emit(to: optional).disposed(by: bag)
            signal.emit(to: latest).disposed(by: bag)
            signal.emit().disposed(by: bag)
        }
        scheduler.start()
        let (elements, optionals) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int?.self))
        replay.subscribe(elements).disposed(by: bag)
        optional.subscribe(optionals).disposed(by: bag)
        #expect(elements.events.compactMap(\.value.element) == [1, 1, 2, 2])
        #expect(optionals.events.compactMap(\.value.element) == [1, 1, 2, 2])
        #expect(latest.value == 2)
    }

    @Test("is an asynchronous sequence, which does not throw")
    func values() async {
        let driver = mock { Observable.of(1, 2).asDriver(onErrorJustReturn: 0) }
        let values = driver.values
        scheduler.start()
        var received: [Int] = []
        for await value in values { received.append(value) }
        #expect(received == [1, 2])
    }
}

private final class Object: Sendable {
}
