import Rivulet
import RivuletTesting
import Synchronization
import Testing

/// Something that repeats, waits or is kept as many times as asked for.
struct SizeCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// Does it so many times; of each there must be an element for the probe, or two.
    let run: @Sendable (_ count: Int, _ probe: StackProbe) -> Void

    init(_ name: String, _ run: @escaping @Sendable (_ count: Int, _ probe: StackProbe) -> Void) {
        self.name = name
        self.run = run
    }

    var testDescription: String { name }
}

/// All that has a queue, a buffer, a trampoline or a list in it.
let sizeTable: [SizeCase] = repeating + waitingInners + waitingElements + manyObservers + producers

extension ObservableConvertibleType {
    /// Subscribes, and tells the probe of each element.
    @discardableResult
    fileprivate func probed(_ probe: StackProbe) -> any Disposable { asObservable().subscribe(onNext: { _ in probe.touch() }) }
}

extension SignalProducer {
    @discardableResult
    fileprivate func probed(_ probe: StackProbe) -> any Disposable { start { event in if case .value = event { probe.touch() } } }
}

/// A sequence that fails so many times, and then sends something.
private func failing(_ count: Int, _ probe: StackProbe) -> Observable<Int> {
    let attempts = Atomic<Int>(0)
    return .deferred {
        probe.touch()
        return attempts.add(1, ordering: .relaxed).newValue < count ? .error(Failure()) : .just(0)
    }
}

private func range(_ count: Int) -> Observable<Int> { .range(start: 0, count: count) }

private let repeating: [SizeCase] = [
    SizeCase("concat of sequences") { count, probe in Observable.concat((0..<count).map { Observable.just($0) }).probed(probe) },
    SizeCase("concat that ends in a concat") { count, probe in Observable.concat(Numbers(first: 0)).take(count).probed(probe) },
    SizeCase("catch(sequence:)") { count, probe in
        let attempt = Observable<Int>.deferred {
            probe.touch()
            return .error(Failure())
        }
        _ = Observable.catch(sequence: repeatElement(attempt, count: count)).subscribe()
    },
    SizeCase("retry") { count, probe in _ = failing(count, probe).retry().subscribe() },
    SizeCase("retry(when:)") { count, probe in
        _ = failing(count, probe).retry { (errors: Observable<any Error>) in errors.map { _ in () } }.subscribe()
    },
    SizeCase("repeatElement") { count, probe in Observable.repeatElement(1).take(count).probed(probe) },
    SizeCase("generate") { count, probe in
        Observable.generate(initialState: 0, condition: { $0 < count }, iterate: { $0 + 1 }).probed(probe)
    },
    SizeCase("scheduleRecursive") { count, probe in
        _ = CurrentThreadScheduler.instance.scheduleRecursive(0) { number, recurse in
            probe.touch()
            if number + 1 < count { recurse(number + 1) }
        }
    },
    SizeCase("flatMap") { count, probe in range(count).flatMap { Observable.just($0) }.probed(probe) },
    SizeCase("concatMap") { count, probe in range(count).concatMap { Observable.just($0) }.probed(probe) },
    SizeCase("flatMapLatest") { count, probe in range(count).flatMapLatest { Observable.just($0) }.probed(probe) },
    SizeCase("flatMapFirst") { count, probe in range(count).flatMapFirst { Observable.just($0) }.probed(probe) },
]

/// Sends numbers to what `apply` makes of them.
private func send(_ count: Int, _ probe: StackProbe, _ apply: (Observable<Int>) -> Observable<Int>) {
    let source = PublishSubject<Int>()
    let subscription = apply(source.asObservable()).probed(probe)
    for number in 0..<count { source.onNext(number) }
    source.onCompleted()
    subscription.dispose()
}

private let waitingInners: [SizeCase] = [
    SizeCase("concatMap, all behind the first") { count, probe in
        let (source, first) = (PublishSubject<Int>(), PublishSubject<Int>())
        source.concatMap { $0 == 0 ? first.asObservable() : .just($0) }.probed(probe)
        for number in 0...count { source.onNext(number) }
        first.onCompleted()
    },
    SizeCase("merge(maxConcurrent:), all behind the first") { count, probe in
        let (source, first) = (PublishSubject<Int>(), PublishSubject<Int>())
        source.map { $0 == 0 ? first.asObservable() : .just($0) }.merge(maxConcurrent: 1).probed(probe)
        for number in 0...count { source.onNext(number) }
        first.onCompleted()
    },
    SizeCase("flatMap, all at once") { count, probe in
        let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
        source.flatMap { _ in inner }.probed(probe)
        for number in 0..<count { source.onNext(number) }
        inner.onNext(0)
        inner.onCompleted()
    },
    SizeCase("flatMap, all at once, disposed") { count, probe in
        let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = source.flatMap { _ in inner }.probed(probe)
        for number in 0..<count { source.onNext(number) }
        inner.onNext(0)
        subscription.dispose()
    },
    SizeCase("flatMapLatest, each cut off by the next") { count, probe in
        let inner = BehaviorSubject(value: 0)
        send(count, probe) { $0.flatMapLatest { _ in inner } }
    },
    SizeCase("groupBy, a group for each") { count, probe in send(count, probe) { $0.groupBy { $0 }.flatMap { $0 } } },
    SizeCase("window, one for each") { count, probe in
        send(count, probe) { $0.window(timeSpan: .seconds(1), count: 1, scheduler: TestScheduler()).flatMap { $0 } }
    },
]

private let waitingElements: [SizeCase] = [
    SizeCase("zip, one side behind") { count, probe in
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        Observable.zip(left, right).probed(probe)
        for number in 0..<count { left.onNext(number) }
        for number in 0..<count { right.onNext(number) }
    },
    SizeCase("takeLast of all") { count, probe in send(count, probe) { $0.takeLast(count) } },
    SizeCase("toArray") { count, probe in send(count, probe) { $0.toArray().asObservable().flatMap { Observable.from($0) } } },
    SizeCase("buffer of all") { count, probe in
        send(count, probe) {
            $0.buffer(timeSpan: .seconds(1), count: count, scheduler: TestScheduler()).flatMap { Observable.from($0) }
        }
    },
    SizeCase("replayAll, for one who comes late") { count, probe in
        let source = PublishSubject<Int>()
        let replayed = source.replayAll()
        let connection = replayed.connect()
        for number in 0..<count { source.onNext(number) }
        replayed.probed(probe)
        connection.dispose()
    },
    SizeCase("ReplaySubject, bounded") { count, probe in
        let subject = ReplaySubject<Int>.create(bufferSize: count)
        for number in 0..<(count + count / 2) { subject.onNext(number) }
        subject.probed(probe)
    },
    SizeCase("a subject sent to from inside its delivery") { count, probe in
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { number in
            probe.touch()
            if number == 0 { for number in 1..<count { subject.onNext(number) } }
        })
        subject.onNext(0)
        subscription.dispose()
    },
    SizeCase("a subject that each delivery sends to") { count, probe in
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { number in
            probe.touch()
            if number + 1 < count { subject.onNext(number + 1) }
        })
        subject.onNext(0)
        subscription.dispose()
    },
    SizeCase("observe(on:)") { count, probe in
        let scheduler = TestScheduler()
        let source = PublishSubject<Int>()
        source.observe(on: scheduler).probed(probe)
        for number in 0..<count { source.onNext(number) }
        scheduler.start()
    },
    SizeCase("observe(on:) the current thread") { count, probe in
        send(count, probe) { $0.observe(on: CurrentThreadScheduler.instance) }
    },
    SizeCase("delay") { count, probe in
        let scheduler = TestScheduler()
        let source = PublishSubject<Int>()
        source.delay(.seconds(1), scheduler: scheduler).probed(probe)
        for number in 0..<count { source.onNext(number) }
        scheduler.start()
    },
]

private let manyObservers: [SizeCase] = [
    SizeCase("observers of a subject, first come, first gone") { count, probe in
        let subject = PublishSubject<Int>()
        let subscriptions = (0..<count).map { _ in subject.probed(probe) }
        subject.onNext(0)
        for subscription in subscriptions { subscription.dispose() }
    },
    SizeCase("observers of share") { count, probe in
        let subject = PublishSubject<Int>()
        let shared = subject.share()
        let composite = CompositeDisposable()
        for _ in 0..<count { composite.insert(shared.probed(probe)) }
        subject.onNext(0)
        composite.dispose()
    },
    SizeCase("a bag of subscriptions that end by themselves") { count, probe in
        let bag = DisposeBag()
        for number in 0..<count { Observable.just(number).probed(probe).disposed(by: bag) }
    },
    SizeCase("a bag of subscriptions") { count, probe in
        let subject = PublishSubject<Int>()
        let bag = DisposeBag()
        for _ in 0..<count { subject.probed(probe).disposed(by: bag) }
        subject.onNext(0)
    },
    SizeCase("starts that end with a lifetime") { count, probe in
        let (lifetime, token) = Lifetime.make()
        for _ in 0..<count { lifetime += AnyDisposable { probe.touch() } }
        token.dispose()
    },
]

private let producers: [SizeCase] = [
    SizeCase("SignalProducer.repeat") { count, probe in Producer(value: 1).repeat(count).probed(probe) },
    SizeCase("SignalProducer.retry(upTo:)") { count, probe in
        let attempt = Producer { observer, _ in
            probe.touch()
            observer.send(error: Failure())
        }
        _ = attempt.retry(upTo: count - 1).start()
    },
    SizeCase("SignalProducer.flatMap(.merge)") { count, probe in
        Producer(0..<count).flatMap(.merge) { Producer(value: $0) }.probed(probe)
    },
    SizeCase("SignalProducer.flatMap(.concat)") { count, probe in
        Producer(0..<count).flatMap(.concat) { Producer(value: $0) }.probed(probe)
    },
    SizeCase("SignalProducer.flatMap(.latest)") { count, probe in
        Producer(0..<count).flatMap(.latest) { Producer(value: $0) }.probed(probe)
    },
    SizeCase("SignalProducer.flatMap(.race)") { count, probe in
        Producer(0..<count).flatMap(.merge) { Producer([$0]).flatMap(.race) { Producer(value: $0) } }.probed(probe)
    },
    SizeCase("SignalProducer.flatMap(.concat), all behind the first") { count, probe in
        let (signal, input) = Signal<Int, Failure>.pipe()
        let (first, firstInput) = Signal<Int, Failure>.pipe()
        Producer(signal).flatMap(.concat) { $0 == 0 ? Producer(first) : Producer(value: $0) }.probed(probe)
        for number in 0...count { input.send(value: number) }
        firstInput.sendCompleted()
    },
    SizeCase("SignalProducer.take(last:) of all") { count, probe in Producer(0..<count).take(last: count).probed(probe) },
    SizeCase("SignalProducer.collect") { count, probe in Producer(0..<count).collect().flatten().probed(probe) },
    SizeCase("SignalProducer.replayLazily, for one who comes late") { count, probe in
        let replayed = Producer(0..<count).replayLazily(upTo: count)
        replayed.start()
        replayed.probed(probe)
    },
    SizeCase("observers of a property") { count, probe in
        let property = MutableProperty(0)
        let subscriptions = (0..<count).map { _ in property.signal.observeValues { _ in probe.touch() } }
        property.value = 1
        for subscription in subscriptions { subscription?.dispose() }
    },
    SizeCase("properties bound in a row") { count, probe in
        let property = MutableProperty(0)
        property.signal.observeValues { _ in probe.touch() }
        property <~ Producer(0..<count).map { $0 + 1 }.promoteNever()
    },
]

extension SignalProducer where Error == Failure {
    /// The same, for a target: none of these fails.
    fileprivate func promoteNever() -> SignalProducer<Value, Never> { flatMapError { _ in .empty } }
}

/// A number, and then all that follow it.
private struct Numbers: Collection, Sendable {
    let first: Int
    var startIndex: Int { 0 }
    var endIndex: Int { 2 }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Observable<Int> { index == 0 ? .just(first) : .concat(Numbers(first: first + 1)) }
}
