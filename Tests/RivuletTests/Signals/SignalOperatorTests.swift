import Rivulet
import Testing

private typealias Numbers = SignalProducer<Int, Trouble>

/// 1, 2, 3, and the failure.
private let failing = Numbers([1, 2, 3]).concat(error: .first)

@Suite("Operators of signals and producers")
struct SignalOperatorTests {
    @Test("transform values, and failures")
    func mapping() {
        #expect(failing.map { $0 * 2 }.log == ["2", "4", "6", "!first"])
        #expect(failing.map(\.description.count).log == ["1", "1", "1", "!first"])
        #expect(failing.map(value: "x").log == ["x", "x", "x", "!first"])
        #expect(failing.mapError { _ in Trouble.second }.log == ["1", "2", "3", "!second"])
        #expect(failing.filter { $0 != 2 }.log == ["1", "3", "!first"])
        #expect(failing.compactMap { $0 > 1 ? "\($0)" : nil }.log == ["2", "3", "!first"])
        #expect(SignalProducer<Int?, Never>([1, nil, 2]).skipNil().log == ["1", "2", "|"])
        #expect(SignalProducer<[Int], Never>([[1, 2], [], [3]]).flatten().log == ["1", "2", "3", "|"])
        #expect(SignalProducer<Bool, Never>([true, false]).negate().log == ["false", "true", "|"])
    }

    @Test("take and skip")
    func taking() {
        #expect(failing.take(first: 2).log == ["1", "2", "|"])
        #expect(failing.take(first: 0).log == ["|"])
        #expect(Numbers([1, 2, 3]).take(last: 2).log == ["2", "3", "|"])
        #expect(failing.take(last: 2).log == ["!first"])
        #expect(failing.take(while: { $0 < 2 }).log == ["1", "|"])
        #expect(failing.take(until: { $0 < 2 }).log == ["1", "2", "|"])
        #expect(failing.skip(first: 2).log == ["3", "!first"])
        #expect(failing.skip(while: { $0 < 2 }).log == ["2", "3", "!first"])
    }

    @Test("take until another signal sends something or completes, but not when it is interrupted")
    func takeUntil() {
        for (end, expected) in [("value", ["1", "|"]), ("completed", ["1", "|"]), ("interrupted", ["1", "2"])] {
            let (signal, input) = Signal<Int, Trouble>.pipe()
            let (trigger, triggerInput) = Signal<(), Never>.pipe()
            let log = signal.take(until: trigger).record {
                input.send(value: 1)
                switch end {
                case "value": triggerInput.send(value: ())
                case "completed": triggerInput.sendCompleted()
                default: triggerInput.sendInterrupted()
                }
                input.send(value: 2)
            }
            #expect(log == expected, "\(end)")
        }
    }

    @Test("skip until another signal sends something")
    func skipUntil() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let (trigger, triggerInput) = Signal<(), Never>.pipe()
        let log = signal.skip(until: trigger).record {
            input.send(value: 1)
            triggerInput.send(value: ())
            input.send(value: 2)
        }
        #expect(log == ["2"])
    }

    @Test("go over to a replacement for good")
    func replacement() {
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let (replacement, replacementInput) = Signal<Int, Trouble>.pipe()
        let log = signal.take(untilReplacement: replacement).record {
            input.send(value: 1)
            replacementInput.send(value: 10)
            input.send(value: 2)
            input.send(error: .first)
            replacementInput.send(value: 20)
            replacementInput.sendCompleted()
        }
        #expect(log == ["1", "10", "20", "|"])
    }

    @Test("complete when a lifetime ends")
    func during() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let (lifetime, token) = Lifetime.make()
        let log = signal.take(during: lifetime).record {
            input.send(value: 1)
            token.dispose()
            input.send(value: 2)
        }
        #expect(log == ["1", "|"])
        #expect(Numbers.never.take(during: .empty).log == ["|"])
    }

    @Test("accumulate")
    func accumulating() {
        #expect(failing.scan(0, +).log == ["1", "3", "6", "!first"])
        #expect(failing.reduce(0, +).log == ["!first"])
        let numbers = Numbers([1, 2, 2, 3, 1])
        #expect(numbers.reduce(0, +).log == ["9", "|"])
        #expect(numbers.reduce(into: "") { $0 += "\($1)" }.log == ["12231", "|"])
        #expect(numbers.scanMap(10) { ($0 + 1, $0 * $1) }.log == ["10", "22", "24", "39", "14", "|"])
        #expect(numbers.combinePrevious(0).map { "\($0)\($1)" }.log == ["01", "12", "22", "23", "31", "|"])
        #expect(numbers.combinePrevious().map { "\($0)\($1)" }.log == ["12", "22", "23", "31", "|"])
        #expect(numbers.skipRepeats().log == ["1", "2", "3", "1", "|"])
        #expect(numbers.uniqueValues().log == ["1", "2", "3", "|"])
        #expect(numbers.collect().log == ["[1, 2, 2, 3, 1]", "|"])
        #expect(Numbers.empty.collect().log == ["[]", "|"])
        #expect(numbers.collect(count: 2).log == ["[1, 2]", "[2, 3]", "[1]", "|"])
        #expect(numbers.collect { $0.reduce(0, +) > 4 }.log == ["[1, 2, 2]", "[3, 1]", "|"])
        #expect(numbers.collect { _, next in next == 2 }.log == ["[1]", "[2]", "[2, 3, 1]", "|"])
    }

    @Test("turn events into values and back")
    func materializing() {
        #expect(failing.materialize().map(\.description).log == ["VALUE 1", "VALUE 2", "VALUE 3", "FAILED first", "|"])
        #expect(failing.materialize().dematerialize().log == ["1", "2", "3", "!first"])
        #expect(failing.materializeResults().map { (try? $0.get()) ?? 0 }.log == ["1", "2", "3", "0", "|"])
        #expect(failing.materializeResults().dematerializeResults().log == ["1", "2", "3", "!first"])
        #expect(Signal<Int, Never>.never.materialize().record {} == [])
    }

    @Test("fail when told to")
    func attempting() {
        let numbers = SignalProducer<Int, Never>([1, 2, 3])
        #expect(numbers.attempt { $0 < 2 ? .success(()) : .failure(Trouble.first) }.log == ["1", "!first"])
        #expect(numbers.attemptMap { $0 < 2 ? .success($0 * 2) : .failure(Trouble.first) }.log == ["2", "!first"])
        #expect(numbers.attemptMap { if $0 > 1 { throw Trouble.second } else { $0 } }.log == ["1", "!second"])
        #expect(numbers.promoteError(Trouble.self).concat(error: .first).log == ["1", "2", "3", "!first"])
        #expect(SignalProducer<Never, Trouble>(error: .first).promoteValue(Int.self).log == ["!first"])
    }

    @Test("go on after a failure")
    func recovering() {
        #expect(failing.flatMapError { _ in SignalProducer<Int, Never>(value: 9) }.log == ["1", "2", "3", "9", "|"])
        #expect(Numbers([1]).concat(error: .first).retry(upTo: 2).log == ["1", "1", "1", "!first"])
        #expect(Numbers(error: .first).retry(upTo: 0).log == ["!first"])
        #expect(Numbers([1, 2]).concat(error: .first).retry(upTo: .max).take(first: 5).log == ["1", "2", "1", "2", "1", "|"])
    }

    @Test("follow one another")
    func concatenating() {
        #expect(Numbers([1]).concat(Numbers([2])).log == ["1", "2", "|"])
        #expect(Numbers([1]).prefix(value: 0).concat(value: 2).log == ["0", "1", "2", "|"])
        #expect(failing.concat(Numbers([9])).log == ["1", "2", "3", "!first"])
        #expect(Numbers([1, 2]).then(SignalProducer<String, Trouble>(value: "x")).log == ["x", "|"])
        #expect(failing.then(SignalProducer<String, Never>(value: "x")).log == ["!first"])
        #expect(SignalProducer<Int, Never>([1]).then(SignalProducer<String, Trouble>(error: .second)).log == ["!second"])
        #expect(Numbers([1, 2]).repeat(2).log == ["1", "2", "1", "2", "|"])
        #expect(Numbers([1]).repeat(0).log == ["|"])
    }

    @Test("wait for what a producer has to say")
    func waiting() {
        #expect(failing.first() == .success(1))
        #expect(failing.last() == .failure(.first))
        #expect(Numbers([1, 2]).last() == .success(2))
        #expect(Numbers([1, 2]).single() == nil)
        #expect(Numbers(value: 1).single() == .success(1))
        #expect(Numbers.empty.first() == nil)
        #expect((try? Numbers([1]).wait().get()) != nil)
        #expect(throws: Trouble.first) { try failing.wait().get() }
    }

    @Test("share one start, and replay it")
    func replaying() {
        let recorder = EventLog()
        let (signal, input) = Signal<Int, Trouble>.pipe()
        let shared = signal.producer.on(starting: { recorder.note("start") }).replayLazily(upTo: 1)
        #expect(recorder.log == [])
        shared.start(recorder.observer("a"))
        input.send(value: 1)
        input.send(value: 2)
        shared.start(recorder.observer("b"))
        input.send(error: .first)
        #expect(recorder.log == ["start", "a1", "a2", "b2", "a!first", "b!first"])
        #expect(shared.log == ["2", "!first"])
    }

    @Test("a shared start is interrupted when nobody has it any more")
    func replayingEnds() {
        let recorder = EventLog()
        var shared: Numbers? = Numbers.never.on(interrupted: { recorder.note("interrupted") }).replayLazily(upTo: 1)
        let start = shared?.start()
        shared = nil
        #expect(recorder.log == [])
        start?.dispose()
        #expect(recorder.log == ["interrupted"])
    }

    @Test("lift what is done to signals")
    func lifting() {
        #expect(Numbers([1, 2, 3]).lift { $0.filter { $0 > 1 } }.log == ["2", "3", "|"])
        let zipped = Numbers([1, 2]).lift { left in { right in Signal.combineLatest(left, right).map { $0 + $1 } } }
        #expect(zipped(Numbers([10, 20])).log.last == "|")
    }

    @Test("log what happens")
    func logging() {
        let recorder = EventLog()
        Numbers([1]).logEvents(identifier: "n", events: [.starting, .value, .completed]) { identifier, event, _, _, _ in
            recorder.note("\(identifier) \(event)")
        }.start()
        #expect(recorder.log == ["n starting", "n value 1", "n completed"])
    }

    @Test("cross over between the two vocabularies")
    func bridging() {
        let recorder = EventLog()
        _ = failing.asObservable().subscribe { recorder.note("\($0)") }
        #expect(recorder.log == ["next(1)", "next(2)", "next(3)", "error(first)"])
        #expect(SignalProducer(Observable.of(1, 2).concat(Observable.error(Trouble.second))).log == ["1", "2", "!second"])
    }

    @Test("a derived signal has one state for all its observers")
    func sharedState() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let sums = signal.scan(0, +)
        let recorder = EventLog()
        sums.observe(recorder.observer("a"))
        input.send(value: 1)
        sums.observe(recorder.observer("b"))
        input.send(value: 2)
        #expect(recorder.log == ["a1", "a3", "b3"])
    }

    @Test("use constant stack for long chains of synchronous producers")
    func stack() {
        #expect(Numbers(value: 1).repeat(100_000).reduce(0, +).log == ["100000", "|"])
        #expect(Numbers(0..<10_000).flatMap(.concat) { Numbers(value: $0) }.reduce(0) { sum, _ in sum + 1 }.log == ["10000", "|"])
        #expect(Numbers(0..<10_000).flatMap(.latest) { Numbers(value: $0) }.reduce(0) { sum, _ in sum + 1 }.log == ["10000", "|"])
        let attempts = MutableProperty(0)
        let failsOften = Numbers { () -> Result<Int, Trouble> in
            attempts.swap(attempts.value + 1) < 10_000 ? .failure(.first) : .success(7)
        }
        #expect(failsOften.retry(upTo: 20_000).log == ["7", "|"])
    }
}
