import Rivulet
import Synchronization
import Testing

/// Eight threads that send, subscribe and dispose at random, against a model: all observers of a subject see one order of
/// events, and each of them a piece of it without a gap.
@Suite("Random stress")
struct RandomStressTests {
    /// A subject and what of its past a new observer gets first.
    struct SubjectCase: Sendable, CustomTestStringConvertible {
        let name: String
        let make: @Sendable () -> (observable: Observable<Int>, send: @Sendable (Int) -> Void)

        var testDescription: String { name }
    }

    private static let subjects: [SubjectCase] = [
        SubjectCase(name: "PublishSubject") {
            let subject = PublishSubject<Int>()
            return (subject, { subject.onNext($0) })
        },
        SubjectCase(name: "BehaviorSubject") {
            let subject = BehaviorSubject(value: -1)
            return (subject, { subject.onNext($0) })
        },
        SubjectCase(name: "ReplaySubject of 1") {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            return (subject, { subject.onNext($0) })
        },
        SubjectCase(name: "ReplaySubject of 3") {
            let subject = ReplaySubject<Int>.create(bufferSize: 3)
            return (subject, { subject.onNext($0) })
        },
        SubjectCase(name: "ReplaySubject of all") {
            let subject = ReplaySubject<Int>.createUnbounded()
            return (subject, { subject.onNext($0) })
        },
        SubjectCase(name: "share(replay: 2)") {
            let subject = PublishSubject<Int>()
            return (subject.share(replay: 2), { subject.onNext($0) })
        },
        SubjectCase(name: "publish().refCount()") {
            let subject = PublishSubject<Int>()
            return (subject.publish().refCount(), { subject.onNext($0) })
        },
        SubjectCase(name: "map and filter of a PublishRelay") {
            let relay = PublishRelay<Int>()
            return (relay.asObservable().map { $0 }.filter { _ in true }, { relay.accept($0) })
        },
    ]

    private static let senders = 3
    private static let threads = 8
    private static let sendings = 300

    @Test("every observer gets a piece of the one order, without a gap", arguments: subjects)
    func oneOrder(subject: SubjectCase) {
        let (observable, send) = subject.make()
        // There from the first event to the last.
        let whole = EventRecorder<Int>()
        let wholeSubscription = observable.subscribe(whole)
        let pieces = Lock<[EventRecorder<Int>]>([])
        onThreads(Self.threads) { thread in
            var random = Seeded(seed: UInt64(thread) + 1)
            if thread < Self.senders {
                for number in 0..<Self.sendings { send(thread * 100_000 + number) }
                return
            }
            for _ in 0..<40 {
                let recorder = EventRecorder<Int>()
                let subscription = observable.subscribe(recorder)
                for _ in 0..<Int.random(in: 0..<200, using: &random) { _ = recorder.hasEnded }
                subscription.dispose()
                pieces.withLock { $0.append(recorder) }
            }
        }
        wholeSubscription.dispose()
        let order = whole.elements
        #expect(order.filter { $0 >= 0 }.count == Self.senders * Self.sendings)
        for sender in 0..<Self.senders {
            #expect(order.filter { $0 >= 0 && $0 / 100_000 == sender } == (0..<Self.sendings).map { sender * 100_000 + $0 })
        }
        let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        for piece in pieces.withLock({ $0 }) {
            #expect(piece.keepsGrammar)
            let seen = piece.elements.map { positions[$0] }
            #expect(!seen.contains(nil))
            #expect(zip(seen, seen.dropFirst()).allSatisfy { first, second in first.map { $0 + 1 } == second })
        }
    }

    @Test("an operator with several inputs keeps the grammar while eight threads feed, end and dispose it")
    func severalInputs() {
        for round in 0..<60 {
            let (first, second, third) = (PublishSubject<Int>(), PublishSubject<Int>(), BehaviorSubject(value: 0))
            let chains: [Observable<Int>] = [
                .merge(first, second, third), .combineLatest(first, second, third) { $0 + $1 + $2 }, .zip(first, second) { $0 + $1 },
                first.withLatestFrom(second), first.flatMapLatest { _ in second }, first.flatMap { _ in third.take(2) },
                first.concatMap { _ in second.take(1) }, first.take(until: second.filter { $0 % 50 == 49 }), first.amb(second),
                first.sample(second), .concat(first.take(10), second, third), first.window(third).merge(),
            ]
            let recorders = chains.map { _ in EventRecorder<Int>() }
            let subscriptions = zip(chains, recorders).map { $0.subscribe($1) }
            onThreads(Self.threads) { thread in
                var random = Seeded(seed: UInt64(round * 8 + thread) + 1)
                for number in 0..<50 {
                    switch Int.random(in: 0..<100, using: &random) {
                    case 0: subscriptions[Int.random(in: 0..<subscriptions.count, using: &random)].dispose()
                    case 1: first.onCompleted()
                    case 2: third.onError(Failure(thread))
                    case 3..<40: first.onNext(number)
                    case 40..<80: second.onNext(number)
                    default: third.onNext(number)
                    }
                }
            }
            for recorder in recorders { #expect(recorder.keepsGrammar) }
            for subscription in subscriptions { subscription.dispose() }
            #expect(!first.hasObservers)
            #expect(!second.hasObservers)
            #expect(!third.hasObservers)
        }
    }
}

extension Observable where Element == Int {
    /// The elements in groups by their last digit, which `third` shifts: something that opens and closes inner sequences.
    fileprivate func window(_ third: BehaviorSubject<Int>) -> Observable<Observable<Int>> {
        withLatestFrom(third) { $0 + $1 }.groupBy { $0 % 10 }.map { $0.asObservable() }
    }
}

/// The same numbers each time.
private struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
