extension ObservableType {
    /// What the elements add up to, after each of them.
    ///
    ///     source        --1--2--3--|
    ///     scan(0, +)    --1--3--6--|
    ///
    /// - Parameters:
    ///   - seed: the value before the first element; not sent.
    ///   - accumulator: adds an element to the value so far, in place; an error it throws ends the sequence.
    public func scan<Result: Sendable>(
        into seed: Result, accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
    ) -> Observable<Result> {
        Operator(asObservable()) { sink, _ in ScanSink(sink, seed, accumulator) }
    }

    /// What the elements add up to, after each of them.
    ///
    ///     source      --1--2--3--|
    ///     scan(0, +)  --1--3--6--|
    ///
    /// - Parameters:
    ///   - seed: the value before the first element; not sent.
    ///   - accumulator: makes a value of the one so far and an element; an error it throws ends the sequence.
    public func scan<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        Operator(asObservable()) { sink, _ in ScanSink(sink, seed) { $0 = try accumulator($0, $1) } }
    }

    /// What all elements add up to, once the source completes.
    ///
    ///     source        --1--2--3--|
    ///     reduce(0, +)  -----------6|
    ///
    /// - Parameters:
    ///   - seed: the value before the first element.
    ///   - accumulator: makes a value of the one so far and an element; an error it throws ends the sequence.
    public func reduce<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
    ) -> Observable<Result> {
        reduce(seed, accumulator: accumulator) { $0 }
    }

    /// What all elements add up to, transformed, once the source completes.
    ///
    ///     source                    --1--2--3--|
    ///     reduce(0, +) { $0 * 10 }  -----------60|
    ///
    /// - Parameters:
    ///   - seed: the value before the first element.
    ///   - accumulator: makes a value of the one so far and an element; an error it throws ends the sequence.
    ///   - mapResult: makes the element to send of the last value; an error it throws ends the sequence.
    public func reduce<Accumulated: Sendable, Result: Sendable>(
        _ seed: Accumulated, accumulator: @escaping @Sendable (Accumulated, Element) throws -> Accumulated,
        mapResult: @escaping @Sendable (Accumulated) throws -> Result
    ) -> Observable<Result> {
        asObservable().reduce(into: seed, accumulator: { $0 = try accumulator($0, $1) }, mapResult: mapResult)
    }
}

extension Observable {
    /// What all elements add up to, in place: a value that is made anew of the last one, and has all elements in it, takes
    /// time with the square of how many there are.
    func reduce<Accumulated: Sendable, Result: Sendable>(
        into seed: Accumulated, accumulator: @escaping @Sendable (inout Accumulated, Element) throws -> Void,
        mapResult: @escaping @Sendable (Accumulated) throws -> Result
    ) -> Observable<Result> {
        Operator(self) { sink, life in ReduceSink(sink, life, seed, mapResult, accumulator) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ScanSink<Source: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let accumulator: @Sendable (inout Result, Source) throws -> Void
    /// Confined by the grammar.
    private let accumulated: Confined<Result>

    init(_ downstream: Sink<Result>, _ seed: Result, _ accumulator: @escaping @Sendable (inout Result, Source) throws -> Void) {
        self.downstream = downstream
        self.accumulator = accumulator
        accumulated = Confined(seed)
    }

    override func next(_ element: Source) {
        do {
            try accumulator(&accumulated.value, element)
        } catch {
            return downstream.terminate(.failed(error))
        }
        downstream.next(accumulated.value)
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}

/// Takes the elements in, and sends one thing when the source completes.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ReduceSink<Source: Sendable, Accumulated: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let life: Life
    private let mapResult: @Sendable (Accumulated) throws -> Result
    private let accumulator: @Sendable (inout Accumulated, Source) throws -> Void
    /// Confined by the grammar.
    private let accumulated: Confined<Accumulated>

    init(
        _ downstream: Sink<Result>, _ life: Life, _ seed: Accumulated,
        _ mapResult: @escaping @Sendable (Accumulated) throws -> Result,
        _ accumulator: @escaping @Sendable (inout Accumulated, Source) throws -> Void
    ) {
        self.downstream = downstream
        self.life = life
        self.mapResult = mapResult
        self.accumulator = accumulator
        accumulated = Confined(seed)
    }

    override func next(_ element: Source) {
        do { try accumulator(&accumulated.value, element) } catch { downstream.terminate(.failed(error)) }
    }

    override func terminate(_ ending: Ending) {
        guard case .completed = ending else { return downstream.terminate(ending) }
        do { downstream.next(try mapResult(accumulated.value)) } catch { return downstream.terminate(.failed(error)) }
        if !life.isEnded { downstream.terminate(.completed) }
    }
}
