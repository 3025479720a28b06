import Dispatch
import Rivulet
import RivuletTesting
import Testing

/// One operator, applied so that it takes and gives integers: what contracts that hold for all operators are tested on.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    /// Its name in the symbol graph, with which the table is compared.
    let name: String
    /// Whether the output completes when the source does (at once, without the help of a clock).
    let completes: Bool
    /// Whether a failure of the source is passed on.
    let passesFailure: Bool
    /// Whether the output ends without a word when the source completes before anything else has happened.
    let endsSilentlyWhenEmpty: Bool
    /// Whether the source is subscribed to without the help of a clock.
    let subscribesAtOnce: Bool
    /// How many operators an element passes: this one, and others that make an integer of what it gives.
    let levels: Int
    let apply: @Sendable (Observable<Int>) -> Observable<Int>
    /// The operator with a closure that throws `Failure(3)`, if it takes one that may.
    let applyThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)?

    init(
        _ name: String, completes: Bool = true, passesFailure: Bool = true, endsSilentlyWhenEmpty: Bool = false,
        subscribesAtOnce: Bool = true, levels: Int = 1,
        _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>,
        throwing applyThrowing: (@Sendable (Observable<Int>) -> Observable<Int>)? = nil
    ) {
        self.name = name
        self.completes = completes
        self.passesFailure = passesFailure
        self.endsSilentlyWhenEmpty = endsSilentlyWhenEmpty
        self.subscribesAtOnce = subscribesAtOnce
        self.levels = levels
        self.apply = apply
        self.applyThrowing = applyThrowing
    }

    var testDescription: String { name }
}

/// A clock that nobody moves.
private let clock = TestScheduler()

/// What `withUnretained` holds weakly. Each subscription has its own: Address Sanitizer takes the weak reference's record for
/// a leak when the object lives to the end of the process.
final class Owner: Sendable {}

@Sendable func withOwner(
    _ source: Observable<Int>, _ apply: @escaping @Sendable (Observable<Int>, Owner) -> Observable<Int>
) -> Observable<Int> {
    .deferred {
        let owner = Owner()
        return apply(source, owner).do(onDispose: { withExtendedLifetime(owner) {} })
    }
}

private let one = Observable.just(1)

/// As many as a test sends.
private let ones = Observable.deferred { .repeatElement(1).take(Supply.count) }

@Sendable private func fail() throws -> Int { throw Failure(3) }

@Sendable private func deferring(_ source: Observable<Int>) -> Observable<Int> { .deferred { source } }

@Sendable private func using(_ source: Observable<Int>) -> Observable<Int> {
    .using({ BooleanDisposable() }, observableFactory: { _ in source })
}

/// `debug` without its output, which is that of `do`: what it prints is not tested here.
@Sendable private func quietly(_ source: Observable<Int>) -> Observable<Int> { source.do() }

let operatorTable: [OperatorCase] =
    transforming + filtering + combining + combiningMany + failing + schedulingAndSharing + lookingOn

private let transforming: [OperatorCase] = [
    OperatorCase("asObservable()") { $0.asObservable() },
    OperatorCase("buffer(timeSpan:count:scheduler:)", levels: 2) {
        $0.buffer(timeSpan: .seconds(9), count: 2, scheduler: clock).map(\.count)
    },
    OperatorCase("compactMap(_:)") {
        $0.compactMap { $0 }
    } throwing: {
        $0.compactMap { _ in try fail() }
    },
    OperatorCase("concat()", levels: 2) { $0.map { Observable.just($0) }.concat() },
    OperatorCase("concatMap(_:)") {
        $0.concatMap { Observable.just($0) }
    } throwing: {
        $0.concatMap { _ in Observable.just(try fail()) }
    },
    OperatorCase("dematerialize()", levels: 2) { $0.materialize().dematerialize() },
    OperatorCase("enumerated()", levels: 2) { $0.enumerated().map(\.element) },
    OperatorCase("flatMap(_:)") {
        $0.flatMap { Observable.just($0) }
    } throwing: {
        $0.flatMap { _ in Observable.just(try fail()) }
    },
    OperatorCase("flatMap(withLock:_:)") {
        $0.flatMap(withLock: ActivityIndicator()) { Observable.just($0) }
    } throwing: {
        $0.flatMap(withLock: ActivityIndicator()) { _ in Observable.just(try fail()) }
    },
    OperatorCase("flatMapFirst(_:)") {
        $0.flatMapFirst { Observable.just($0) }
    } throwing: {
        $0.flatMapFirst { _ in Observable.just(try fail()) }
    },
    OperatorCase("flatMapLatest(_:)") {
        $0.flatMapLatest { Observable.just($0) }
    } throwing: {
        $0.flatMapLatest { _ in Observable.just(try fail()) }
    },
    OperatorCase("groupBy(keySelector:)", levels: 2) {
        $0.groupBy { $0 % 2 }.flatMap { $0 }
    } throwing: {
        $0.groupBy { _ in try fail() }.flatMap { $0 }
    },
    OperatorCase("map(_:)") {
        $0.map { $0 + 1 }
    } throwing: {
        $0.map { _ in try fail() }
    },
    OperatorCase("materialize()", passesFailure: false, levels: 2) { $0.materialize().map { $0.element ?? 0 } },
    OperatorCase("merge()", levels: 2) { $0.map { Observable.just($0) }.merge() },
    OperatorCase("merge(maxConcurrent:)", levels: 2) { $0.map { Observable.just($0) }.merge(maxConcurrent: 2) },
    OperatorCase("reduce(_:accumulator:)") {
        $0.reduce(0, accumulator: +)
    } throwing: {
        $0.reduce(0) { _, _ in try fail() }
    },
    OperatorCase("reduce(_:accumulator:mapResult:)") {
        $0.reduce(0, accumulator: +, mapResult: { $0 })
    } throwing: {
        $0.reduce(0, accumulator: { _, _ in try fail() }, mapResult: { $0 })
    },
    OperatorCase("scan(_:accumulator:)") {
        $0.scan(0, accumulator: +)
    } throwing: {
        $0.scan(0) { _, _ in try fail() }
    },
    OperatorCase("scan(into:accumulator:)") {
        $0.scan(into: 0) { $0 += $1 }
    } throwing: {
        $0.scan(into: 0) { _, _ in _ = try fail() }
    },
    OperatorCase("switchLatest()", levels: 2) { $0.map { Observable.just($0) }.switchLatest() },
    OperatorCase("toArray()", levels: 2) { $0.toArray().asObservable().map(\.count) },
    OperatorCase("window(timeSpan:count:scheduler:)", levels: 2) {
        $0.window(timeSpan: .seconds(1), count: 2, scheduler: clock).flatMap { $0 }
    },
    OperatorCase("withUnretained(_:)", levels: 2) { withOwner($0) { $0.withUnretained($1).map(\.1) } },
    OperatorCase("withUnretained(_:resultSelector:)") { withOwner($0) { $0.withUnretained($1) { $1 } } },
]

private let filtering: [OperatorCase] = [
    OperatorCase("asMaybe()") { $0.take(1).asMaybe().asObservable() },
    OperatorCase("asSingle()") { $0.take(1).asSingle().asObservable() },
    OperatorCase("debounce(_:scheduler:)") { $0.debounce(.seconds(1), scheduler: clock) },
    OperatorCase("distinctUntilChanged()") { $0.distinctUntilChanged() },
    OperatorCase("distinctUntilChanged(_:)") {
        $0.distinctUntilChanged { $0 }
    } throwing: {
        $0.distinctUntilChanged { _ in try fail() }
    },
    OperatorCase("distinctUntilChanged(_:comparer:)") {
        $0.distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
    } throwing: {
        $0.distinctUntilChanged({ _ in try fail() }, comparer: { $0 == $1 })
    },
    OperatorCase("distinctUntilChanged(at:)") { $0.distinctUntilChanged(at: \.self) },
    OperatorCase("element(at:)", completes: false) { $0.element(at: 1_000_000).catch { _ in .never() } },
    OperatorCase("filter(_:)") {
        $0.filter { _ in true }
    } throwing: {
        $0.filter { _ in try fail() > 0 }
    },
    OperatorCase("first()", levels: 2) { $0.first().asObservable().map { $0 ?? 0 } },
    OperatorCase("ifEmpty(default:)") { $0.ifEmpty(default: 0) },
    OperatorCase("ifEmpty(switchTo:)") { $0.ifEmpty(switchTo: .just(0)) },
    OperatorCase("ignoreElements()") { $0.ignoreElements().asCompletable().andThen(.empty()) },
    OperatorCase("sample(_:defaultValue:)", completes: false) { $0.sample(PublishSubject<Int>()) },
    OperatorCase("single()") { $0.take(1).single().catch { _ in .empty() } },
    OperatorCase("single(_:)") {
        $0.take(1).single { _ in true }.catch { $0 is RxError ? .empty() : .error($0) }
    } throwing: {
        $0.single { _ in try fail() > 0 }
    },
    OperatorCase("skip(_:)") { $0.skip(1) },
    OperatorCase("skip(_:scheduler:)") { $0.skip(.seconds(1), scheduler: clock) },
    OperatorCase("skip(until:)", endsSilentlyWhenEmpty: true) { $0.skip(until: Observable.just(1)) },
    OperatorCase("skip(while:)") {
        $0.skip { $0 < 0 }
    } throwing: {
        $0.skip { _ in try fail() > 0 }
    },
    OperatorCase("take(_:)") { $0.take(1_000_000) },
    OperatorCase("take(for:scheduler:)") { $0.take(for: .seconds(1), scheduler: clock) },
    OperatorCase("take(until:)") { $0.take(until: Observable<Int>.never()) },
    OperatorCase("take(until:behavior:)") {
        $0.take(until: { $0 < 0 })
    } throwing: {
        $0.take(until: { _ in try fail() > 0 })
    },
    OperatorCase("take(while:behavior:)") {
        $0.take(while: { $0 >= 0 })
    } throwing: {
        $0.take(while: { _ in try fail() > 0 })
    },
    OperatorCase("takeLast(_:)") { $0.takeLast(2) },
    OperatorCase("throttle(_:latest:scheduler:)") { $0.throttle(.seconds(1), latest: false, scheduler: clock) },
]

private let combining: [OperatorCase] = [
    OperatorCase("amb(_:)") { $0.amb(Observable.never()) },
    OperatorCase("combineLatest(_:)", levels: 2) { Observable<Int>.combineLatest([$0, .just(1)]).map { $0.reduce(0, +) } },
    OperatorCase("combineLatest(_:resultSelector:)") {
        Observable<Int>.combineLatest([$0, .just(1)]) { $0.reduce(0, +) }
    } throwing: {
        Observable<Int>.combineLatest([$0, .just(1)]) { _ in try fail() }
    },
    OperatorCase("concat(_:)") { $0.concat(Observable.empty()) },
    OperatorCase("merge(_:)") { Observable.merge($0, .empty()) },
    OperatorCase("startWith(_:)") { $0.startWith(7) },
    OperatorCase("withLatestFrom(_:)") { $0.withLatestFrom(one) },
    OperatorCase("withLatestFrom(_:resultSelector:)") {
        $0.withLatestFrom(one) { $0 + $1 }
    } throwing: {
        $0.withLatestFrom(one) { _, _ in try fail() }
    },
    OperatorCase("zip(_:)", levels: 2) { Observable<Int>.zip([$0, ones]).map { $0.reduce(0, +) } },
    OperatorCase("zip(_:resultSelector:)") {
        Observable<Int>.zip([$0, ones]) { $0.reduce(0, +) }
    } throwing: {
        Observable<Int>.zip([$0, ones]) { _ in try fail() }
    },
]

private let combiningMany: [OperatorCase] = [
    OperatorCase("combineLatest(_:_:)", levels: 2) { Observable.combineLatest($0, one).map(\.0) },
    OperatorCase("combineLatest(_:_:resultSelector:)") {
        Observable.combineLatest($0, one) { first, _ in first }
    } throwing: {
        Observable.combineLatest($0, one) { (_: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("combineLatest(_:_:_:)", levels: 2) { Observable.combineLatest($0, one, one).map(\.0) },
    OperatorCase("combineLatest(_:_:_:resultSelector:)") {
        Observable.combineLatest($0, one, one) { first, _, _ in first }
    } throwing: {
        Observable.combineLatest($0, one, one) { (_: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("combineLatest(_:_:_:_:)", levels: 2) { Observable.combineLatest($0, one, one, one).map(\.0) },
    OperatorCase("combineLatest(_:_:_:_:resultSelector:)") {
        Observable.combineLatest($0, one, one, one) { first, _, _, _ in first }
    } throwing: {
        Observable.combineLatest($0, one, one, one) { (_: Int, _: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("combineLatest(_:_:_:_:_:)", levels: 2) { Observable.combineLatest($0, one, one, one, one).map(\.0) },
    OperatorCase("combineLatest(_:_:_:_:_:resultSelector:)") {
        Observable.combineLatest($0, one, one, one, one) { first, _, _, _, _ in first }
    } throwing: {
        Observable.combineLatest($0, one, one, one, one) { (_: Int, _: Int, _: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("combineLatest(_:_:_:_:_:_:)", levels: 2) { Observable.combineLatest($0, one, one, one, one, one).map(\.0) },
    OperatorCase("combineLatest(_:_:_:_:_:_:resultSelector:)") {
        Observable.combineLatest($0, one, one, one, one, one) { first, _, _, _, _, _ in first }
    } throwing: {
        Observable.combineLatest($0, one, one, one, one, one) { (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("combineLatest(_:_:_:_:_:_:_:)", levels: 2) { Observable.combineLatest($0, one, one, one, one, one, one).map(\.0) },
    OperatorCase("combineLatest(_:_:_:_:_:_:_:resultSelector:)") {
        Observable.combineLatest($0, one, one, one, one, one, one) { first, _, _, _, _, _, _ in first }
    } throwing: {
        Observable.combineLatest($0, one, one, one, one, one, one) { (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int in
            try fail()
        }
    },
    OperatorCase("combineLatest(_:_:_:_:_:_:_:_:)", levels: 2) { Observable.combineLatest($0, one, one, one, one, one, one, one).map(\.0) },
    OperatorCase("combineLatest(_:_:_:_:_:_:_:_:resultSelector:)") {
        Observable.combineLatest($0, one, one, one, one, one, one, one) { first, _, _, _, _, _, _, _ in first }
    } throwing: {
        Observable.combineLatest($0, one, one, one, one, one, one, one) {
            (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int in try fail()
        }
    },
    OperatorCase("zip(_:_:)", levels: 2) { Observable.zip($0, ones).map(\.0) },
    OperatorCase("zip(_:_:resultSelector:)") {
        Observable.zip($0, ones) { first, _ in first }
    } throwing: {
        Observable.zip($0, ones) { (_: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("zip(_:_:_:)", levels: 2) { Observable.zip($0, ones, ones).map(\.0) },
    OperatorCase("zip(_:_:_:resultSelector:)") {
        Observable.zip($0, ones, ones) { first, _, _ in first }
    } throwing: {
        Observable.zip($0, ones, ones) { (_: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("zip(_:_:_:_:)", levels: 2) { Observable.zip($0, ones, ones, ones).map(\.0) },
    OperatorCase("zip(_:_:_:_:resultSelector:)") {
        Observable.zip($0, ones, ones, ones) { first, _, _, _ in first }
    } throwing: {
        Observable.zip($0, ones, ones, ones) { (_: Int, _: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("zip(_:_:_:_:_:)", levels: 2) { Observable.zip($0, ones, ones, ones, ones).map(\.0) },
    OperatorCase("zip(_:_:_:_:_:resultSelector:)") {
        Observable.zip($0, ones, ones, ones, ones) { first, _, _, _, _ in first }
    } throwing: {
        Observable.zip($0, ones, ones, ones, ones) { (_: Int, _: Int, _: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("zip(_:_:_:_:_:_:)", levels: 2) { Observable.zip($0, ones, ones, ones, ones, ones).map(\.0) },
    OperatorCase("zip(_:_:_:_:_:_:resultSelector:)") {
        Observable.zip($0, ones, ones, ones, ones, ones) { first, _, _, _, _, _ in first }
    } throwing: {
        Observable.zip($0, ones, ones, ones, ones, ones) { (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int in try fail() }
    },
    OperatorCase("zip(_:_:_:_:_:_:_:)", levels: 2) { Observable.zip($0, ones, ones, ones, ones, ones, ones).map(\.0) },
    OperatorCase("zip(_:_:_:_:_:_:_:resultSelector:)") {
        Observable.zip($0, ones, ones, ones, ones, ones, ones) { first, _, _, _, _, _, _ in first }
    } throwing: {
        Observable.zip($0, ones, ones, ones, ones, ones, ones) { (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int in
            try fail()
        }
    },
    OperatorCase("zip(_:_:_:_:_:_:_:_:)", levels: 2) { Observable.zip($0, ones, ones, ones, ones, ones, ones, ones).map(\.0) },
    OperatorCase("zip(_:_:_:_:_:_:_:_:resultSelector:)") {
        Observable.zip($0, ones, ones, ones, ones, ones, ones, ones) { first, _, _, _, _, _, _, _ in first }
    } throwing: {
        Observable.zip($0, ones, ones, ones, ones, ones, ones, ones) {
            (_: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) -> Int in try fail()
        }
    },
]

private let failing: [OperatorCase] = [
    OperatorCase("asInfallible(onErrorFallbackTo:)", passesFailure: false) { $0.asInfallible(onErrorFallbackTo: .just(-1)).asObservable() },
    OperatorCase("asInfallible(onErrorJustReturn:)", passesFailure: false) { $0.asInfallible(onErrorJustReturn: -1).asObservable() },
    OperatorCase("asInfallible(onErrorRecover:)", passesFailure: false) { $0.asInfallible { _ in .just(-1) }.asObservable() },
    OperatorCase("catch(_:)", passesFailure: false) {
        $0.catch { _ in .just(-1) }
    } throwing: {
        $0.concat(Observable.error(Failure())).catch { _ in .just(try fail()) }
    },
    OperatorCase("catch(sequence:)", passesFailure: false) { Observable.catch(sequence: [$0, .just(-1)]) },
    OperatorCase("catchAndReturn(_:)", passesFailure: false) { $0.catchAndReturn(-1) },
    OperatorCase("retry()", passesFailure: false) { $0.catch { _ in .empty() }.retry() },
    OperatorCase("retry(_:)") { $0.retry(2) },
    OperatorCase("retry(when:)") { $0.retry { (errors: Observable<any Error>) in errors.flatMap { Observable<Int>.error($0) } } },
    OperatorCase("timeout(_:other:scheduler:)") { $0.timeout(.seconds(1), other: Observable.empty(), scheduler: clock) },
    OperatorCase("timeout(_:scheduler:)") { $0.timeout(.seconds(1), scheduler: clock) },
]

private let schedulingAndSharing: [OperatorCase] = [
    OperatorCase("delay(_:scheduler:)", completes: false) { $0.delay(.seconds(1), scheduler: clock) },
    OperatorCase("delaySubscription(_:scheduler:)", completes: false, subscribesAtOnce: false) {
        $0.delaySubscription(.seconds(1), scheduler: clock)
    },
    OperatorCase("multicast(_:)", levels: 2) { $0.multicast(PublishSubject()).refCount() },
    OperatorCase("multicast(_:selector:)") {
        $0.multicast({ PublishSubject() }, selector: { $0 })
    } throwing: {
        $0.multicast(
            {
                _ = try fail()
                return PublishSubject<Int>()
            }, selector: { $0 })
    },
    OperatorCase("multicast(makeSubject:)", levels: 2) { $0.multicast(makeSubject: { PublishSubject() }).refCount() },
    OperatorCase("observe(on:)") { $0.observe(on: CurrentThreadScheduler.instance) },
    OperatorCase("publish()", levels: 2) { $0.publish().refCount() },
    OperatorCase("refCount()", levels: 2) { $0.publish().refCount() },
    OperatorCase("replay(_:)", levels: 2) { $0.replay(1).refCount() },
    OperatorCase("replayAll()", levels: 2) { $0.replayAll().refCount() },
    OperatorCase("share(replay:scope:)") { $0.share(replay: 2) },
    OperatorCase("subscribe(on:)") { $0.subscribe(on: ImmediateScheduler()) },
]

private let lookingOn: [OperatorCase] = [
    OperatorCase("asCompletable()") { $0.ignoreElements().asCompletable().andThen(.empty()) },
    OperatorCase("debug(_:trimOutput:file:line:function:)") { quietly($0) },
    OperatorCase("deferred(_:)") {
        deferring($0)
    } throwing: {
        $0.flatMap { _ in Observable<Int>.deferred { .just(try fail()) } }
    },
    OperatorCase("do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)") {
        $0.do(onNext: { _ in })
    } throwing: {
        $0.do(onNext: { _ in _ = try fail() })
    },
    OperatorCase("trackActivity(_:)") { $0.trackActivity(ActivityIndicator()) },
    OperatorCase("trackError(_:)") { $0.trackError(ErrorTracker()) },
    OperatorCase("using(_:observableFactory:)") {
        using($0)
    } throwing: {
        $0.flatMap { _ in Observable<Int>.using({ BooleanDisposable(isDisposed: try fail() > 0) }, observableFactory: { _ in .empty() }) }
    },
]
