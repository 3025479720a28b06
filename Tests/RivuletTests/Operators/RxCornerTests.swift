import Rivulet
import RivuletTesting
import Synchronization
import Testing

/// What RxSwift's operators do with nothing, with too much, at the same moment, and after the end.
@Suite("Corners, as RxSwift's")
struct RxCornerTests {
    private let scheduler = TestScheduler()

    private func hot(_ events: [Recorded<Event<Int>>]) -> TestableObservable<Int> { scheduler.createHotObservable(events) }

    /// Everything that a synchronous sequence sends, in words.
    private func log<Element>(_ source: some ObservableConvertibleType<Element>) -> [String] {
        source.recorded().events.map { event in
            switch event {
            case .next(let element): "\(element)"
            case .error(let error): "!\(error)"
            case .completed: "|"
            }
        }
    }

    /// Numbers that come unevenly, for what divides them by time and number.
    private var uneven: TestableObservable<Int> {
        hot([
            .next(205, 1), .next(210, 2), .next(240, 3), .next(280, 4), .next(320, 5), .next(350, 6), .next(370, 7), .next(420, 8),
            .next(470, 9), .completed(600),
        ])
    }

    // MARK: Time

    @Test("buffer begins its time anew when it is full")
    func buffer() {
        let source = uneven
        let scheduler = scheduler
        let result = scheduler.start { source.buffer(timeSpan: .seconds(70), count: 3, scheduler: scheduler) }
        let times = result.events.map(\.time)
        #expect(times == [240, 310, 370, 440, 510, 580, 600, 600])
        #expect(result.events.compactMap(\.value.element) == [[1, 2, 3], [4], [5, 6, 7], [8], [9], [], []])
    }

    @Test("window begins its time anew when it is full")
    func window() {
        let source = uneven
        let scheduler = scheduler
        let result = scheduler.start {
            source.window(timeSpan: .seconds(70), count: 3, scheduler: scheduler).enumerated().flatMap { index, window in
                window.map { index * 10 + $0 }
            }
        }
        #expect(
            result.events == [
                .next(205, 1), .next(210, 2), .next(240, 3), .next(280, 14), .next(320, 25), .next(350, 26), .next(370, 27),
                .next(420, 38), .next(470, 49), .completed(600),
            ])
    }

    @Test("throttle lets through what comes when its time is just over, and what waits at the completion in its time")
    func throttle() {
        let source = hot([
            .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6), .next(450, 7), .completed(500),
        ])
        let scheduler = scheduler
        let result = scheduler.start { source.throttle(.seconds(200), scheduler: scheduler) }
        #expect(result.events == [.next(210, 2), .next(410, 6), .next(610, 7), .completed(610)])
    }

    @Test("amb: the first named wins a tie, and a failure wins as well")
    func amb() {
        let (left, right) = (hot([.next(210, 1), .completed(230)]), hot([.next(210, 2), .completed(230)]))
        #expect(scheduler.start { left.amb(right) }.events == [.next(210, 1), .completed(230)])
        #expect(right.subscriptions == [Subscription(200, 210)])
        #expect(log(Observable.just(1).amb(Observable.just(2))) == ["1", "|"])
        let subject = PublishSubject<Int>()
        #expect(log(subject.amb(Observable.error(Failure(1)))) == ["!Failure(1)"])
        #expect(!subject.hasObservers)
    }

    @Test("virtual time: sleep moves the clock and runs nothing, advanceTo runs what is due up to there")
    func virtualTime() {
        let scheduler = HistoricalScheduler()
        let begin = scheduler.clock
        let ran = Recorder<Int>()
        for second in [1, 2, 3] {
            _ = scheduler.scheduleRelative(second, dueTime: .seconds(second)) { number in
                ran.record(number)
                return Disposables.create()
            }
        }
        scheduler.sleep(1.5)
        #expect(ran.entries == [] && scheduler.clock == begin.addingTimeInterval(1.5))
        scheduler.advanceTo(begin.addingTimeInterval(2))
        #expect(ran.entries == [1, 2] && scheduler.clock == begin.addingTimeInterval(2))
        scheduler.start()
        #expect(ran.entries == [1, 2, 3])
    }

    // MARK: Nothing, and too much

    @Test("of no sources")
    func noSources() {
        #expect(log(Observable<Int>.combineLatest([Observable<Int>]())) == ["[]", "|"])
        #expect(log(Observable<Int>.zip([Observable<Int>]())) == ["|"])
        #expect(log(Observable.merge([Observable<Int>]())) == ["|"])
        #expect(log(Observable.concat([Observable<Int>]())) == ["|"])
        #expect(log(Observable<Int>.catch(sequence: [])) == ["|"])
        #expect(log(Observable<Int>.amb([])) == [])
    }

    @Test("of no elements, none asked for, and too many")
    func numbers() {
        #expect(log(Observable<Int>.empty().single()) == ["!\(RxError.noElements)"])
        #expect(log(Observable.of(1, 2).single()) == ["1", "!\(RxError.moreThanOneElement)"])
        #expect(log(Observable.of(1, 2).element(at: 5)) == ["!\(RxError.argumentOutOfRange)"])
        #expect(log(Observable.of(1, 2).element(at: 1)) == ["2", "|"])
        #expect(log(Observable.of(1, 2).takeLast(0)) == ["|"])
        #expect(log(Observable<Int>.empty().reduce(7, accumulator: +)) == ["7", "|"])
        #expect(log(Observable<Int>.empty().scan(7, accumulator: +)) == ["|"])
        #expect(log(Observable<Int>.range(start: 1, count: 0)) == ["|"])
        #expect(log(Observable<Int>.error(Failure()).retry(1)) == ["!Failure(0)"])
        let subject = PublishSubject<Int>()
        #expect(log(subject.take(0)) == ["|"])
        #expect(log(Observable.of(1, 2).startWith(8, 9).startWith(7)) == ["7", "8", "9", "1", "2", "|"])
    }

    @Test("traits: what is missing or too much is a failure")
    func traits() {
        #expect(log(Observable<Int>.empty().asSingle()) == ["!\(RxError.noElements)"])
        #expect(log(Observable.of(1, 2).asSingle()) == ["!\(RxError.moreThanOneElement)"])
        #expect(log(Observable<Int>.empty().asMaybe()) == ["|"])
        #expect(log(Observable.of(1, 2).asMaybe()) == ["!\(RxError.moreThanOneElement)"])
        #expect(log(Maybe<Int>.empty().asSingle()) == ["!\(RxError.noElements)"])
        #expect(log(Maybe<Int>.empty().ifEmpty(default: 3)) == ["3", "|"])
        #expect(log(Single.just(1).filter { $0 > 1 }) == ["|"])
        #expect(log(Observable<Int>.empty().first()) == ["nil", "|"])
        #expect(log(Single<Int>.zip(.just(1), .error(Failure(2))) { $0 + $1 }) == ["!Failure(2)"])
    }

    @Test("andThen subscribes to the second behind the completion only")
    func andThen() {
        let subject = PublishSubject<Never>()
        let subscriptions = Atomic<Int>(0)
        let second = Single<Int>.deferred {
            subscriptions.add(1, ordering: .relaxed)
            return .just(5)
        }
        let recorder = EventRecorder<Int>()
        _ = subject.asCompletable().andThen(second).asObservable().subscribe(recorder)
        #expect(subscriptions.load(ordering: .relaxed) == 0)
        subject.onCompleted()
        #expect(recorder.elements == [5] && recorder.hasCompleted)
        #expect(log(Completable.error(Failure(1)).andThen(second)) == ["!Failure(1)"])
        #expect(subscriptions.load(ordering: .relaxed) == 1)
        #expect(log(Completable.merge(.empty(), .error(Failure(4)), .never())) == ["!Failure(4)"])
    }

    // MARK: Sharing

    @Test("share: for ever keeps what it replays beyond the last observer and the end; while connected does not")
    func shareScopes() {
        func subscribed(_ scope: SubjectLifetimeScope, _ ending: Event<Int>) -> (late: [String], starts: Int) {
            let subject = PublishSubject<Int>()
            let starts = Atomic<Int>(0)
            let source = Observable<Int>.deferred {
                starts.add(1, ordering: .relaxed)
                return starts.load(ordering: .relaxed) == 1 ? subject.asObservable() : .just(9)
            }
            let shared = source.share(replay: 1, scope: scope)
            let first = shared.subscribe { _ in }
            subject.onNext(1)
            subject.on(ending)
            first.dispose()
            return (log(shared), starts.load(ordering: .relaxed))
        }
        #expect(subscribed(.forever, .error(Failure(1))) == (["1", "!Failure(1)"], 1))
        #expect(subscribed(.forever, .completed) == (["1", "|"], 1))
        #expect(subscribed(.forever, .next(2)) == (["2", "9", "|"], 2))
        #expect(subscribed(.whileConnected, .error(Failure(1))) == (["9", "|"], 2))
        #expect(subscribed(.whileConnected, .completed) == (["9", "|"], 2))
        #expect(subscribed(.whileConnected, .next(2)) == (["9", "|"], 2))
    }

    @Test("connect: once for all, and anew after the end of the connection")
    func connect() {
        let starts = Atomic<Int>(0)
        let subject = PublishSubject<Int>()
        let source = Observable<Int>.deferred {
            starts.add(1, ordering: .relaxed)
            return subject.asObservable()
        }
        let published = source.publish()
        let recorder = EventRecorder<Int>()
        _ = published.subscribe(recorder)
        let connection = published.connect()
        _ = published.connect()
        #expect(starts.load(ordering: .relaxed) == 1)
        subject.onNext(1)
        connection.dispose()
        #expect(!subject.hasObservers)
        subject.onNext(2)
        let again = published.connect()
        subject.onNext(3)
        again.dispose()
        #expect(starts.load(ordering: .relaxed) == 2)
        #expect(recorder.elements.first == 1 && !recorder.elements.contains(2))
    }

    // MARK: One and the same source, twice

    @Test("withLatestFrom itself has the same element on both sides; the other's completion changes nothing")
    func withLatestFrom() {
        let subject = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        _ = subject.withLatestFrom(subject) { $0 * 10 + $1 }.subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        #expect(recorder.elements == [11, 22])
        #expect(log(Observable.of(1, 2).withLatestFrom(Observable.just(7))) == ["7", "7", "|"])
        #expect(log(Observable.of(1, 2).withLatestFrom(Observable<Int>.error(Failure(3)))) == ["!Failure(3)"])
        #expect(log(Observable.of(1, 2).withLatestFrom(Observable<Int>.empty())) == ["|"])
    }

    @Test("combineLatest and zip of a subject with itself")
    func diamond() {
        let subject = PublishSubject<Int>()
        let (combined, zipped) = (EventRecorder<Int>(), EventRecorder<Int>())
        _ = Observable.combineLatest(subject, subject) { $0 * 10 + $1 }.subscribe(combined)
        _ = Observable.zip(subject, subject) { $0 * 10 + $1 }.subscribe(zipped)
        for number in 1...2 { subject.onNext(number) }
        #expect(combined.elements == [11, 21, 22])
        #expect(zipped.elements == [11, 22])
    }

    @Test("concatMap, fed from inside its own inner sequence, keeps the order")
    func concatMapReentered() {
        let subject = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        let subscription = subject.concatMap { number -> Observable<Int> in
            .create { observer in
                observer.onNext(number)
                if number < 3 { subject.onNext(number + 1) }
                observer.onNext(number * 10)
                observer.onCompleted()
                return Disposables.create()
            }
        }.subscribe(recorder)
        subject.onNext(1)
        subscription.dispose()
        #expect(recorder.elements == [1, 10, 2, 20, 3, 30])
    }

    // MARK: After the end

    @Test("the value of a behavior subject after its end")
    func behaviorValue() throws {
        let completed = BehaviorSubject(value: 1)
        completed.onNext(2)
        completed.onCompleted()
        #expect(try completed.value() == 2)
        let failed = BehaviorSubject(value: 1)
        failed.onError(Failure(5))
        #expect(throws: Failure(5)) { try failed.value() }
        let disposed = BehaviorSubject(value: 1)
        disposed.dispose()
        #expect(throws: RxError.self) { try disposed.value() }
    }

    @Test("subjects that have ended tell who comes late what they would have")
    func lateObservers() {
        let replay = ReplaySubject<Int>.create(bufferSize: 2)
        for number in 1...3 { replay.onNext(number) }
        replay.onError(Failure(1))
        replay.onNext(4)
        #expect(log(replay) == ["2", "3", "!Failure(1)"])
        let async = AsyncSubject<Int>()
        async.onNext(1)
        async.onNext(2)
        async.onCompleted()
        #expect(log(async) == ["2", "|"])
        let failed = AsyncSubject<Int>()
        failed.onNext(1)
        failed.onError(Failure(2))
        #expect(log(failed) == ["!Failure(2)"])
        #expect(log(AsyncSubject<Int>()) == [])
    }

    @Test("a composite that was disposed disposes what comes later; a key takes out what it came for")
    func composite() {
        let composite = CompositeDisposable()
        let (first, second, third) = (BooleanDisposable(), BooleanDisposable(), BooleanDisposable())
        let key = composite.insert(first)
        _ = composite.insert(second)
        #expect(composite.count == 2)
        if let key { composite.remove(for: key) }
        #expect(first.isDisposed && !second.isDisposed && composite.count == 1)
        composite.dispose()
        #expect(second.isDisposed)
        #expect(composite.insert(third) == nil && third.isDisposed)
        let serial = SerialDisposable()
        serial.disposable = BooleanDisposable()
        serial.dispose()
        let late = BooleanDisposable()
        serial.disposable = late
        #expect(late.isDisposed)
    }

    @Test("using: the resource goes when what should use it cannot be made")
    func usingFails() {
        let resource = BooleanDisposable()
        let source = Observable<Int>.using({ resource }, observableFactory: { _ in throw Failure(6) })
        #expect(log(source) == ["!Failure(6)"])
        #expect(resource.isDisposed)
    }

    @Test("groupBy: a key that cannot be had ends the groups as well; a group goes on without the outer subscription")
    func groupBy() {
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        let groups = Recorder<String>()
        _ = source.groupBy { number in if number == 9 { throw Failure(9) } else { number % 2 } }
            .subscribe(
                onNext: { group in _ = group.subscribe(onError: { groups.record("\(group.key)!\($0)") }) },
                onError: { groups.record("!\($0)") })
        for number in [1, 2, 9] { source.onNext(number) }
        #expect(Set(groups.entries) == ["0!Failure(9)", "1!Failure(9)", "!Failure(9)"])
        let outer = SerialDisposable()
        outer.inner = source.map { $0 }.groupBy { $0 % 2 }.subscribe(onNext: { group in _ = group.subscribe(recorder) })
        source.onNext(2)
        outer.dispose()
        #expect(recorder.elements == [2] || !source.hasObservers)
    }

    @Test("waiting for a sequence: its elements, the time limit, and its failure")
    func blocking() throws {
        #expect(try Observable.of(1, 2, 3).toBlocking().toArray() == [1, 2, 3])
        #expect(try Observable.of(1, 2, 3).toBlocking().first() == 1)
        #expect(try Observable.of(1, 2, 3).toBlocking().last() == 3)
        #expect(throws: RxError.self) { try Observable.of(1, 2).toBlocking().single() }
        #expect(throws: RxError.self) { try Observable<Int>.never().toBlocking(timeout: 0.01).first() }
        #expect(throws: Failure(1)) { try Observable<Int>.error(Failure(1)).toBlocking().toArray() }
        #expect(try Observable<Int>.empty().toBlocking().first() == nil)
    }
}
