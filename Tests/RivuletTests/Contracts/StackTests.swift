import Rivulet
import Synchronization
import Testing

/// Contract 5: constant stack, whatever is synchronous and however deep it is. (How many: `SizeTests`.)
@Suite("Stack")
struct StackTests {
    private func count<Element: Sendable>(_ source: Observable<Element>) -> Int {
        let count = Atomic<Int>(0)
        _ = source.subscribe(onNext: { _ in count.add(1, ordering: .relaxed) })
        return count.load(ordering: .relaxed)
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

    @Test("concatMap over 20 000 inner sequences that take turns")
    func concatMapOfTurns() {
        #expect(count(Observable.range(start: 0, count: 20_000).concatMap { Observable.of($0, $0) }) == 40_000)
    }

    @Test("a chain of 1 000 operators")
    func depth() {
        var chain = Observable.range(start: 0, count: 3)
        for _ in 0..<1_000 { chain = chain.map { $0 + 1 } }
        #expect(chain.recorded().elements == [1_000, 1_001, 1_002])
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
