import Rivulet
import RivuletTesting

// What is run through the contracts beside the operators of `Observable`: those of the sequences that promise more, with
// the way there and back. Their code is that of `Observable`'s; these are to show that each passes it on as it should.

private let clock = TestScheduler()

@Sendable private func fail() throws -> Int { throw Failure(3) }

/// All operators, whatever they belong to.
let everyOperator: [OperatorCase] = operatorTable + infallibleTable + singleTable + maybeTable + completableTable + anyTraitTable

@Sendable private func infallible(_ source: Observable<Int>) -> Infallible<Int> { source.asInfallible { _ in .empty() } }

private let one = Infallible.just(1)

/// As many as a test sends.
private let ones = Observable.deferred { .repeatElement(1).take(Supply.count) }.asInfallible(onErrorJustReturn: 0)

/// Those of `Infallible`. A failure becomes a completion on the way there.
let infallibleTable: [OperatorCase] = [
    OperatorCase("Infallible.compactMap(_:)", passesFailure: false) { infallible($0).compactMap { $0 }.asObservable() },
    OperatorCase("Infallible.concat(_:)", passesFailure: false) { infallible($0).concat(.empty()).asObservable() },
    OperatorCase("Infallible.concatMap(_:)", passesFailure: false) { infallible($0).concatMap { .just($0) }.asObservable() },
    OperatorCase("Infallible.debounce(_:scheduler:)", passesFailure: false) {
        infallible($0).debounce(.seconds(1), scheduler: clock).asObservable()
    },
    OperatorCase("Infallible.debug(_:trimOutput:file:line:function:)", passesFailure: false) { infallible($0).do().asObservable() },
    OperatorCase("Infallible.delay(_:scheduler:)", completes: false, passesFailure: false) {
        infallible($0).delay(.seconds(1), scheduler: clock).asObservable()
    },
    OperatorCase("Infallible.distinctUntilChanged()", passesFailure: false) { infallible($0).distinctUntilChanged().asObservable() },
    OperatorCase("Infallible.distinctUntilChanged(_:)", passesFailure: false) { infallible($0).distinctUntilChanged { $0 }.asObservable() },
    OperatorCase("Infallible.distinctUntilChanged(_:comparer:)", passesFailure: false) {
        infallible($0).distinctUntilChanged({ $0 }, comparer: { $0 == $1 }).asObservable()
    },
    OperatorCase("Infallible.distinctUntilChanged(at:)", passesFailure: false) {
        infallible($0).distinctUntilChanged(at: \.self).asObservable()
    },
    OperatorCase("Infallible.do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)", passesFailure: false) {
        infallible($0).do(onNext: { _ in }).asObservable()
    },
    OperatorCase("Infallible.filter(_:)", passesFailure: false) { infallible($0).filter { _ in true }.asObservable() },
    OperatorCase("Infallible.flatMap(_:)", passesFailure: false) { infallible($0).flatMap { .just($0) }.asObservable() },
    OperatorCase("Infallible.flatMapFirst(_:)", passesFailure: false) { infallible($0).flatMapFirst { .just($0) }.asObservable() },
    OperatorCase("Infallible.flatMapLatest(_:)", passesFailure: false) { infallible($0).flatMapLatest { .just($0) }.asObservable() },
    OperatorCase("Infallible.map(_:)", passesFailure: false) { infallible($0).map { $0 + 1 }.asObservable() },
    OperatorCase("Infallible.merge(_:)", passesFailure: false) { Infallible.merge(infallible($0), .empty()).asObservable() },
    OperatorCase("Infallible.observe(on:)", passesFailure: false) {
        infallible($0).observe(on: CurrentThreadScheduler.instance).asObservable()
    },
    OperatorCase("Infallible.scan(_:accumulator:)", passesFailure: false) { infallible($0).scan(0, accumulator: +).asObservable() },
    OperatorCase("Infallible.scan(into:accumulator:)", passesFailure: false) { infallible($0).scan(into: 0) { $0 += $1 }.asObservable() },
    OperatorCase("Infallible.share(replay:scope:)", passesFailure: false) { infallible($0).share(replay: 1).asObservable() },
    OperatorCase("Infallible.skip(_:)", passesFailure: false) { infallible($0).skip(1).asObservable() },
    OperatorCase("Infallible.skip(_:scheduler:)", passesFailure: false) {
        infallible($0).skip(.seconds(1), scheduler: clock).asObservable()
    },
    OperatorCase("Infallible.skip(until:)", passesFailure: false, endsSilentlyWhenEmpty: true) {
        infallible($0).skip(until: Observable.just(1)).asObservable()
    },
    OperatorCase("Infallible.skip(while:)", passesFailure: false) { infallible($0).skip { $0 < 0 }.asObservable() },
    OperatorCase("Infallible.startWith(_:)", passesFailure: false) { infallible($0).startWith(7).asObservable() },
    OperatorCase("Infallible.subscribe(on:)", passesFailure: false) {
        infallible($0).subscribe(on: CurrentThreadScheduler.instance).asObservable()
    },
    OperatorCase("Infallible.take(_:)", passesFailure: false) { infallible($0).take(1_000_000).asObservable() },
    OperatorCase("Infallible.take(for:scheduler:)", passesFailure: false) {
        infallible($0).take(for: .seconds(1), scheduler: clock).asObservable()
    },
    OperatorCase("Infallible.take(until:)", passesFailure: false) { infallible($0).take(until: Observable<Int>.never()).asObservable() },
    OperatorCase("Infallible.take(until:behavior:)", passesFailure: false) { infallible($0).take(until: { $0 < 0 }).asObservable() },
    OperatorCase("Infallible.take(while:behavior:)", passesFailure: false) { infallible($0).take(while: { $0 >= 0 }).asObservable() },
    OperatorCase("Infallible.takeLast(_:)", passesFailure: false) { infallible($0).takeLast(2).asObservable() },
    OperatorCase("Infallible.throttle(_:latest:scheduler:)", passesFailure: false) {
        infallible($0).throttle(.seconds(1), latest: false, scheduler: clock).asObservable()
    },
    OperatorCase("Infallible.withLatestFrom(_:)", passesFailure: false) {
        infallible($0).withLatestFrom(Infallible.just(1)).asObservable()
    },
    OperatorCase("Infallible.withLatestFrom(_:resultSelector:)", passesFailure: false) {
        infallible($0).withLatestFrom(Infallible.just(1)) { $0 + $1 }.asObservable()
    },
    OperatorCase("Infallible.withUnretained(_:)", passesFailure: false) {
        withOwner($0) { infallible($0).withUnretained($1).map(\.1).asObservable() }
    },
    OperatorCase("Infallible.withUnretained(_:resultSelector:)", passesFailure: false) {
        withOwner($0) { infallible($0).withUnretained($1) { $1 }.asObservable() }
    },
    OperatorCase("Infallible.combineLatest(_:)", passesFailure: false) {
        Infallible.combineLatest([infallible($0), one]).map { $0.reduce(0, +) }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest([infallible($0), one]) { $0.reduce(0, +) }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one) { first, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:)", passesFailure: false) { Infallible.zip(infallible($0), ones).map(\.0).asObservable() },
    OperatorCase("Infallible.zip(_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones) { first, _ in first }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one) { first, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:)", passesFailure: false) { Infallible.zip(infallible($0), ones, ones).map(\.0).asObservable() },
    OperatorCase("Infallible.zip(_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones) { first, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one) { first, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones).map(\.0).asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones) { first, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one) { first, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones).map(\.0).asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones) { first, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one, one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one, one) { first, _, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:_:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones, ones).map(\.0).asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones, ones) { first, _, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one, one, one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one, one, one) { first, _, _, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:_:_:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones, ones, ones).map(\.0).asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones, ones, ones) { first, _, _, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:_:_:_:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one, one, one, one).map(\.0).asObservable()
    },
    OperatorCase("Infallible.combineLatest(_:_:_:_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.combineLatest(infallible($0), one, one, one, one, one, one, one) { first, _, _, _, _, _, _, _ in first }.asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:_:_:_:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones, ones, ones, ones).map(\.0).asObservable()
    },
    OperatorCase("Infallible.zip(_:_:_:_:_:_:_:_:resultSelector:)", passesFailure: false) {
        Infallible.zip(infallible($0), ones, ones, ones, ones, ones, ones, ones) { first, _, _, _, _, _, _, _ in first }.asObservable()
    },
]

@Sendable private func single(_ source: Observable<Int>) -> Single<Int> { source.take(1).asSingle() }

/// Those of `Single`.
let singleTable: [OperatorCase] = [
    OperatorCase("Single.asCompletable()") { single($0).asCompletable().andThen(Observable.just(1)).asObservable() },
    OperatorCase("Single.asMaybe()") { single($0).asMaybe().asObservable() },
    OperatorCase("Single.catchAndReturn(_:)", passesFailure: false) { single($0).catchAndReturn(7).asObservable() },
    OperatorCase("Single.compactMap(_:)") {
        single($0).compactMap { $0 }.asObservable()
    } throwing: {
        single($0).compactMap { _ in try fail() }.asObservable()
    },
    OperatorCase("Single.do(onSuccess:afterSuccess:onError:afterError:onSubscribe:onSubscribed:onDispose:)") {
        single($0).do(onSuccess: { _ in }).asObservable()
    } throwing: {
        single($0).do(onSuccess: { _ in _ = try fail() }).asObservable()
    },
    OperatorCase("Single.filter(_:)") {
        single($0).filter { _ in true }.asObservable()
    } throwing: {
        single($0).filter { _ in try fail() > 0 }.asObservable()
    },
    OperatorCase("Single.flatMap(_:)") {
        single($0).flatMap { .just($0) }.asObservable()
    } throwing: {
        single($0).flatMap { _ in .just(try fail()) }.asObservable()
    },
    OperatorCase("Single.flatMapCompletable(_:)") {
        single($0).flatMapCompletable { _ in .empty() }.andThen(Observable.just(1)).asObservable()
    } throwing: {
        single($0).flatMapCompletable { _ in
            _ = try fail()
            return .empty()
        }.andThen(Observable.just(1)).asObservable()
    },
    OperatorCase("Single.flatMapMaybe(_:)") {
        single($0).flatMapMaybe { .just($0) }.asObservable()
    } throwing: {
        single($0).flatMapMaybe { _ in .just(try fail()) }.asObservable()
    },
    OperatorCase("Single.map(_:)") {
        single($0).map { $0 + 1 }.asObservable()
    } throwing: {
        single($0).map { _ in try fail() }.asObservable()
    },
    OperatorCase("Single.zip(_:)") { Single.zip([single($0), .just(1)]).map { $0.reduce(0, +) }.asObservable() },
    OperatorCase("Single.zip(_:resultSelector:)") { Single.zip([single($0), .just(1)]) { $0.reduce(0, +) }.asObservable() },
    OperatorCase("Single.zip(_:_:resultSelector:)") { Single.zip(single($0), .just(1)) { (first: Int, _: Int) in first }.asObservable() },
    OperatorCase("Single.zip(_:_:)") { Single.zip(single($0), Single.just(1)).map(\.0).asObservable() },
    OperatorCase("Single.zip(_:_:_:resultSelector:)") {
        Single.zip(single($0), .just(1), .just(1)) { (first: Int, _: Int, _: Int) in first }.asObservable()
    },
    OperatorCase("Single.zip(_:_:_:)") { Single.zip(single($0), Single.just(1), Single.just(1)).map(\.0).asObservable() },
    OperatorCase("Single.zip(_:_:_:_:resultSelector:)") {
        Single.zip(single($0), .just(1), .just(1), .just(1)) { (first: Int, _: Int, _: Int, _: Int) in first }.asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:)") { Single.zip(single($0), Single.just(1), Single.just(1), Single.just(1)).map(\.0).asObservable() },
    OperatorCase("Single.zip(_:_:_:_:_:resultSelector:)") {
        Single.zip(single($0), .just(1), .just(1), .just(1), .just(1)) { (first: Int, _: Int, _: Int, _: Int, _: Int) in first }
            .asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:)") {
        Single.zip(single($0), Single.just(1), Single.just(1), Single.just(1), Single.just(1)).map(\.0).asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:_:resultSelector:)") {
        Single.zip(single($0), .just(1), .just(1), .just(1), .just(1), .just(1)) { (first: Int, _: Int, _: Int, _: Int, _: Int, _: Int) in
            first
        }.asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:_:)") {
        Single.zip(single($0), Single.just(1), Single.just(1), Single.just(1), Single.just(1), Single.just(1)).map(\.0).asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:_:_:resultSelector:)") {
        Single.zip(single($0), .just(1), .just(1), .just(1), .just(1), .just(1), .just(1)) {
            (first: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) in first
        }.asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:_:_:)") {
        Single.zip(single($0), Single.just(1), Single.just(1), Single.just(1), Single.just(1), Single.just(1), Single.just(1)).map(\.0)
            .asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:_:_:_:resultSelector:)") {
        Single.zip(single($0), .just(1), .just(1), .just(1), .just(1), .just(1), .just(1), .just(1)) {
            (first: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int, _: Int) in first
        }.asObservable()
    },
    OperatorCase("Single.zip(_:_:_:_:_:_:_:_:)") {
        Single.zip(
            single($0), Single.just(1), Single.just(1), Single.just(1), Single.just(1), Single.just(1), Single.just(1), Single.just(1)
        ).map(\.0).asObservable()
    },
]

@Sendable private func maybe(_ source: Observable<Int>) -> Maybe<Int> { source.take(1).asMaybe() }

/// Those of `Maybe`.
let maybeTable: [OperatorCase] = [
    OperatorCase("Maybe.asCompletable()") { maybe($0).asCompletable().andThen(Observable.just(1)).asObservable() },
    OperatorCase("Maybe.asSingle()") { maybe($0).asSingle().asObservable() },
    OperatorCase("Maybe.catchAndReturn(_:)", passesFailure: false) { maybe($0).catchAndReturn(7).asObservable() },
    OperatorCase("Maybe.compactMap(_:)") {
        maybe($0).compactMap { $0 }.asObservable()
    } throwing: {
        maybe($0).compactMap { _ in try fail() }.asObservable()
    },
    OperatorCase("Maybe.do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)") {
        maybe($0).do(onNext: { _ in }).asObservable()
    } throwing: {
        maybe($0).do(onNext: { _ in _ = try fail() }).asObservable()
    },
    OperatorCase("Maybe.filter(_:)") {
        maybe($0).filter { _ in true }.asObservable()
    } throwing: {
        maybe($0).filter { _ in try fail() > 0 }.asObservable()
    },
    OperatorCase("Maybe.flatMap(_:)") {
        maybe($0).flatMap { .just($0) }.asObservable()
    } throwing: {
        maybe($0).flatMap { _ in .just(try fail()) }.asObservable()
    },
    OperatorCase("Maybe.flatMapCompletable(_:)") {
        maybe($0).flatMapCompletable { _ in .empty() }.andThen(Observable.just(1)).asObservable()
    } throwing: {
        maybe($0).flatMapCompletable { _ in
            _ = try fail()
            return .empty()
        }.andThen(Observable.just(1)).asObservable()
    },
    OperatorCase("Maybe.flatMapSingle(_:)") {
        maybe($0).flatMapSingle { .just($0) }.asObservable()
    } throwing: {
        maybe($0).flatMapSingle { _ in .just(try fail()) }.asObservable()
    },
    OperatorCase("Maybe.ifEmpty(default:)") { maybe($0).ifEmpty(default: 0).asObservable() },
    OperatorCase("Maybe.ifEmpty(switchTo:)") { maybe($0).ifEmpty(switchTo: Maybe.just(0)).asObservable() },
    OperatorCase("Maybe.map(_:)") {
        maybe($0).map { $0 + 1 }.asObservable()
    } throwing: {
        maybe($0).map { _ in try fail() }.asObservable()
    },
    OperatorCase("Maybe.zip(_:_:)") { Maybe.zip(maybe($0), Maybe.just(1)).map(\.0).asObservable() },
    OperatorCase("Maybe.zip(_:_:resultSelector:)") {
        Maybe.zip(maybe($0), .just(1)) { (first: Int, _: Int) in first }.asObservable()
    } throwing: {
        Maybe.zip(maybe($0), .just(1)) { (_: Int, _: Int) in try fail() }.asObservable()
    },
]

@Sendable private func completable(_ source: Observable<Int>) -> Completable { source.ignoreElements().asCompletable() }

/// Those of `Completable`, which begin to send when it has completed.
let completableTable: [OperatorCase] = [
    OperatorCase("Completable.andThen(_:)") { completable($0).andThen(Completable.empty()).andThen(Single.just(1)).asObservable() },
    OperatorCase("Completable.asMaybe()") { completable($0).asMaybe().asCompletable().andThen(Observable.just(1)) },
    OperatorCase("Completable.catchAndReturn()", passesFailure: false) { completable($0).catchAndReturn().andThen(Observable.just(1)) },
    OperatorCase("Completable.concat(_:)") { completable($0).concat(.empty()).andThen(Observable.just(1)) },
    OperatorCase("Completable.do(onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)") {
        completable($0).do(onCompleted: {}).andThen(Observable.just(1))
    } throwing: {
        completable($0).do(onCompleted: { _ = try fail() }).andThen(Observable.just(1))
    },
    OperatorCase("Completable.merge(_:)") { Completable.merge(completable($0), .empty()).andThen(Observable.just(1)) },
    OperatorCase("Completable.zip(_:)") { Completable.zip(completable($0), .empty()).andThen(Observable.just(1)) },
]

@Sendable private func deferred(_ source: Maybe<Int>) -> Maybe<Int> { .deferred { source } }

@Sendable private func using(_ source: Maybe<Int>) -> Maybe<Int> {
    .using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in source })
}

/// Those that `Single`, `Maybe` and `Completable` have in common.
let anyTraitTable: [OperatorCase] = [
    OperatorCase("PrimitiveSequence.catch(_:)") { maybe($0).catch { .error($0) }.asObservable() },
    OperatorCase("PrimitiveSequence.debug(_:trimOutput:file:line:function:)") { maybe($0).do().asObservable() },
    OperatorCase("PrimitiveSequence.deferred(_:)") { deferred(maybe($0)).asObservable() },
    OperatorCase("PrimitiveSequence.delay(_:scheduler:)", completes: false) {
        maybe($0).delay(.seconds(1), scheduler: clock).asObservable()
    },
    OperatorCase("PrimitiveSequence.delaySubscription(_:scheduler:)", completes: false, subscribesAtOnce: false) {
        maybe($0).delaySubscription(.seconds(1), scheduler: clock).asObservable()
    },
    OperatorCase("PrimitiveSequence.observe(on:)") { maybe($0).observe(on: CurrentThreadScheduler.instance).asObservable() },
    OperatorCase("PrimitiveSequence.retry()", passesFailure: false) { maybe($0).retry().asObservable() },
    OperatorCase("PrimitiveSequence.retry(_:)") { maybe($0).retry(1).asObservable() },
    OperatorCase("PrimitiveSequence.retry(when:)") {
        maybe($0).retry { (errors: Observable<any Error>) in errors.flatMap { Observable<Int>.error($0) } }.asObservable()
    },
    OperatorCase("PrimitiveSequence.subscribe(on:)") { maybe($0).subscribe(on: CurrentThreadScheduler.instance).asObservable() },
    OperatorCase("PrimitiveSequence.timeout(_:other:scheduler:)") {
        maybe($0).timeout(.seconds(1), other: .empty(), scheduler: clock).asObservable()
    },
    OperatorCase("PrimitiveSequence.timeout(_:scheduler:)") { maybe($0).timeout(.seconds(1), scheduler: clock).asObservable() },
    OperatorCase("PrimitiveSequence.using(_:primitiveSequenceFactory:)") { using(maybe($0)).asObservable() },
]
