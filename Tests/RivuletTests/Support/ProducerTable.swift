import Rivulet
import RivuletTesting
import Testing

typealias Producer = SignalProducer<Int, Failure>

/// One operator of ReactiveSwift's vocabulary, applied so that it takes and gives integers.
struct ProducerCase: Sendable, CustomTestStringConvertible {
    /// Its name in the symbol graph, with which the table is compared.
    let name: String
    /// Whether the output completes when the source does (at once, without the help of a clock).
    let completes: Bool
    /// Whether a failure of the source is passed on, likewise.
    let passesFailure: Bool
    /// Whether an interruption of the source is passed on, likewise. One that is merged with others only ends for itself.
    let passesInterruption: Bool
    let apply: @Sendable (Producer) -> Producer

    init(
        _ name: String, completes: Bool = true, passesFailure: Bool = true, passesInterruption: Bool = true,
        _ apply: @escaping @Sendable (Producer) -> Producer
    ) {
        self.name = name
        self.completes = completes
        self.passesFailure = passesFailure
        self.passesInterruption = passesInterruption
        self.apply = apply
    }

    var testDescription: String { name }
}

/// A clock that nobody moves.
private let clock = ManualScheduler()

private let one = Producer(value: 1)
private let yes = SignalProducer<Bool, Failure>(value: true)

/// As many as a test sends.
private let ones = SignalProducer<(), Failure>(value: ()).flatMap(.concat) { Producer(value: 1).repeat(Supply.count) }

/// Something that lives as long as a start does; to the end of the process, Address Sanitizer would take it for a leak.
private final class Resident: LifetimeProviding, Sendable {
    let lifetimeToken = Lifetime.Token()
}

@Sendable private func positive(_ source: Producer) -> SignalProducer<Bool, Failure> { source.map { $0 > 0 } }

let producerTable: [ProducerCase] = combining + combiningMany + transforming + others

private let combining: [ProducerCase] = [
    ProducerCase("all(_:)") { SignalProducer<Bool, Failure>.all([positive($0)]).map { $0 ? 1 : 0 } },
    ProducerCase("and(_:)") { positive($0).and(yes).map { $0 ? 1 : 0 } },
    ProducerCase("any(_:)") { SignalProducer<Bool, Failure>.any([positive($0)]).map { $0 ? 1 : 0 } },
    ProducerCase("negate()") { positive($0).negate().map { $0 ? 1 : 0 } },
    ProducerCase("or(_:)") { positive($0).or(yes).map { $0 ? 1 : 0 } },
    ProducerCase("combineLatest(_:)") { Producer.combineLatest([$0, one]).map { $0.reduce(0, +) } },
    ProducerCase("combineLatest(with:)") { $0.combineLatest(with: one).map(\.0) },
    ProducerCase("merge(_:)", passesInterruption: false) { .merge([$0, .empty]) },
    ProducerCase("merge(_:_:_:)", passesInterruption: false) { .merge($0, Producer.empty) },
    ProducerCase("merge(with:)", passesInterruption: false) { $0.merge(with: Producer.empty) },
    ProducerCase("sample(on:)", completes: false) { $0.sample(on: SignalProducer<(), Never>.never) },
    ProducerCase("sample(with:)", completes: false) { $0.sample(with: SignalProducer<Int, Never>.never).map(\.0) },
    ProducerCase("withLatest(from:)") { $0.withLatest(from: SignalProducer<Int, Never>(value: 1)).map(\.0) },
    ProducerCase("zip(_:)") { Producer.zip([$0, ones]).map { $0.reduce(0, +) } },
    ProducerCase("zip(with:)") { $0.zip(with: ones).map(\.0) },
    ProducerCase("concat(_:)") { $0.concat(Producer.empty) },
    ProducerCase("concat(error:)", completes: false) { $0.concat(error: Failure()) },
    ProducerCase("concat(value:)") { $0.concat(value: 1) },
    ProducerCase("prefix(_:)") { $0.prefix(one) },
    ProducerCase("prefix(value:)") { $0.prefix(value: 1) },
    ProducerCase("repeat(_:)") { $0.repeat(1) },
    ProducerCase("then(_:)") { $0.then(one) },
]

private let combiningMany: [ProducerCase] = [
    ProducerCase("combineLatest(_:_:)") { Producer.combineLatest($0, one).map(\.0) },
    ProducerCase("combineLatest(_:_:_:)") { Producer.combineLatest($0, one, one).map(\.0) },
    ProducerCase("combineLatest(_:_:_:_:)") { Producer.combineLatest($0, one, one, one).map(\.0) },
    ProducerCase("combineLatest(_:_:_:_:_:)") { Producer.combineLatest($0, one, one, one, one).map(\.0) },
    ProducerCase("combineLatest(_:_:_:_:_:_:)") { Producer.combineLatest($0, one, one, one, one, one).map(\.0) },
    ProducerCase("combineLatest(_:_:_:_:_:_:_:)") { Producer.combineLatest($0, one, one, one, one, one, one).map(\.0) },
    ProducerCase("combineLatest(_:_:_:_:_:_:_:_:)") { Producer.combineLatest($0, one, one, one, one, one, one, one).map(\.0) },
    ProducerCase("zip(_:_:)") { Producer.zip($0, ones).map(\.0) },
    ProducerCase("zip(_:_:_:)") { Producer.zip($0, ones, ones).map(\.0) },
    ProducerCase("zip(_:_:_:_:)") { Producer.zip($0, ones, ones, ones).map(\.0) },
    ProducerCase("zip(_:_:_:_:_:)") { Producer.zip($0, ones, ones, ones, ones).map(\.0) },
    ProducerCase("zip(_:_:_:_:_:_:)") { Producer.zip($0, ones, ones, ones, ones, ones).map(\.0) },
    ProducerCase("zip(_:_:_:_:_:_:_:)") { Producer.zip($0, ones, ones, ones, ones, ones, ones).map(\.0) },
    ProducerCase("zip(_:_:_:_:_:_:_:_:)") { Producer.zip($0, ones, ones, ones, ones, ones, ones, ones).map(\.0) },
]

private let transforming: [ProducerCase] = [
    ProducerCase("collect()") { $0.collect().map(\.count) },
    ProducerCase("collect(_:)") { $0.collect { (values: [Int]) in values.count == 2 }.map(\.count) },
    ProducerCase("collect(count:)") { $0.collect(count: 2).map(\.count) },
    ProducerCase("collect(every:on:skipEmpty:discardWhenCompleted:)") { $0.collect(every: .seconds(1), on: clock).map(\.count) },
    ProducerCase("combinePrevious()") { $0.combinePrevious().map(\.1) },
    ProducerCase("combinePrevious(_:)") { $0.combinePrevious(0).map(\.1) },
    ProducerCase("compactMap(_:)") { $0.compactMap { $0 } },
    ProducerCase("filter(_:)") { $0.filter { _ in true } },
    ProducerCase("flatMap(_:_:)") { $0.flatMap(.merge) { Producer(value: $0) } },
    ProducerCase("flatten()") { $0.map { [$0] }.flatten() },
    ProducerCase("flatten(_:)") { $0.map { Producer(value: $0) }.flatten(.concat) },
    ProducerCase("lift(_:)") { $0.lift { $0.map { $0 + 1 } } },
    ProducerCase("map(_:)") { $0.map { $0 + 1 } },
    ProducerCase("map(value:)") { $0.map(value: 1) },
    ProducerCase("reduce(_:_:)") { $0.reduce(0, +) },
    ProducerCase("reduce(into:_:)") { $0.reduce(into: 0) { $0 += $1 } },
    ProducerCase("scan(_:_:)") { $0.scan(0, +) },
    ProducerCase("scan(into:_:)") { $0.scan(into: 0) { $0 += $1 } },
    ProducerCase("scanMap(_:_:)") { $0.scanMap(0) { ($0 + $1, $1) } },
    ProducerCase("scanMap(into:_:)") {
        $0.scanMap(into: 0) { (sum: inout Int, value: Int) -> Int in
            sum += value
            return sum
        }
    },
    ProducerCase("skip(first:)") { $0.skip(first: 1) },
    ProducerCase("skip(until:)") { $0.skip(until: SignalProducer<(), Never>(value: ())) },
    ProducerCase("skip(while:)") { $0.skip(while: { $0 < 0 }) },
    ProducerCase("skipNil()") { $0.map { Optional($0) }.skipNil() },
    ProducerCase("skipRepeats()") { $0.skipRepeats() },
    ProducerCase("skipRepeats(_:)") { $0.skipRepeats { $0 == $1 } },
    ProducerCase("take(during:)") { source in
        let resident = Resident()
        return source.take(during: Lifetime.of(resident)).on(disposed: { withExtendedLifetime(resident) {} })
    },
    ProducerCase("take(duringLifetimeOf:)") { source in
        let resident = Resident()
        return source.take(duringLifetimeOf: resident).on(disposed: { withExtendedLifetime(resident) {} })
    },
    ProducerCase("take(first:)") { $0.take(first: 1_000_000) },
    ProducerCase("take(last:)") { $0.take(last: 2) },
    ProducerCase("take(until:)") { $0.take(until: SignalProducer<(), Never>.never) },
    ProducerCase("take(untilReplacement:)", completes: false) { $0.take(untilReplacement: Signal<Int, Failure>.never) },
    ProducerCase("take(while:)") { $0.take(while: { $0 >= 0 }) },
    ProducerCase("uniqueValues()") { $0.uniqueValues() },
    ProducerCase("uniqueValues(_:)") { $0.uniqueValues { $0 } },
]

private let others: [ProducerCase] = [
    ProducerCase("attempt(_:)") { $0.attempt { (_: Int) -> Result<(), Failure> in .success(()) } },
    ProducerCase("attemptMap(_:)") { $0.attemptMap { (value: Int) -> Result<Int, Failure> in .success(value) } },
    ProducerCase("debounce(_:on:discardWhenCompleted:)", completes: false, passesFailure: false, passesInterruption: false) {
        $0.debounce(1, on: clock)
    },
    ProducerCase("delay(_:on:)", completes: false) { $0.delay(1, on: clock) },
    ProducerCase("dematerialize()") { $0.materialize().dematerialize() },
    ProducerCase("dematerializeResults()") { $0.materializeResults().dematerializeResults() },
    ProducerCase("flatMapError(_:)", passesFailure: false) { $0.flatMapError { _ in Producer(value: -1) } },
    ProducerCase("lazyMap(on:transform:)") { $0.lazyMap(on: ImmediateScheduler()) { $0 + 1 } },
    ProducerCase("logEvents(identifier:events:fileName:functionName:lineNumber:logger:)") { $0.logEvents(logger: { _, _, _, _, _ in }) },
    ProducerCase("mapError(_:)") { $0.mapError { $0 } },
    ProducerCase("materialize()", passesFailure: false) { $0.materialize().map { $0.value ?? 0 }.promoteError(Failure.self) },
    ProducerCase("materializeResults()", passesFailure: false) { $0.materializeResults().map { _ in 0 }.promoteError(Failure.self) },
    ProducerCase("observe(on:)") { $0.observe(on: ImmediateScheduler()) },
    ProducerCase("on(starting:started:event:failed:completed:interrupted:terminated:disposed:value:)") { $0.on(value: { _ in }) },
    ProducerCase("promoteError(_:)", passesFailure: false) {
        $0.flatMapError { _ in SignalProducer<Int, Never>.empty }.promoteError(Failure.self)
    },
    ProducerCase("promoteValue(_:)") { $0.then(SignalProducer<Never, Failure>.empty).promoteValue(Int.self) },
    ProducerCase("replayLazily(upTo:)") { $0.replayLazily(upTo: 2) },
    ProducerCase("retry(upTo:)") { $0.retry(upTo: 0) },
    ProducerCase("retry(upTo:interval:on:)") { $0.retry(upTo: 0, interval: 1, on: clock) },
    ProducerCase("start(on:)") { $0.start(on: ImmediateScheduler()) },
    ProducerCase("throttle(_:on:)", completes: false, passesFailure: false, passesInterruption: false) { $0.throttle(1, on: clock) },
    ProducerCase("throttle(while:on:)") { $0.throttle(while: Property(value: false), on: ImmediateScheduler()) },
    ProducerCase("timeout(after:raising:on:)") { $0.timeout(after: 1, raising: Failure(), on: clock) },
]
