import Dispatch
import Rivulet
import RivuletTesting
import Testing

/// Contract 8: live subscriptions are counted. The count is the process's, and other tests subscribe meanwhile, so each
/// of these runs in a process of its own.
@Suite("Live subscriptions")
struct LiveSubscriptionTests {
    @Test("are counted while they live, and not after the end, disposal or loss of the source")
    func counted() async {
        await #expect(processExitsWith: .success) {
            precondition(Subscriptions.live == 0)
            let subject = PublishSubject<Int>()
            let subscription = subject.map { $0 + 1 }.subscribe()
            precondition(Subscriptions.live == 1)
            subscription.dispose()
            precondition(Subscriptions.live == 0)
            _ = Observable.of(1, 2, 3).flatMap { Observable.of($0, $0) }.subscribe()
            precondition(Subscriptions.live == 0)
            do {
                let lost = PublishSubject<Int>()
                _ = lost.subscribe()
                precondition(Subscriptions.live == 1)
            }
            precondition(Subscriptions.live == 0)
        }
    }

    @Test("of inner sequences end with the outer one")
    func inner() async {
        await #expect(processExitsWith: .success) {
            let outer = PublishSubject<Int>()
            let chains: [Observable<Int>] = [
                outer.flatMap { _ in Observable<Int>.never() },
                outer.flatMapLatest { _ in Observable<Int>.never() },
                outer.flatMapFirst { _ in Observable<Int>.never() },
                outer.concatMap { _ in Observable<Int>.never() },
                outer.withLatestFrom(outer),
                outer.take(until: Observable<Int>.never()),
                outer.share(replay: 1),
                outer.share(replay: 1, scope: .forever),
                outer.publish().refCount(),
                outer.observe(on: ImmediateScheduler()),
                outer.subscribe(on: ImmediateScheduler()),
                outer.retry(),
                outer.catchAndReturn(1),
                outer.ifEmpty(default: 1),
                Observable.concat(outer, outer),
                Observable.merge(outer, outer),
                outer.amb(Observable.never()),
            ]
            for chain in chains {
                let subscription = chain.subscribe()
                for number in 0..<10 { outer.onNext(number) }
                precondition(Subscriptions.live > 0)
                subscription.dispose()
                precondition(Subscriptions.live == 0)
            }
        }
    }

    @Test("of concurrent first subscribers of a shared sequence all end")
    func sharedRace() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<500 {
                let subject = PublishSubject<Int>()
                let shared = subject.share(replay: 1)
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    let subscription = shared.subscribe()
                    subject.onNext(1)
                    subscription.dispose()
                }
                precondition(!subject.hasObservers)
                precondition(Subscriptions.live == 0)
            }
        }
    }
}
