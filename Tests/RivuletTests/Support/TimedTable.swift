import Rivulet
import RivuletTesting
import Testing

/// One operator over a hot source that sends 2, 3, 4, 5 at 210, 230, 270, 340 and completes at 400, and what it then sends
/// and when: `230:3` is an element, `400|` a completion, `230X` a failure.
struct TimedCase: Sendable, CustomTestStringConvertible {
    /// Its name in the symbol graph, with which the table is compared.
    let name: String
    let expected: String
    /// When the source is let go of.
    let released: Int
    let apply: @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>

    init(
        _ name: String, _ expected: String = all, released: Int = 400,
        _ apply: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>
    ) {
        self.name = name
        self.expected = expected
        self.released = released
        self.apply = apply
    }

    var testDescription: String { name }
}

/// What is passed on as it comes.
private let all = "210:2 230:3 270:4 340:5 400|"

private let seven = Observable.just(7)

@Sendable private func fail(_ number: Int) throws -> Int { throw Failure(number) }

/// The source, which fails in place of a 4.
@Sendable private func failing(_ source: Observable<Int>) -> Observable<Int> { source.map { $0 == 4 ? try fail($0) : $0 } }

let timedTable: [TimedCase] = timedTransforming + timedFiltering + timedCombining + timedFailing + timedSharing

private let timedTransforming: [TimedCase] = [
    TimedCase("asObservable()") { source, _ in source.asObservable() },
    TimedCase("buffer(timeSpan:count:scheduler:)", "230:2 280:1 330:0 380:1 400:0 400|") {
        $0.buffer(timeSpan: .seconds(50), count: 2, scheduler: $1).map(\.count)
    },
    TimedCase("compactMap(_:)", "210:20 270:40 400|") { source, _ in source.compactMap { $0 % 2 == 0 ? $0 * 10 : nil } },
    TimedCase("concat()", "240:2 270:3 300:4 370:5 400|") { source, scheduler in
        source.map { Observable.just($0).delay(.seconds(30), scheduler: scheduler) }.concat()
    },
    TimedCase("concatMap(_:)", "260:2 310:3 360:4 410:5 410|") { source, scheduler in
        source.concatMap { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }
    },
    TimedCase("dematerialize()", "210:2 230:3 270|", released: 270) { source, _ in
        source.map { $0 == 4 ? Event.completed : .next($0) }.dematerialize()
    },
    TimedCase("enumerated()", "210:2 230:13 270:24 340:35 400|") { source, _ in source.enumerated().map { $0.index * 10 + $0.element } },
    TimedCase("flatMap(_:)", "260:2 280:3 320:4 390:5 400|") { source, scheduler in
        source.flatMap { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }
    },
    TimedCase("flatMap(withLock:_:)", "260:2 320:4 390:5 400|") { source, scheduler in
        let lock = ActivityIndicator()
        return source.flatMap(withLock: lock) { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }
    },
    TimedCase("flatMapFirst(_:)", "260:2 320:4 390:5 400|") { source, scheduler in
        source.flatMapFirst { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }
    },
    TimedCase("flatMapLatest(_:)", "320:4 390:5 400|") { source, scheduler in
        source.flatMapLatest { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }
    },
    TimedCase("groupBy(keySelector:)", "210:2 230:103 270:4 340:105 400|") { source, _ in
        source.groupBy { $0 % 2 }.flatMap { group in group.map { group.key * 100 + $0 } }
    },
    TimedCase("map(_:)", "210:20 230:30 270:40 340:50 400|") { source, _ in source.map { $0 * 10 } },
    TimedCase("materialize()", "210:2 230:3 270:4 340:5 400:-1 400|") { source, _ in source.materialize().map { $0.element ?? -1 } },
    TimedCase("merge()", "260:2 280:3 320:4 390:5 400|") { source, scheduler in
        source.map { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }.merge()
    },
    TimedCase("merge(maxConcurrent:)", "260:2 280:3 320:4 390:5 400|") { source, scheduler in
        source.map { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }.merge(maxConcurrent: 2)
    },
    TimedCase("reduce(_:accumulator:)", "400:14 400|") { source, _ in source.reduce(0, accumulator: +) },
    TimedCase("reduce(_:accumulator:mapResult:)", "400:28 400|") { source, _ in
        source.reduce(0, accumulator: +, mapResult: { $0 * 2 })
    },
    TimedCase("scan(_:accumulator:)", "210:2 230:5 270:9 340:14 400|") { source, _ in source.scan(0, accumulator: +) },
    TimedCase("scan(into:accumulator:)", "210:2 230:5 270:9 340:14 400|") { source, _ in source.scan(into: 0) { $0 += $1 } },
    TimedCase("switchLatest()", "320:4 390:5 400|") { source, scheduler in
        source.map { Observable.just($0).delay(.seconds(50), scheduler: scheduler) }.switchLatest()
    },
    TimedCase("toArray()", "400:4 400|") { source, _ in source.toArray().asObservable().map(\.count) },
    TimedCase("window(timeSpan:count:scheduler:)", "230:2 280:1 330:0 380:1 400:0 400|") {
        $0.window(timeSpan: .seconds(50), count: 2, scheduler: $1).flatMap { $0.toArray().map(\.count) }
    },
    TimedCase("withUnretained(_:)") { source, _ in withOwner(source) { $0.withUnretained($1).map(\.1) } },
    TimedCase("withUnretained(_:resultSelector:)") { source, _ in withOwner(source) { $0.withUnretained($1) { $1 } } },
]

private let timedFiltering: [TimedCase] = [
    TimedCase("asMaybe()", "400:2 400|") { source, _ in source.filter { $0 == 2 }.asMaybe().asObservable() },
    TimedCase("asSingle()", "230X", released: 230) { source, _ in source.asSingle().asObservable() },
    TimedCase("debounce(_:scheduler:)", "260:3 300:4 370:5 400|") { $0.debounce(.seconds(30), scheduler: $1) },
    TimedCase("distinctUntilChanged()", "210:1 270:2 400|") { source, _ in source.map { $0 / 2 }.distinctUntilChanged() },
    TimedCase("distinctUntilChanged(_:)", "210:2 270:4 400|") { source, _ in source.distinctUntilChanged { $0 / 2 } },
    TimedCase("distinctUntilChanged(_:comparer:)", "210:2 340:5 400|") { source, _ in
        source.distinctUntilChanged({ $0 }, comparer: { $1 - $0 < 3 })
    },
    TimedCase("distinctUntilChanged(at:)") { source, _ in source.distinctUntilChanged(at: \.self) },
    TimedCase("element(at:)", "270:4 270|", released: 270) { source, _ in source.element(at: 2) },
    TimedCase("filter(_:)", "210:2 270:4 400|") { source, _ in source.filter { $0 % 2 == 0 } },
    TimedCase("first()", "210:2 210|", released: 210) { source, _ in source.first().asObservable().map { $0 ?? 0 } },
    TimedCase("ifEmpty(default:)", "400:7 400|") { source, _ in source.filter { $0 > 9 }.ifEmpty(default: 7) },
    TimedCase("ifEmpty(switchTo:)", "400:7 400|") { source, _ in source.filter { $0 > 9 }.ifEmpty(switchTo: seven) },
    TimedCase("ignoreElements()", "400|") { source, _ in source.ignoreElements().asCompletable().andThen(.empty()) },
    TimedCase("asCompletable()", "400:7 400|") { source, _ in source.ignoreElements().asCompletable().andThen(seven) },
    TimedCase("sample(_:defaultValue:)", "220:2 240:3 260:0 280:4 280:0") { source, scheduler in
        source.sample(Observable<Int>.interval(.seconds(20), scheduler: scheduler).take(4), defaultValue: 0)
            .take(until: Observable<Int>.timer(.seconds(90), scheduler: scheduler).flatMap { _ in Observable<Int>.never() })
    },
    TimedCase("single()", "210:2 230X", released: 230) { source, _ in source.single() },
    TimedCase("single(_:)", "270:4 400|") { source, _ in source.single { $0 == 4 } },
    TimedCase("skip(_:)", "270:4 340:5 400|") { source, _ in source.skip(2) },
    TimedCase("skip(_:scheduler:)", "270:4 340:5 400|") { $0.skip(.seconds(50), scheduler: $1) },
    TimedCase("skip(until:)", "270:4 340:5 400|") { $0.skip(until: Observable<Int>.timer(.seconds(50), scheduler: $1)) },
    TimedCase("skip(while:)", "270:4 340:5 400|") { source, _ in source.skip { $0 < 4 } },
    TimedCase("take(_:)", "210:2 230:3 230|", released: 230) { source, _ in source.take(2) },
    TimedCase("take(for:scheduler:)", "210:2 230:3 250|", released: 250) { $0.take(for: .seconds(50), scheduler: $1) },
    TimedCase("take(until:)", "210:2 230:3 250|", released: 250) {
        $0.take(until: Observable<Int>.timer(.seconds(50), scheduler: $1))
    },
    TimedCase("take(until:behavior:)", "210:2 230:3 270:4 270|", released: 270) { source, _ in
        source.take(until: { $0 == 4 }, behavior: .inclusive)
    },
    TimedCase("take(while:behavior:)", "210:2 230:3 270|", released: 270) { source, _ in source.take(while: { $0 < 4 }) },
    TimedCase("takeLast(_:)", "400:4 400:5 400|") { source, _ in source.takeLast(2) },
    TimedCase("throttle(_:latest:scheduler:)", "210:2 260:3 310:4 360:5 400|") { $0.throttle(.seconds(50), scheduler: $1) },
]

private let timedCombining: [TimedCase] = [
    TimedCase("amb(_:)", "205:7 205|", released: 205) { $0.amb(seven.delay(.seconds(5), scheduler: $1)) },
    TimedCase("combineLatest(_:)", "220:9 230:10 270:11 340:12 400|") {
        Observable<Int>.combineLatest([$0, seven.delay(.seconds(20), scheduler: $1)]).map { $0.reduce(0, +) }
    },
    TimedCase("combineLatest(_:resultSelector:)", "220:9 230:10 270:11 340:12 400|") {
        Observable<Int>.combineLatest([$0, seven.delay(.seconds(20), scheduler: $1)]) { $0.reduce(0, +) }
    },
    TimedCase("combineLatest(_:_:)", "220:27 230:37 270:47 340:57 400|") {
        Observable.combineLatest($0, seven.delay(.seconds(20), scheduler: $1)).map { $0 * 10 + $1 }
    },
    TimedCase("combineLatest(_:_:resultSelector:)", "220:27 230:37 270:47 340:57 400|") {
        Observable.combineLatest($0, seven.delay(.seconds(20), scheduler: $1)) { $0 * 10 + $1 }
    },
    TimedCase("concat(_:)", "210:2 230:3 270:4 340:5 400:7 400|") { source, _ in source.concat(seven) },
    TimedCase("merge(_:)", "205:7 210:2 230:3 270:4 340:5 400|") { Observable.merge($0, seven.delay(.seconds(5), scheduler: $1)) },
    TimedCase("startWith(_:)", "200:7 210:2 230:3 270:4 340:5 400|") { source, _ in source.startWith(7) },
    TimedCase("withLatestFrom(_:)", "230:7 270:7 340:7 400|") { $0.withLatestFrom(seven.delay(.seconds(20), scheduler: $1)) },
    TimedCase("withLatestFrom(_:resultSelector:)", "230:10 270:11 340:12 400|") {
        $0.withLatestFrom(seven.delay(.seconds(20), scheduler: $1)) { $0 + $1 }
    },
    TimedCase("zip(_:)", "220:2 240:4 270:6 340:8 400|") {
        Observable<Int>.zip([$0, .interval(.seconds(20), scheduler: $1)]).map { $0.reduce(0, +) }
    },
    TimedCase("zip(_:resultSelector:)", "220:2 240:4 270:6 340:8 400|") {
        Observable<Int>.zip([$0, .interval(.seconds(20), scheduler: $1)]) { $0.reduce(0, +) }
    },
    TimedCase("zip(_:_:)", "220:20 240:31 270:42 340:53 400|") {
        Observable.zip($0, Observable<Int>.interval(.seconds(20), scheduler: $1)).map { $0 * 10 + $1 }
    },
    TimedCase("zip(_:_:resultSelector:)", "220:20 240:31 270:42 340:53 400|") {
        Observable.zip($0, Observable<Int>.interval(.seconds(20), scheduler: $1)) { $0 * 10 + $1 }
    },
]

private let timedFailing: [TimedCase] = [
    TimedCase("asInfallible(onErrorFallbackTo:)", "210:2 230:3 270:7 270|", released: 270) { source, _ in
        failing(source).asInfallible(onErrorFallbackTo: .just(7)).asObservable()
    },
    TimedCase("asInfallible(onErrorJustReturn:)", "210:2 230:3 270:7 270|", released: 270) { source, _ in
        failing(source).asInfallible(onErrorJustReturn: 7).asObservable()
    },
    TimedCase("asInfallible(onErrorRecover:)", "210:2 230:3 270:7 270|", released: 270) { source, _ in
        failing(source).asInfallible(onErrorRecover: { _ in .just(7) }).asObservable()
    },
    TimedCase("catch(_:)", "210:2 230:3 300:7 300|", released: 270) { source, scheduler in
        failing(source).catch { _ in seven.delay(.seconds(30), scheduler: scheduler) }
    },
    TimedCase("catch(sequence:)", "210:2 230:3 300:7 300|", released: 270) { source, scheduler in
        .catch(sequence: [failing(source), seven.delay(.seconds(30), scheduler: scheduler)])
    },
    TimedCase("catchAndReturn(_:)", "210:2 230:3 270:7 270|", released: 270) { source, _ in failing(source).catchAndReturn(7) },
    TimedCase("retry()", "210:2 230:3 340:5 400|") { source, _ in failing(source).retry() },
    TimedCase("retry(_:)", "210:2 230:3 270X", released: 270) { source, _ in failing(source).retry(1) },
    TimedCase("retry(when:)", "210:2 230:3 340:5 400|") { source, scheduler in
        failing(source).retry { (errors: Observable<any Error>) in errors.delay(.seconds(30), scheduler: scheduler) }
    },
    TimedCase("timeout(_:scheduler:)", "210:2 230:3 270:4 320X", released: 320) { $0.timeout(.seconds(50), scheduler: $1) },
    TimedCase("timeout(_:other:scheduler:)", "210:2 230:3 270:4 320:7 320|", released: 320) {
        $0.timeout(.seconds(50), other: seven, scheduler: $1)
    },
    TimedCase("trackActivity(_:)") { source, _ in source.trackActivity(ActivityIndicator()) },
    TimedCase("trackError(_:)", "210:2 230:3 270X", released: 270) { source, _ in failing(source).trackError(ErrorTracker()) },
]

private let timedSharing: [TimedCase] = [
    TimedCase("delay(_:scheduler:)", "230:2 250:3 290:4 360:5 420|") { $0.delay(.seconds(20), scheduler: $1) },
    TimedCase("delaySubscription(_:scheduler:)", "230:3 270:4 340:5 400|") { $0.delaySubscription(.seconds(20), scheduler: $1) },
    TimedCase("observe(on:)", "211:2 231:3 271:4 341:5 401|", released: 401) { $0.observe(on: $1) },
    TimedCase("subscribe(on:)", released: 401) { $0.subscribe(on: $1) },
    TimedCase("multicast(_:)") { source, _ in source.multicast(PublishSubject<Int>()).refCount() },
    TimedCase("multicast(makeSubject:)") { source, _ in source.multicast { PublishSubject<Int>() }.refCount() },
    TimedCase("multicast(_:selector:)", "210:4 230:6 270:8 340:10 400|") { source, _ in
        source.multicast({ PublishSubject<Int>() }, selector: { Observable.zip($0, $0) { $0 + $1 } })
    },
    TimedCase("publish()") { source, _ in source.publish().refCount() },
    TimedCase("refCount()") { source, _ in source.publish().refCount() },
    TimedCase("replay(_:)") { source, _ in source.replay(1).refCount() },
    TimedCase("replayAll()") { source, _ in source.replayAll().refCount() },
    TimedCase("share(replay:scope:)") { source, _ in source.share(replay: 1) },
    TimedCase("debug(_:trimOutput:file:line:function:)") { source, _ in source.do() },
    TimedCase("deferred(_:)") { source, _ in .deferred { source } },
    TimedCase("do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)") { source, _ in
        source.do(onNext: { _ in })
    },
    TimedCase("using(_:observableFactory:)") { source, _ in .using({ BooleanDisposable() }, observableFactory: { _ in source }) },
]
