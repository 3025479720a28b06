/// Whether the element that decides is sent as well.
public enum TakeBehavior: Sendable {
    /// It is.
    case inclusive
    /// It is not.
    case exclusive
}

extension ObservableType {
    /// The elements until another sequence sends one; then completes. The end of the other does nothing, its failure
    /// is passed on.
    ///
    ///     source        --1--2--3--4--|
    ///     other         -------x
    ///     take(until:)  --1--2-|
    public func take<Source: ObservableType>(until other: Source) -> Observable<Element> {
        let (source, other) = (asObservable(), other.asObservable())
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            junction.connect(other) { _ in
                junction.terminate(.completed)
            } ended: { ending in
                if case .completed = ending { return }
                junction.terminate(ending)
            }
            junction.connect(source)
        }
    }

    /// The elements until one satisfies a predicate; then completes.
    ///
    ///     source                   --1--2--3--4--|
    ///     take(until: { $0 == 3 }) --1--2--|
    ///
    /// - Parameters:
    ///   - predicate: tells whether to stop; an error it throws ends the sequence.
    ///   - behavior: whether that element is sent.
    public func take(
        until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Operator(asObservable()) { sink, life in TakeWhileSink(sink, life, behavior) { try !predicate($0) } }
    }

    /// The elements as long as they satisfy a predicate; then completes.
    ///
    ///     source                --1--2--3--1--|
    ///     take(while: { $0<3 }) --1--2--|
    ///
    /// - Parameters:
    ///   - predicate: tells whether to go on; an error it throws ends the sequence.
    ///   - behavior: whether the first element that does not satisfy it is sent.
    public func take(
        while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        Operator(asObservable()) { sink, life in TakeWhileSink(sink, life, behavior, predicate) }
    }

    /// The elements of a span of time, which begins with the subscription; then completes.
    ///
    ///     source              --1--2--3--4--|
    ///     take(for: 6 frames) --1--2|
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            life.add(
                scheduler.scheduleRelative((), dueTime: duration) { _ in
                    junction.terminate(.completed)
                    return Disposables.create()
                })
            junction.connect(source)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class TakeWhileSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let behavior: TakeBehavior
    private let goesOn: @Sendable (Element) throws -> Bool

    init(
        _ downstream: Sink<Element>, _ life: Life, _ behavior: TakeBehavior,
        _ goesOn: @escaping @Sendable (Element) throws -> Bool
    ) {
        self.downstream = downstream
        self.life = life
        self.behavior = behavior
        self.goesOn = goesOn
    }

    override func next(_ element: Element) {
        do {
            if try goesOn(element) {
                downstream.next(element)
            } else {
                if case .inclusive = behavior { downstream.next(element) }
                if !life.isEnded { downstream.terminate(.completed) }
            }
        } catch {
            downstream.terminate(.failed(error))
        }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
