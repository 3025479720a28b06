import Synchronization
import Testing

@testable import Rivulet

@Suite("Contract 2: disposal")
struct DisposalTests {
    @Test func disposingReleasesTheClosuresAtOnceEvenIfTheDisposableIsKept() {
        let subject = PublishSubject<Int>()
        weak var released: Witness?
        let subscription: any Disposable
        do {
            let witness = Witness()
            released = witness
            subscription = subject.map { element in
                withExtendedLifetime(witness) { element }
            }.subscribe(onNext: { _ in withExtendedLifetime(witness) {} }, onDisposed: { withExtendedLifetime(witness) {} })
        }
        #expect(released != nil)
        subscription.dispose()
        #expect(released == nil)
    }

    @Test func finishedCreateReleasesItsObserverEvenIfTheProducerKeepsIt() {
        let kept = Lock<AnyObserver<Int>?>(nil)
        weak var released: Witness?
        let subscription: any Disposable
        do {
            let witness = Witness()
            released = witness
            subscription = Observable<Int>.create { observer in
                kept.withLock { $0 = observer }
                return Disposables.create()
            }.subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        #expect(released != nil)
        subscription.dispose()
        #expect(released == nil)
        kept.withLock { $0 }?.onNext(1)
    }

    @Test func droppedSubjectReleasesItsObservers() {
        weak var released: Witness?
        do {
            let witness = Witness()
            released = witness
            let subject = PublishSubject<Int>()
            _ = subject.map { $0 }.subscribe(onNext: { _ in withExtendedLifetime(witness) {} })
        }
        #expect(released == nil)
    }

    @Test func orderIsRxSwifts() {
        let recorder = Recorder<String>()
        let source = Observable<Int>.create { observer in
            observer.onNext(1)
            observer.onCompleted()
            observer.onNext(2)
            return Disposables.create { recorder.record("source undone") }
        }
        _ = source.subscribe(
            onNext: { recorder.record("next \($0)") }, onCompleted: { recorder.record("completed") },
            onDisposed: { recorder.record("disposed") })
        #expect(recorder.entries == ["next 1", "completed", "disposed", "source undone"])
    }

    @Test func nothingFollowsDisposalOnTheDeliveringThread() {
        let recorder = Recorder<Int>()
        let subscription = SerialDisposable()
        let source = Observable<Int>.create { observer in
            for number in 0..<5 { observer.onNext(number) }
            return Disposables.create()
        }
        let subject = PublishSubject<Int>()
        subscription.inner = subject.subscribe(onNext: { element in
            recorder.record(element)
            if element == 2 { subscription.dispose() }
        })
        source.subscribe(subject).dispose()
        #expect(recorder.entries == [0, 1, 2])
    }

    @Test func takeEndsItsSourceBeforeItReturns() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        _ = subject.take(2).subscribe(onNext: { recorder.record("\($0)") }, onCompleted: { recorder.record("completed") })
        for number in 1...3 { subject.onNext(number) }
        #expect(recorder.entries == ["1", "2", "completed"])
        #expect(!subject.hasObservers)
    }

    @Test func hundredThousandDisposablesAreDisposedIteratively() {
        let composite = CompositeDisposable()
        let count = Counter()
        for _ in 0..<100_000 { composite.insert(Disposables.create { count.increment() }) }
        composite.dispose()
        #expect(count.value == 100_000)
        composite.insert(Disposables.create { count.increment() })
        #expect(count.value == 100_001)
    }

    @Test func leavingACompositeKeepsTheOthersAndTheirOrder() {
        let composite = CompositeDisposable()
        let recorder = Recorder<Int>()
        let keys = (0..<1_000).map { number in composite.insert(Disposables.create { recorder.record(number) }) }
        for number in (0..<1_000).reversed() where !number.isMultiple(of: 7) { keys[number].map(composite.remove) }
        #expect(recorder.entries == (0..<1_000).reversed().filter { !$0.isMultiple(of: 7) })
        #expect(composite.count == 143)
        keys[1].map(composite.remove)
        let before = recorder.entries.count
        #expect(before == 857, "removed once, disposed once")
        composite.insert(Disposables.create { recorder.record(1_000) })
        keys[0].map(composite.remove)
        composite.dispose()
        #expect(Array(recorder.entries[before...]) == [0] + Array(stride(from: 7, to: 1_000, by: 7)) + [1_000])
        #expect(composite.count == 0)
    }

    @Test func aCompositeWhoseMemberHoldsWhatTakesItOutIsReleased() {
        final class Member: Disposable, Sendable {
            let exit = Lock<(any Disposable)?>(nil)
            func dispose() {}
        }
        weak var released: CompositeDisposable?
        weak var member: Member?
        do {
            let composite = CompositeDisposable()
            let joining = Member()
            let exit = composite.add(joining)
            joining.exit.withLock { $0 = exit }
            (released, member) = (composite, joining)
            withExtendedLifetime(composite) { #expect(composite.count == 1) }
        }
        #expect(released == nil)
        #expect(member == nil)
    }

    @Test func leavingARosterKeepsTheOthersOrder() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<Int>()
        let subscriptions = (0..<1_000).map { number in subject.subscribe(onNext: { _ in recorder.record(number) }) }
        for number in 0..<1_000 where !number.isMultiple(of: 7) { subscriptions[number].dispose() }
        subject.onNext(0)
        #expect(recorder.entries == Array(stride(from: 0, to: 1_000, by: 7)))
    }

    @Test func lifetimeEndsWithItsToken() {
        let recorder = Recorder<String>()
        do {
            let (lifetime, token) = Lifetime.make()
            lifetime.observeEnded { recorder.record("ended") }
            let withdrawn = lifetime.observeEnded { recorder.record("withdrawn") }
            withdrawn?.dispose()
            #expect(!lifetime.hasEnded)
            withExtendedLifetime(token) {}
        }
        #expect(recorder.entries == ["ended"])
    }
}

final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() { count.add(1, ordering: .relaxed) }
}

@Suite("RefCountDisposable")
struct RefCountDisposableTests {
    @Test("is disposed once everyone has let go")
    func isDisposed() {
        let underlying = BooleanDisposable()
        let counted = RefCountDisposable(disposable: underlying)
        let retained = counted.retain()
        counted.dispose()
        #expect(!counted.isDisposed)
        retained.dispose()
        #expect(counted.isDisposed)
        #expect(underlying.isDisposed)
    }
}
