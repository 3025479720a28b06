import Dispatch
import Rivulet
import RivuletTesting
import Testing

/// One operator, applied so that it takes and gives integers: what contracts that hold for all operators are tested on.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether the output completes when the source does (at once, without the help of a clock).
    var completes = true
    /// Whether a failure of the source is passed on.
    var passesFailure = true
    /// Whether the output ends without a word when the source completes before anything else has happened.
    var endsSilentlyWhenEmpty = false
    let apply: @Sendable (Observable<Int>) -> Observable<Int>

    init(
        _ name: String, completes: Bool = true, passesFailure: Bool = true, endsSilentlyWhenEmpty: Bool = false,
        _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
    ) {
        self.name = name
        self.completes = completes
        self.passesFailure = passesFailure
        self.endsSilentlyWhenEmpty = endsSilentlyWhenEmpty
        self.apply = apply
    }

    var testDescription: String { name }
}

/// A clock that nobody moves.
private let clock = TestScheduler()

/// What `withUnretained` holds weakly. Each subscription has its own: Address Sanitizer takes the weak reference's record for
/// a leak when the object lives to the end of the process.
private final class Owner: Sendable {}

let operatorTable: [OperatorCase] = [
    OperatorCase("amb") { $0.amb(Observable.never()) },
    OperatorCase("asMaybe") { $0.take(1).asMaybe().asObservable() },
    OperatorCase("asSingle") { $0.take(1).asSingle().asObservable() },
    OperatorCase("buffer") { $0.buffer(timeSpan: .seconds(9), count: 2, scheduler: clock).map(\.count) },
    OperatorCase("catch", passesFailure: false) { $0.catch { _ in .just(-1) } },
    OperatorCase("catchAndReturn", passesFailure: false) { $0.catchAndReturn(-1) },
    OperatorCase("catch(sequence:)", passesFailure: false) { Observable.catch(sequence: [$0, .just(-1)]) },
    OperatorCase("combineLatest", completes: true) { Observable.combineLatest($0, Observable.just(1)) { $0 + $1 } },
    OperatorCase("combineLatest(collection)") { source in
        Observable<Int>.combineLatest([source, .just(1)]).map { $0.reduce(0, +) }
    },
    OperatorCase("compactMap") { $0.compactMap { $0 } },
    OperatorCase("concat") { $0.concat(Observable.empty()) },
    OperatorCase("concat(sequence)") { Observable.concat([.empty(), $0]) },
    OperatorCase("concatMap") { $0.concatMap { Observable.just($0) } },
    OperatorCase("debounce") { $0.debounce(.seconds(1), scheduler: clock) },
    OperatorCase("debug") { source in source.do() },
    OperatorCase("deferred") { source in .deferred { source } },
    OperatorCase("delay", completes: false) { $0.delay(.seconds(1), scheduler: clock) },
    OperatorCase("dematerialize") { $0.materialize().dematerialize() },
    OperatorCase("distinctUntilChanged") { $0.distinctUntilChanged() },
    OperatorCase("distinctUntilChanged(key)") { $0.distinctUntilChanged { $0 } },
    OperatorCase("do") { $0.do(onNext: { _ in }) },
    OperatorCase("element(at:)", completes: false) { $0.element(at: 1_000_000).catch { _ in .never() } },
    OperatorCase("enumerated") { $0.enumerated().map(\.element) },
    OperatorCase("filter") { $0.filter { _ in true } },
    OperatorCase("first") { $0.first().asObservable().map { $0 ?? 0 } },
    OperatorCase("flatMap") { $0.flatMap { Observable.just($0) } },
    OperatorCase("flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
    OperatorCase("flatMapLatest") { $0.flatMapLatest { Observable.just($0) } },
    OperatorCase("groupBy") { $0.groupBy { $0 % 2 }.flatMap { $0 } },
    OperatorCase("ifEmpty") { $0.ifEmpty(default: 0) },
    OperatorCase("ignoreElements") { source in source.ignoreElements().asCompletable().andThen(.empty()) },
    OperatorCase("map") { $0.map { $0 + 1 } },
    OperatorCase("materialize", passesFailure: false) { $0.materialize().map { $0.element ?? 0 } },
    OperatorCase("merge") { Observable.merge($0, .empty()) },
    OperatorCase("merge(maxConcurrent:)") { $0.map { Observable.just($0) }.merge(maxConcurrent: 2) },
    OperatorCase("multicast") { source in source.multicast({ PublishSubject() }, selector: { $0 }) },
    OperatorCase("observe(on:)") { $0.observe(on: ImmediateScheduler()) },
    OperatorCase("publish.refCount") { $0.publish().refCount() },
    OperatorCase("reduce") { $0.reduce(0, accumulator: +) },
    OperatorCase("replay.refCount") { $0.replay(1).refCount() },
    OperatorCase("retry", passesFailure: false) { source in source.catch { _ in .empty() }.retry() },
    OperatorCase("retry(2)") { $0.retry(2) },
    OperatorCase("retry(when:)") { source in
        source.retry { (errors: Observable<any Error>) in errors.flatMap { Observable<Int>.error($0) } }
    },
    OperatorCase("sample", completes: false) { $0.sample(PublishSubject<Int>()) },
    OperatorCase("scan") { $0.scan(0, accumulator: +) },
    OperatorCase("scan(into:)") { $0.scan(into: 0) { $0 += $1 } },
    OperatorCase("share") { $0.share() },
    OperatorCase("share(replay:)") { $0.share(replay: 2) },
    OperatorCase("share(forever)") { $0.share(replay: 2, scope: .forever) },
    OperatorCase("single") { $0.take(1).single().catch { _ in .empty() } },
    OperatorCase("skip") { $0.skip(1) },
    OperatorCase("skip(while:)") { $0.skip { $0 < 0 } },
    OperatorCase("skip(until:)", endsSilentlyWhenEmpty: true) { $0.skip(until: Observable.just(1)) },
    OperatorCase("skip(duration)") { $0.skip(.seconds(1), scheduler: clock) },
    OperatorCase("startWith") { $0.startWith(7) },
    OperatorCase("subscribe(on:)") { $0.subscribe(on: ImmediateScheduler()) },
    OperatorCase("switchLatest") { $0.map { Observable.just($0) }.switchLatest() },
    OperatorCase("take") { $0.take(1_000_000) },
    OperatorCase("take(for:)") { $0.take(for: .seconds(1), scheduler: clock) },
    OperatorCase("take(until:)") { $0.take(until: Observable<Int>.never()) },
    OperatorCase("take(until predicate)") { $0.take(until: { $0 < 0 }) },
    OperatorCase("take(while:)") { $0.take(while: { $0 >= 0 }) },
    OperatorCase("takeLast") { $0.takeLast(2) },
    OperatorCase("throttle") { $0.throttle(.seconds(1), latest: false, scheduler: clock) },
    OperatorCase("timeout") { $0.timeout(.seconds(1), scheduler: clock) },
    OperatorCase("toArray") { $0.toArray().asObservable().map(\.count) },
    OperatorCase("using") { source in .using({ BooleanDisposable() }, observableFactory: { _ in source }) },
    OperatorCase("window") { $0.window(timeSpan: .seconds(1), count: 2, scheduler: clock).flatMap { $0 } },
    OperatorCase("withLatestFrom") { $0.withLatestFrom(Observable.just(1)) { $0 + $1 } },
    OperatorCase("withUnretained") { source in
        let owner = Owner()
        return source.withUnretained(owner).map(\.1).do(onDispose: { withExtendedLifetime(owner) {} })
    },
    OperatorCase("zip") { Observable.zip($0, Observable.repeatElement(1).take(2_000)) { $0 + $1 } },
    OperatorCase("zip(collection)", completes: false) { source in
        Observable<Int>.zip([source, .never()]).map { $0.reduce(0, +) }
    },
]
