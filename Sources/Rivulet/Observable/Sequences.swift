extension ObservableType {
    /// A sequence of the given elements.
    ///
    ///     of(1, 2, 3)  123|
    ///
    ///     of(1, 2, 3)  123|
    ///
    /// - Parameters:
    ///   - elements: what it sends, in order.
    ///   - scheduler: where they are sent; on the current thread by default, where sources like this one take turns.
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        Turns(elements, scheduler)
    }

    /// The elements of an array as a sequence.
    ///
    ///     from([1, 2, 3])  123|
    ///
    ///     from([1, 2, 3])  123|
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        Turns(array, scheduler)
    }

    /// The elements of a Swift sequence as a sequence.
    ///
    ///     from([1, 2, 3])  123|
    public static func from<Sequence: Swift.Sequence & Sendable>(
        _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> where Sequence.Element == Element {
        Turns(sequence, scheduler)
    }

    /// The value of an optional, if there is one, as a sequence.
    ///
    ///     from(optional: 1)    1|
    ///     from(optional: nil)  |
    public static func from(optional: Element?) -> Observable<Element> {
        optional.map { .just($0) } ?? .empty()
    }

    /// The value of an optional, if there is one, as a sequence, sent on a scheduler.
    ///
    ///     from(optional: 1)    -1|
    ///     from(optional: nil)  -|
    public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        .from(optional.map { [$0] } ?? [], scheduler: scheduler)
    }

    /// A sequence of one element, sent on a scheduler.
    ///
    ///     just(1)  -1|
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        .from([element], scheduler: scheduler)
    }

    /// A sequence that sends an element again and again, until the subscription is over.
    ///
    ///     repeatElement(1)  1111111…
    ///
    ///     repeatElement(1)  1111…
    public static func repeatElement(
        _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        Turns(Swift.repeatElement(element, count: .max), scheduler)
    }

    /// A sequence made like a `for` loop of old: beginning with `initialState`, as long as `condition` holds, going on
    /// with what `iterate` makes of the one before.
    ///
    ///     generate 1, < 9, * 2  1248|
    ///
    ///     generate(initialState: 1, condition: { $0 < 20 }) { $0 * 3 }  139|
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
        scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable<Element> {
        Turns(Generator(state: initialState, condition: condition, iterate: iterate), scheduler)
            .dematerialize()
    }
}

extension ObservableType where Element: RxAbstractInteger {
    /// A sequence of `count` numbers (0 or more) that begins with `start`.
    ///
    ///     range(5, 3)  567|
    ///
    ///     range(start: 5, count: 3)  567|
    public static func range(
        start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        precondition(count >= 0, "count can't be negative")
        let (_, overflows) = start.addingReportingOverflow(count == 0 ? 0 : count - 1)
        precondition(!overflows, "overflow of count")
        return Turns(Numbers(upcoming: start, remaining: count), scheduler)
    }
}

/// What RxSwift calls an integer.
public typealias RxAbstractInteger = FixedWidthInteger

private struct Numbers<Number: RxAbstractInteger & Sendable>: Sequence, IteratorProtocol, Sendable {
    var upcoming: Number
    var remaining: Number

    mutating func next() -> Number? {
        if remaining == 0 { return nil }
        defer {
            remaining -= 1
            upcoming &+= 1
        }
        return upcoming
    }
}

private struct Generator<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
    var state: Element
    let condition: @Sendable (Element) throws -> Bool
    let iterate: @Sendable (Element) throws -> Element
    var isFirst = true
    var isOver = false

    mutating func next() -> Event<Element>? {
        if isOver { return nil }
        do {
            if !isFirst { state = try iterate(state) }
            isFirst = false
            if try condition(state) { return .next(state) }
            isOver = true
            return nil
        } catch {
            isOver = true
            return .error(error)
        }
    }
}

/// Sends the elements of a Swift sequence, each in a turn of its own on the scheduler, so that on the trampoline of the
/// current thread several such sources interleave.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Turns<Elements: Sequence & Sendable>: Observable<Elements.Element>, @unchecked Sendable
where Elements.Element: Sendable {
    private let elements: Elements
    private let scheduler: any ImmediateSchedulerType

    init(_ elements: Elements, _ scheduler: any ImmediateSchedulerType) {
        self.elements = elements
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        // Confined by the turns, each of which comes after the one before.
        let iterator = Confined(elements.makeIterator())
        if scheduler is CurrentThreadScheduler {
            CurrentThreadScheduler.enqueue { Self.loop(iterator, sink, life) }
        } else {
            life.add(
                scheduler.scheduleRecursive(()) { _, recurse in
                    guard let element = iterator.value.next() else { return sink.terminate(.completed) }
                    sink.next(element)
                    if !life.isEnded { recurse(()) }
                })
        }
    }

    /// Goes on as long as nobody else waits for a turn.
    private static func loop(_ iterator: Confined<Elements.Iterator>, _ sink: Sink<Element>, _ life: Life) {
        while !life.isEnded {
            guard let element = iterator.value.next() else { return sink.terminate(.completed) }
            sink.next(element)
            if !life.isEnded, CurrentThreadScheduler.hasWaitingActions {
                return CurrentThreadScheduler.enqueue { loop(iterator, sink, life) }
            }
        }
    }
}
