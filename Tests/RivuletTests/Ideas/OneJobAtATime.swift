import Rivulet
import RivuletTesting
import Testing

/// RxSwift's `ActivityIndicator`, and `flatMap(withLock:)` over it; with `AsyncSubject` and `withLatestFrom`, the two other
/// tools of a button that loads something.
@Suite("Idea: never the same job twice at once, and show that it is running")
struct OneJobAtATime {
    /// A list that is read again when somebody pulls it down.
    final class ArticleList: Sendable {
        let isRefreshing: Observable<Bool>
        let titles: Observable<[String]>

        init(pulls: Observable<Void>, load: @escaping @Sendable () -> Observable<[String]>) {
            let activity = ActivityIndicator()
            isRefreshing = activity.asObservable()
            titles = pulls.flatMap(withLock: activity) { load() }
        }
    }

    private let scheduler = TestScheduler()

    @Test("a pull while the list is being read does nothing; the wheel turns while it is")
    func lock() {
        let pulls = scheduler.createHotObservable([.next(210, ()), .next(220, ()), .next(309, ()), .next(400, ())])
        let job = scheduler.createColdObservable([.next(100, ["a", "b"]), .completed(100)])
        let list = ArticleList(pulls: pulls.asObservable()) { job.asObservable() }
        let wheel = scheduler.createObserver(Bool.self)
        let watching = list.isRefreshing.subscribe(wheel)
        let titles = scheduler.start { list.titles }
        #expect(titles.events == [.next(310, ["a", "b"]), .next(500, ["a", "b"])])
        #expect(wheel.events == [.next(0, false), .next(210, true), .next(310, false), .next(400, true), .next(500, false)])
        #expect(job.subscriptions == [Subscription(210, 310), Subscription(400, 500)])
        watching.dispose()
    }

    @Test("a job that fails gives the lock back")
    func failure() {
        let activity = ActivityIndicator()
        let pulls = PublishSubject<Int>()
        let outcomes = EventRecorder<String>()
        let subscription = pulls.flatMap(withLock: activity) { number in
            (number == 1 ? Observable<String>.error(Failure(1)) : .just("read")).catchAndReturn("not read")
        }.subscribe(outcomes)
        pulls.onNext(1)
        #expect(!activity.isActive)
        pulls.onNext(2)
        #expect(outcomes.elements == ["not read", "read"])
        subscription.dispose()
    }

    @Test("several jobs turn one wheel, from the first beginning to the last end")
    func oneWheel() {
        let activity = ActivityIndicator()
        let (articles, profile) = (PublishSubject<String>(), PublishSubject<String>())
        let wheel = EventRecorder<Bool>()
        let bag = DisposeBag()
        activity.asObservable().subscribe(wheel).disposed(by: bag)
        articles.trackActivity(activity).subscribe().disposed(by: bag)
        profile.trackActivity(activity).subscribe().disposed(by: bag)
        articles.onCompleted()
        profile.onCompleted()
        #expect(wheel.elements == [false, true, false])
    }

    @Test("what a job came to is for all who ask, before its end and after it")
    func result() {
        let job = PublishSubject<String>()
        let profile = AsyncSubject<String>()
        let bag = DisposeBag()
        job.subscribe(profile).disposed(by: bag)
        let (early, late) = (EventRecorder<String>(), EventRecorder<String>())
        profile.subscribe(early).disposed(by: bag)
        job.onNext("half of it")
        job.onNext("all of it")
        #expect(early.elements.isEmpty)
        job.onCompleted()
        profile.subscribe(late).disposed(by: bag)
        #expect(early.elements == ["all of it"] && late.elements == ["all of it"])
    }

    @Test("a tap takes what is in the field at that moment")
    func latest() {
        let (taps, text) = (PublishSubject<Void>(), BehaviorRelay(value: ""))
        let searches = EventRecorder<String>()
        let bag = DisposeBag()
        taps.withLatestFrom(text).filter { !$0.isEmpty }.subscribe(searches).disposed(by: bag)
        taps.onNext(())
        text.accept("swi")
        text.accept("swift")
        taps.onNext(())
        #expect(searches.elements == ["swift"])
    }
}
