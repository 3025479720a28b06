import Glibc
import Rivulet
import Synchronization
import Testing

/// Contract 5: constant stack and linear time, whatever is synchronous.
@Suite("Stack")
struct StackAndTimeTests {
    private func count<Element: Sendable>(_ source: Observable<Element>) -> Int {
        let count = Atomic<Int>(0)
        _ = source.subscribe(onNext: { _ in count.add(1, ordering: .relaxed) })
        return count.load(ordering: .relaxed)
    }

    @Test("concat of 100 000 sequences")
    func concat() {
        #expect(count(.concat((0..<100_000).map { Observable.just($0) })) == 100_000)
    }

    @Test("concat that ends in a concat that ends in a concat, 100 000 deep")
    func concatInConcat() {
        #expect(count(Observable.concat(Numbers(first: 0)).take(100_000)) == 100_000)
    }

    @Test("concat(_:) in a chain, 100 000 long")
    func concatChain() {
        var chain = Observable.just(0)
        for number in 1..<100_000 { chain = chain.concat(Observable.just(number)) }
        #expect(count(chain) == 100_000)
    }

    @Test("retry of a retry, and catch that ends in a catch, 100 000 deep")
    func rowsOfFailures() {
        let attempts = Atomic<Int>(0)
        let failing = Observable<Int>.deferred {
            attempts.add(1, ordering: .relaxed)
            return .error(Failure())
        }
        var retried = failing.retry(3).retry(2)
        for _ in 0..<100_000 { retried = retried.retry(1) }
        #expect(retried.recorded().error is Failure)
        #expect(attempts.load(ordering: .relaxed) == 6)
        var chain = Observable<Int>.error(Failure(0))
        for number in 1..<100_000 { chain = .catch(sequence: [.error(Failure(number)), chain]) }
        #expect(chain.recorded().error as? Failure == Failure(0))
    }

    @Test("flatMap over a million synchronous inner sequences")
    func flatMap() {
        #expect(count(Observable.range(start: 0, count: 1_000_000).flatMap { Observable.just($0) }) == 1_000_000)
    }

    @Test("concatMap over a million synchronous inner sequences")
    func concatMap() {
        #expect(count(Observable.range(start: 0, count: 1_000_000).concatMap { Observable.just($0) }) == 1_000_000)
    }

    @Test("concatMap over 20 000 inner sequences that take turns")
    func concatMapOfTurns() {
        #expect(count(Observable.range(start: 0, count: 20_000).concatMap { Observable.of($0, $0) }) == 40_000)
    }

    @Test("flatMapLatest over 100 000 synchronous inner sequences")
    func flatMapLatest() {
        #expect(count(Observable.range(start: 0, count: 100_000).flatMapLatest { Observable.just($0) }) == 100_000)
    }

    @Test("retry over 100 000 synchronous failures, and its end by take")
    func retry() {
        let attempts = Atomic<Int>(0)
        let source = Observable<Int>.deferred {
            let number = attempts.add(1, ordering: .relaxed).newValue
            return number < 100_000 ? .error(Failure()) : .just(number)
        }
        #expect(source.retry().recorded().elements == [100_000])
        let endless = Observable<Int>.concat(.just(1), .error(Failure())).retry().take(1)
        #expect(endless.recorded().hasCompleted)
    }

    @Test("retry(when:) over 100 000 synchronous failures")
    func retryWhen() {
        let attempts = Atomic<Int>(0)
        let source = Observable<Int>.deferred {
            let number = attempts.add(1, ordering: .relaxed).newValue
            return number < 100_000 ? .error(Failure()) : .just(number)
        }
        #expect(source.retry { (errors: Observable<any Error>) in errors.map { _ in () } }.recorded().elements == [100_000])
    }

    @Test("repeatElement ends when it is disposed")
    func repeatElement() {
        #expect(count(Observable.repeatElement(1).take(100_000)) == 100_000)
    }

    @Test("a chain of 1 000 operators")
    func depth() {
        var chain = Observable.range(start: 0, count: 3)
        for _ in 0..<1_000 { chain = chain.map { $0 + 1 } }
        #expect(chain.recorded().elements == [1_000, 1_001, 1_002])
    }

    @Test("a composite and a bag of 100 000 subscriptions let go of them")
    func manySubscriptions() {
        let subject = PublishSubject<Int>()
        let composite = CompositeDisposable()
        for _ in 0..<100_000 { composite.insert(subject.subscribe(onNext: { _ in })) }
        composite.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("every operator takes time in proportion to the elements", arguments: operatorTable.filter(\.subscribesAtOnce))
    func linear(operator: OperatorCase) {
        func seconds(_ count: Int) -> Double {
            let source = PublishSubject<Int>()
            let subscription = `operator`.apply(source).subscribe(onNext: { _ in })
            let begin = threadSeconds()
            for number in 0..<count { source.onNext(number) }
            source.onCompleted()
            let elapsed = threadSeconds() - begin
            subscription.dispose()
            return elapsed
        }
        _ = seconds(100)
        let small = (0..<3).map { _ in seconds(1_000) }.min() ?? 0
        // Ten times the elements in ten times the time; quadratic would be a hundred times.
        #expect(seconds(10_000) < small * 40 + 0.005)
    }

    private func isReleased(_ chainOf: (Observable<Int>) -> Observable<Int>) -> Bool {
        weak var first: PublishSubject<Int>?
        do {
            let source = PublishSubject<Int>()
            first = source
            withExtendedLifetime(chainOf(source.asObservable())) {}
        }
        return first == nil
    }

    @Test("a chain of one operator is let go of at constant stack", arguments: operatorTable)
    func release(operator: OperatorCase) {
        #expect(isReleased { source in (0..<20_000).reduce(source) { chain, _ in `operator`.apply(chain) } })
    }

    @Test("a chain of 100 000 operators of all kinds is let go of at constant stack")
    func releaseMixed() {
        #expect(
            isReleased { source in
                (0..<100_000).reduce(source) { chain, number in operatorTable[number % operatorTable.count].apply(chain) }
            })
    }

    @Test("nested operators need no more than 200 bytes of stack a level", arguments: operatorTable + [observingAtOnce])
    func stackPerLevel(operator: OperatorCase) {
        // Without optimisation frames are larger, with a sanitizer more so (2 400), and only the order of magnitude can be told.
        let limit = isOptimized ? 200 : 4_000
        func depth(_ levels: Int) -> Int {
            let source = PublishSubject<Int>()
            var chain = source.asObservable()
            for _ in 0..<levels { chain = `operator`.apply(chain) }
            let address = Atomic<Int>(0)
            let subscription = chain.subscribe(onNext: { _ in address.store(stackAddress(), ordering: .relaxed) })
            let top = stackAddress()
            // Some need more than one, and some wait for the end.
            for _ in 0..<(levels + 5) { source.onNext(0) }
            if address.load(ordering: .relaxed) == 0 { source.onCompleted() }
            subscription.dispose()
            return address.load(ordering: .relaxed) == 0 ? 0 : top - address.load(ordering: .relaxed)
        }
        let (shallow, deep) = (depth(10), depth(40))
        #expect((deep - shallow) / 30 <= limit * `operator`.levels)
    }
}

/// `observe(on:)` where nothing is put off.
private let observingAtOnce = OperatorCase("observe(on:), immediate") { $0.observe(on: ImmediateScheduler()) }

/// A number, and then all that follow it.
private struct Numbers: Collection, Sendable {
    let first: Int
    var startIndex: Int { 0 }
    var endIndex: Int { 2 }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Observable<Int> { index == 0 ? .just(first) : .concat(Numbers(first: first + 1)) }
}

/// Whether this was built with optimisation: then assertions are not evaluated.
private var isOptimized: Bool {
    var isOptimized = true
    assert(
        {
            isOptimized = false
            return true
        }())
    return isOptimized
}

/// Where the stack is now, about.
@inline(never)
private func stackAddress() -> Int {
    var local = 0
    return withUnsafePointer(to: &local) { Int(bitPattern: $0) }
}

/// The processor time of this thread, which other tests at the same time do not change.
private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
