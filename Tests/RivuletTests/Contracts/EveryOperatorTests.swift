import Rivulet
import RivuletTesting
import Synchronization
import Testing

/// The contracts that hold for all operators, run over the table of them.
@Suite("Every operator")
struct EveryOperatorTests {
    @Test("completes when its source is empty", arguments: operatorTable.filter { $0.completes && !$0.endsSilentlyWhenEmpty })
    func empty(operator: OperatorCase) {
        let recorder = `operator`.apply(.empty()).recorded()
        #expect(recorder.hasCompleted || recorder.error is RxError)
        #expect(recorder.keepsGrammar)
    }

    @Test("completes when its source does", arguments: operatorTable.filter(\.completes))
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

    @Test("passes a failure of its source on, and releases it", arguments: operatorTable.filter(\.passesFailure))
    func fails(operator: OperatorCase) {
        let source = PublishSubject<Int>()
        let recorder = EventRecorder<Int>()
        _ = `operator`.apply(source).subscribe(recorder)
        source.onError(Failure(7))
        #expect(`operator`.name == "single" || `operator`.name == "element(at:)" || recorder.error as? Failure == Failure(7))
        #expect(recorder.keepsGrammar)
        #expect(!source.hasObservers)
    }

    @Test("sends nothing after it was disposed from inside a delivery", arguments: operatorTable)
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

    @Test("lets go of its source when it is disposed", arguments: operatorTable)
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
        "lets go of the observer when the source has ended, though the subscription is kept", arguments: operatorTable.filter(\.completes))
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

    @Test("keeps the grammar when the source is fed by several threads", arguments: operatorTable)
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

    @Test("can be disposed by one thread while another sends", arguments: operatorTable)
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

    @Test("takes a synchronous source", arguments: operatorTable.filter(\.completes))
    func synchronousSource(operator: OperatorCase) {
        let recorder = `operator`.apply(.of(1, 2, 3)).recorded()
        #expect(recorder.hasEnded)
        #expect(recorder.keepsGrammar)
    }
}

private final class Token: Sendable {
    func touch() {}
}
