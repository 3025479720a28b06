import Rivulet
import RivuletTesting
import Synchronization
import Testing

@Suite("The test scheduler")
struct TestSchedulerTests {
    @Test("runs what is scheduled in order of time, and of scheduling at the same time")
    func order() {
        let scheduler = TestScheduler(initialClock: 0)
        let seen = ReplaySubject<String>.createUnbounded()
        scheduler.scheduleAt(30) { seen.onNext("c@\(scheduler.clock)") }
        scheduler.scheduleAt(10) { seen.onNext("a@\(scheduler.clock)") }
        scheduler.scheduleAt(10) { seen.onNext("b@\(scheduler.clock)") }
        scheduler.scheduleAt(20) {}
        scheduler.start()
        seen.onCompleted()
        let observer = scheduler.createObserver(String.self)
        _ = seen.subscribe(observer)
        #expect(observer.events.compactMap(\.value.element) == ["a@10", "b@10", "c@30"])
    }

    @Test("advances to a time and no further")
    func advance() {
        let scheduler = TestScheduler(initialClock: 0)
        let count = Atomic<Int>(0)
        for time in [10, 20, 30] { scheduler.scheduleAt(time) { count.add(1, ordering: .relaxed) } }
        scheduler.advanceTo(20)
        #expect(count.load(ordering: .relaxed) == 2)
        #expect(scheduler.clock == 20)
        scheduler.advanceTo(100)
        #expect(count.load(ordering: .relaxed) == 3)
        #expect(scheduler.clock == 100)
    }

    @Test("does not run what was cancelled, and releases it")
    func cancelled() {
        let scheduler = TestScheduler(initialClock: 0)
        let ran = Atomic<Bool>(false)
        weak var released: Lifetime.Token?
        let scheduled: any Disposable
        do {
            let token = Lifetime.Token()
            released = token
            scheduled = scheduler.scheduleAbsoluteVirtual((), time: 10) { _ in
                ran.store(true, ordering: .relaxed)
                return token
            }
        }
        scheduled.dispose()
        #expect(released == nil)
        scheduler.start()
        let hasRun = ran.load(ordering: .relaxed)
        #expect(!hasRun)
    }

    @Test("hot sequences send at absolute times, cold ones from each subscription on; both record who subscribed")
    func sequences() {
        let scheduler = TestScheduler()
        let hot = scheduler.createHotObservable([next(150, 1), next(250, 2), completed(300)])
        let cold = scheduler.createColdObservable([next(10, 3), completed(20)])
        let result = scheduler.start { hot.concat(cold) }
        #expect(result.events == [next(250, 2), next(310, 3), completed(320)])
        #expect(hot.subscriptions == [Subscription(200, 300)])
        #expect(cold.subscriptions == [Subscription(300, 320)])
    }

    @Test("disposes when told")
    func disposes() {
        let scheduler = TestScheduler()
        let hot = scheduler.createHotObservable([next(210, 1), next(250, 2)])
        #expect(scheduler.start(disposed: 230) { hot }.events == [next(210, 1)])
        #expect(hot.subscriptions == [Subscription(200, 230)])
    }

    @Test("recorded errors are equal when they print alike")
    func errors() {
        #expect(error(10, testError, Int.self) == error(10, TestError.dummyError))
        #expect(error(10, testError, Int.self) != error(10, TestError.dummyError1))
        #expect(next(10, 1) != next(11, 1))
        #expect(next(10, 1) != completed(10))
    }

    @Test("shows its time and when it has something to do")
    func description() {
        let scheduler = TestScheduler(initialClock: 5)
        scheduler.scheduleAt(30) {}
        scheduler.scheduleAt(20) {}
        #expect(scheduler.debugDescription == "at 5, actions at [20, 30]")
    }
}
