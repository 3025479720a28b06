import Rivulet
import RivuletTesting
import Synchronization
import Testing

/// The contracts that hold for all operators, run over the table of them.
@Suite("Every operator")
struct EveryOperatorTests {
    @Test("completes when its source is empty", arguments: everyOperator.filter { $0.completes && !$0.endsSilentlyWhenEmpty })
    func empty(operator: OperatorCase) {
        let recorder = `operator`.apply(.empty()).recorded()
        #expect(recorder.hasCompleted || recorder.error is RxError)
        #expect(recorder.keepsGrammar)
    }

    @Test("completes when its source does", arguments: everyOperator.filter(\.completes))
    func completes(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        _ = `operator`.apply(source).subscribe(recorder)
        for number in 1...4 { source.onNext(number) }
        source.onCompleted()
        #expect(recorder.hasCompleted)
        #expect(recorder.keepsGrammar)
        #expect(!source.hasObservers)
    }

    @Test("passes a failure of its source on, and releases it", arguments: everyOperator.filter { $0.passesFailure && $0.subscribesAtOnce })
    func fails(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        _ = `operator`.apply(source).subscribe(recorder)
        source.onError(Failure(7))
        #expect(["single()", "element(at:)"].contains(`operator`.name) || recorder.error as? Failure == Failure(7))
        #expect(recorder.keepsGrammar)
        #expect(!source.hasObservers)
    }

    @Test("sends nothing after it was disposed from inside a delivery", arguments: everyOperator)
    func disposedInside(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        let count = Atomic<Int>(0)
        subscription.inner = `operator`.apply(source).subscribe { _ in
            count.add(1, ordering: .relaxed)
            subscription.dispose()
        }
        for number in 1...4 { source.onNext(number) }
        source.onCompleted()
        #expect(count.load(ordering: .relaxed) <= 1)
        #expect(!source.hasObservers)
    }

    @Test("tells those below nothing more once they were disposed from inside a delivery", arguments: everyOperator)
    func silentBelow(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        let isDisposed = Atomic<Bool>(false)
        let late = Atomic<Int>(0)
        @Sendable func tell() { if isDisposed.load(ordering: .relaxed) { late.add(1, ordering: .relaxed) } }
        subscription.inner = `operator`.apply(source)
            .do(onNext: { _ in tell() }, onError: { _ in tell() }, onCompleted: { tell() })
            .subscribe(onNext: { _ in
                isDisposed.store(true, ordering: .relaxed)
                subscription.dispose()
            })
        for number in 1...4 { source.onNext(number) }
        source.onCompleted()
        #expect(late.load(ordering: .relaxed) == 0)
    }

    @Test("what ends with an element says nothing of the end when that was the one to be disposed at")
    func silentEnd() {
        func isSilent(_ apply: (Observable<Int>) -> Observable<Int>) -> Bool {
            let source = PublishSubject<Int>()
            let subscription = SerialDisposable()
            let ends = Atomic<Int>(0)
            subscription.inner = apply(source.asObservable()).do(onCompleted: { ends.add(1, ordering: .relaxed) })
                .subscribe(onNext: { _ in subscription.dispose() })
            source.onNext(1)
            return ends.load(ordering: .relaxed) == 0
        }
        #expect(isSilent { $0.take(1) })
        #expect(isSilent { $0.element(at: 0) })
        #expect(isSilent { $0.take(until: { $0 == 1 }, behavior: .inclusive) })
        #expect(isSilent { $0.first().asObservable().map { $0 ?? 0 } })
    }

    @Test("lets go of its source when it is disposed", arguments: everyOperator)
    func releases(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        weak var released: Token?
        let subscription: any Disposable
        do {
            let token = Token()
            released = token
            subscription = `operator`.apply(source).subscribe(onNext: { _ in token.touch() })
        }
        source.onNext(1)
        subscription.dispose()
        #expect(!source.hasObservers)
        #expect(released == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test(
        "lets go of the observer when the source has ended, though the subscription is kept", arguments: everyOperator.filter(\.completes))
    func releasesAtTheEnd(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        weak var released: Token?
        let subscription: any Disposable
        do {
            let token = Token()
            released = token
            subscription = `operator`.apply(source).subscribe(onNext: { _ in token.touch() })
        }
        source.onNext(1)
        source.onCompleted()
        #expect(released == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test("keeps the grammar when the source is fed by several threads", arguments: everyOperator)
    func serialised(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        let subscription = `operator`.apply(source).subscribe(recorder)
        onThreads(4) { thread in
            for number in 0..<200 {
                source.onNext(thread * 200 + number)
                if thread == 3, number == 150 { source.onCompleted() }
            }
        }
        #expect(recorder.keepsGrammar)
        subscription.dispose()
        #expect(!source.hasObservers)
    }

    @Test("can be disposed by one thread while another sends", arguments: everyOperator)
    func disposedMeanwhile(operator: OperatorCase) {
        for _ in 0..<20 {
            let source = PublishSubject<Int>()
            let recorder = EventRecorder<Int>()
            let subscription = `operator`.apply(source).subscribe(recorder)
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 0..<50 { source.onNext(number) }
                } else {
                    subscription.dispose()
                }
            }
            #expect(recorder.keepsGrammar)
            #expect(!source.hasObservers)
        }
    }

    @Test("fails with what its closure throws, and releases the source", arguments: everyOperator.filter { $0.applyThrowing != nil })
    func closureThrows(operator: OperatorCase) throws {
        let apply = try #require(`operator`.applyThrowing)
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        _ = apply(source).subscribe(recorder)
        source.onNext(1)
        source.onNext(2)
        source.onCompleted()
        #expect(recorder.error as? Failure == Failure(3))
        #expect(recorder.keepsGrammar)
        #expect(!source.hasObservers)
    }

    @Test("sends nothing after it was disposed in the middle, and lets go of the source then", arguments: everyOperator)
    func disposedInTheMiddle(operator: OperatorCase) {
        let scheduler = TestScheduler()
        let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
        let result = scheduler.start(disposed: 225) { `operator`.apply(source.asObservable()) }
        #expect(result.events.allSatisfy { $0.time <= 220 })
        #expect(source.subscriptions.allSatisfy { $0.subscribe == 200 && $0.unsubscribe <= 225 })
        #expect(source.subscriptions.count == (`operator`.subscribesAtOnce ? 1 : 0))
    }

    /// Contract 3: what is sent from inside a delivery is as if it had been sent right after it.
    @Test("takes what is sent to its source from inside a delivery", arguments: everyOperator)
    func reentry(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        let hasSent = Atomic<Bool>(false)
        let subscription = `operator`.apply(source).do(onNext: { _ in
            if !hasSent.exchange(true, ordering: .relaxed) { source.onNext(99) }
        }).subscribe(recorder)
        var sent: [Int] = []
        for number in 1...3 {
            let hadSent = hasSent.load(ordering: .relaxed)
            source.onNext(number)
            sent.append(number)
            if !hadSent, hasSent.load(ordering: .relaxed) { sent.append(99) }
        }
        #expect(recorder.keepsGrammar)
        subscription.dispose()
        let plain = PublishSubject<Int>()
        let expected = EventRecorder<Int>()
        let plainSubscription = `operator`.apply(plain).subscribe(expected)
        for number in sent { plain.onNext(number) }
        #expect(recorder.events == expected.events)
        plainSubscription.dispose()
    }

    @Test("takes a synchronous source", arguments: everyOperator.filter(\.completes))
    func synchronousSource(operator: OperatorCase) {
        let recorder = `operator`.apply(.of(1, 2, 3)).recorded()
        #expect(recorder.hasEnded)
        #expect(recorder.keepsGrammar)
    }
}

/// The same, for sequences that have no source.
@Suite("Every source")
struct EverySourceTests {
    @Test("sends its elements, in turn", arguments: sourceTable)
    func sends(source: SourceCase) {
        let scheduler = TestScheduler()
        let recorder = EventRecorder<Int>()
        let subscription = source.make(scheduler).take(3).subscribe(recorder)
        scheduler.start()
        #expect(recorder.elements == source.elements)
        #expect(recorder.hasEnded || source.name == "never()")
        #expect(recorder.keepsGrammar)
        subscription.dispose()
    }

    @Test("ends when it is disposed from inside a delivery", arguments: sourceTable)
    func disposedInside(source: SourceCase) {
        let scheduler = TestScheduler()
        let subscription = SerialDisposable()
        let recorder = EventRecorder<Int>()
        scheduler.scheduleAt(1) {
            // On the trampoline, so that the first element finds the subscription in its place.
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                subscription.inner = source.make(scheduler).do(onNext: { _ in subscription.dispose() }).subscribe(recorder)
                return Disposables.create()
            }
        }
        scheduler.start()
        #expect(recorder.elements.count <= 1 || source.name == "create(_:)")
        #expect(recorder.keepsGrammar)
    }
}

private final class Token: Sendable {
    func touch() {}
}
