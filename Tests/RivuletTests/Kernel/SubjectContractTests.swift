import Dispatch
import Synchronization
import Testing

@testable import Rivulet

@Suite("Contract 3: re-entrance of subjects")
struct SubjectContractTests {
    @Test func eventSentInsideADeliveryComesAfterTheCurrentOneHasReachedEveryone() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        subject.subscribe(onNext: { element in
            recorder.record("a\(element)")
            if element == 1 {
                subject.onNext(2)
                subject.onNext(3)
            }
        }).disposed(by: bag)
        subject.subscribe(onNext: { recorder.record("b\($0)") }).disposed(by: bag)
        subject.onNext(1)
        #expect(recorder.entries == ["a1", "b1", "a2", "b2", "a3", "b3"])
    }

    @Test func queuedEventGoesToTheObserversAsOfItsSending() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        subject.subscribe(onNext: { element in
            guard element == 1 else { return }
            subject.onNext(2)
            subject.subscribe(onNext: { recorder.record("late\($0)") }).disposed(by: bag)
            subject.onNext(3)
        }).disposed(by: bag)
        subject.onNext(1)
        #expect(recorder.entries == ["late3"])
        // The bag is held by what it holds.
        subject.onCompleted()
    }

    @Test func lateObserverOfABehaviorSubjectGetsTheLastSentByReplayOnlyAndAtOnce() {
        let subject = BehaviorSubject(value: 0)
        let recorder = Recorder<String>()
        let bag = DisposeBag()
        subject.skipFirst { element in
            guard element == 1 else { return }
            subject.onNext(2)
            subject.subscribe(onNext: { recorder.record("late\($0)") }).disposed(by: bag)
            recorder.record("subscribed")
        }.disposed(by: bag)
        subject.onNext(1)
        #expect(recorder.entries == ["late2", "subscribed"])
        #expect((try? subject.value()) == 2)
        subject.onCompleted()
    }

    @Test func elementSentDuringAReplayWaitsBehindIt() {
        let subject = ReplaySubject<Int>.createUnbounded()
        subject.onNext(1)
        subject.onNext(2)
        let recorder = Recorder<Int>()
        let subscription = subject.subscribe(onNext: { element in
            recorder.record(element)
            if element == 1 { subject.onNext(3) }
        })
        #expect(recorder.entries == [1, 2, 3])
        subscription.dispose()
    }

    @Test func disposedObserverGetsNothingOfTheEventUnderWay() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        let second = SerialDisposable()
        let first = subject.subscribe(onNext: { _ in second.dispose() })
        second.inner = subject.map { element in
            recorder.record("mapped")
            return element
        }.subscribe(onNext: { _ in recorder.record("received") })
        subject.onNext(1)
        #expect(recorder.entries.isEmpty)
        first.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func endReachesThosePresentAndThoseWhoComeLater() {
        let subject = PublishSubject<Int>()
        let recorder = Recorder<String>()
        _ = subject.subscribe(onError: { _ in recorder.record("present") }, onDisposed: { recorder.record("disposed") })
        subject.onError(TestError())
        subject.onNext(1)
        _ = subject.subscribe(onNext: { _ in recorder.record("element") }, onError: { _ in recorder.record("late") })
        #expect(recorder.entries == ["present", "disposed", "late"])
    }

    @Test func asyncSubjectSendsItsLastElementOnce() {
        let subject = AsyncSubject<Int>()
        let recorder = Recorder<String>()
        _ = subject.subscribe(onNext: { recorder.record("present \($0)") }, onCompleted: { recorder.record("completed") })
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        _ = subject.subscribe(onNext: { recorder.record("late \($0)") })
        #expect(recorder.entries == ["present 2", "completed", "late 2"])
    }

    @Test func disposedSubjectTellsWhoComesLater() {
        let subject = BehaviorSubject(value: 1)
        let recorder = Recorder<String>()
        _ = subject.subscribe(onNext: { recorder.record("\($0)") })
        subject.dispose()
        subject.onNext(2)
        _ = subject.subscribe(onError: { error in if case RxError.disposed = error { recorder.record("disposed") } })
        #expect(recorder.entries == ["1", "disposed"])
        #expect(subject.isDisposed)
    }

    /// Threads send, come and go at random; whoever stayed must have seen each sender's numbers in order without a gap.
    @Test func observersUnderStressSeeEachSendersEventsOnceAndInOrder() {
        struct Numbered: Sendable { let sender: Int, number: Int }
        let subject = PublishSubject<Numbered>()
        let seen = Lock([Int](repeating: 0, count: 4))
        let faults = Atomic<Int>(0)
        let observer = subject.subscribe(onNext: { element in
            seen.withLock { seen in
                if seen[element.sender] != element.number { faults.add(1, ordering: .relaxed) }
                seen[element.sender] = element.number + 1
            }
        })
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            if thread < 4 {
                for number in 0..<5_000 { subject.onNext(Numbered(sender: thread, number: number)) }
            } else {
                for _ in 0..<2_000 { subject.map { $0.number }.subscribe(onNext: { _ in }).dispose() }
            }
        }
        // A sender that found another at it left its event there, and returned: all is delivered when all have returned.
        #expect(faults.load(ordering: .relaxed) == 0)
        #expect(seen.withLock { $0 } == [5_000, 5_000, 5_000, 5_000])
        observer.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func replayAndLiveEventsMeetWithoutASeamUnderStress() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let faults = Atomic<Int>(0)
        let total = 5_000
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            if thread == 0 {
                for number in 0..<total { subject.onNext(number) }
                subject.onCompleted()
            } else {
                for _ in 0..<50 {
                    let next = Confined(0)  // Confined by the grammar.
                    let isDone = DispatchSemaphore(value: 0)
                    _ = subject.subscribe(
                        onNext: { number in
                            if number != next.value { faults.add(1, ordering: .relaxed) }
                            next.value = number + 1
                        },
                        onCompleted: {
                            if next.value != total { faults.add(1, ordering: .relaxed) }
                            isDone.signal()
                        })
                    isDone.wait()
                }
            }
        }
        #expect(faults.load(ordering: .relaxed) == 0)
    }
}

extension BehaviorSubject {
    fileprivate func skipFirst(_ onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        subscribe(onNext: FirstSkipper(onNext).next)
    }
}

private final class FirstSkipper<Element: Sendable>: Sendable {
    private let isFirst = Atomic<Bool>(true)
    private let onNext: @Sendable (Element) -> Void

    init(_ onNext: @escaping @Sendable (Element) -> Void) { self.onNext = onNext }

    func next(_ element: Element) {
        if !isFirst.exchange(false, ordering: .relaxed) { onNext(element) }
    }
}
