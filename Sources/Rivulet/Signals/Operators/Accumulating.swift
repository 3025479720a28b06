extension Signal {
    /// What the values add up to, after each of them.
    ///
    ///     source      --1--2--3--|
    ///     scan(0, +)  --1--3--6--|
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value; not sent.
    ///   - nextPartialResult: makes a result of the one so far and a value.
    public func scan<Result: Sendable>(
        _ initialResult: Result, _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
    ) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.scan(initialResult, accumulator: nextPartialResult))
    }

    /// What the values add up to, after each of them; changed in place.
    ///
    ///     source             --1--2--3--|
    ///     scan(into: 0, +=)  --1--3--6--|
    public func scan<Result: Sendable>(
        into initialResult: Result, _ nextPartialResult: @escaping @Sendable (inout Result, Value) -> Void
    ) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.scan(into: initialResult, accumulator: nextPartialResult))
    }

    /// What all values add up to, when the signal completes.
    ///
    ///     source        --1--2--3--|
    ///     reduce(0, +)  -----------6|
    public func reduce<Result: Sendable>(
        _ initialResult: Result, _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
    ) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.reduce(initialResult, accumulator: nextPartialResult))
    }

    /// What all values add up to, when the signal completes; changed in place.
    ///
    ///     source               --1--2--3--|
    ///     reduce(into: 0, +=)  -----------6|
    public func reduce<Result: Sendable>(
        into initialResult: Result, _ nextPartialResult: @escaping @Sendable (inout Result, Value) -> Void
    ) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.reduce(into: initialResult, accumulator: nextPartialResult, mapResult: { $0 }))
    }

    /// Each value, transformed with the help of a state that goes from one to the next.
    ///
    ///     source                      --a--b--c--|
    ///     scanMap(0) { ($0 + 1, …) }  --a0-b1-c2-|
    ///
    /// - Parameters:
    ///   - initialState: the state at the first value.
    ///   - next: makes the next state, and what to send, of the state and a value.
    public func scanMap<State: Sendable, Result: Sendable>(
        _ initialState: State, _ next: @escaping @Sendable (State, Value) -> (State, Result)
    ) -> Signal<Result, Error> {
        scanMap(into: initialState) { state, value in
            let (newState, result) = next(state, value)
            state = newState
            return result
        }
    }

    /// Each value, transformed with the help of a state that is changed in place.
    ///
    ///     source                  --a--b--c--|
    ///     scanMap(into: 0) { … }  --a0-b1-c2-|
    public func scanMap<State: Sendable, Result: Sendable>(
        into initialState: State, _ next: @escaping @Sendable (inout State, Value) -> Result
    ) -> Signal<Result, Error> {
        Signal<Result, Error>(hot: source.emitting(initialState) { next(&$0, $1) })
    }

    /// Each value together with the one before; the first one with `initial`.
    ///
    ///     source              --1----2----3--|
    ///     combinePrevious(0)  --01---12---23-|
    public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Error> {
        scanMap(initial) { previous, value in (value, (previous, value)) }
    }

    /// Each value together with the one before, from the second on.
    ///
    ///     source           --1--2-------3--|
    ///     combinePrevious  -----(1, 2)--(2, 3)|
    public func combinePrevious() -> Signal<(Value, Value), Error> {
        Signal<(Value, Value), Error>(
            hot: source.emitting(Value?.none) { previous, value in
                defer { previous = value }
                return previous.map { ($0, value) }
            })
    }

    /// Without the values that `isEquivalent` says are like the one before.
    ///
    ///     source           --1--1--2--1--|
    ///     skipRepeats(==)  --1-----2--1--|
    public func skipRepeats(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> Signal {
        Signal(hot: source.distinctUntilChanged(isEquivalent))
    }

    /// The values whose `identity` has not come before. Remembers each for as long as it runs.
    ///
    ///     source                   --1--2--3--4--|
    ///     uniqueValues { $0 % 2 }  --1--2--------|
    public func uniqueValues<Identity: Hashable & Sendable>(_ identity: @escaping @Sendable (Value) -> Identity) -> Signal {
        Signal(hot: source.emitting(Set<Identity>()) { $0.insert(identity($1)).inserted ? $1 : nil })
    }

    /// All values as an array, when the signal completes; an empty one if there were none.
    ///
    ///     source     --1--2--3--|
    ///     collect()  -----------[1,2,3]|
    public func collect() -> Signal<[Value], Error> { reduce(into: []) { $0.append($1) } }

    /// The values in arrays of `count` (1 or more); what is left over when the signal completes as a shorter one.
    ///
    ///     source             --1--2-------3--|
    ///     collect(count: 2)  -----[1, 2]-----[3]|
    public func collect(count: Int) -> Signal<[Value], Error> {
        precondition(count > 0, "A group has at least one value.")
        return collect { $0.count == count }
    }

    /// The values in arrays, each sent when `shouldEmit` says so of the values so far.
    ///
    ///     source         --1--2-------3--|
    ///     collect { … }  -----[1, 2]-----[3]|
    public func collect(_ shouldEmit: @escaping @Sendable (_ collected: [Value]) -> Bool) -> Signal<[Value], Error> {
        Signal<[Value], Error>(
            hot: source.collect { collected, value in
                collected.append(value)
                return shouldEmit(collected) ? exchange(&collected, with: []) : nil
            })
    }

    /// The values in arrays, each sent when `shouldEmit` says so of the values so far and the next one, with which the next
    /// array begins.
    ///
    ///     source         --1--2-------3--|
    ///     collect { … }  -----[1, 2]-----[3]|
    public func collect(
        _ shouldEmit: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
    ) -> Signal<[Value], Error> {
        Signal<[Value], Error>(
            hot: source.collect { collected, value in
                let emitted = shouldEmit(collected, value) ? exchange(&collected, with: []) : nil
                collected.append(value)
                return emitted
            })
    }
}

extension SignalProducer {
    /// What the values add up to, after each of them.
    ///
    ///     source      --1--2--3--|
    ///     scan(0, +)  --1--3--6--|
    ///
    /// - Parameters:
    ///   - initialResult: the result before the first value; not sent.
    ///   - nextPartialResult: makes a result of the one so far and a value.
    public func scan<Result: Sendable>(
        _ initialResult: Result, _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.scan(initialResult, accumulator: nextPartialResult))
    }

    /// What the values add up to, after each of them; changed in place.
    ///
    ///     source             --1--2--3--|
    ///     scan(into: 0, +=)  --1--3--6--|
    public func scan<Result: Sendable>(
        into initialResult: Result, _ nextPartialResult: @escaping @Sendable (inout Result, Value) -> Void
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.scan(into: initialResult, accumulator: nextPartialResult))
    }

    /// What all values add up to, when the producer completes.
    ///
    ///     source        --1--2--3--|
    ///     reduce(0, +)  -----------6|
    public func reduce<Result: Sendable>(
        _ initialResult: Result, _ nextPartialResult: @escaping @Sendable (Result, Value) -> Result
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.reduce(initialResult, accumulator: nextPartialResult))
    }

    /// What all values add up to, when the producer completes; changed in place.
    ///
    ///     source               --1--2--3--|
    ///     reduce(into: 0, +=)  -----------6|
    public func reduce<Result: Sendable>(
        into initialResult: Result, _ nextPartialResult: @escaping @Sendable (inout Result, Value) -> Void
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.reduce(into: initialResult, accumulator: nextPartialResult, mapResult: { $0 }))
    }

    /// Each value, transformed with the help of a state that goes from one to the next.
    ///
    ///     source                      --a--b--c--|
    ///     scanMap(0) { ($0 + 1, …) }  --a0-b1-c2-|
    ///
    /// - Parameters:
    ///   - initialState: the state at the first value.
    ///   - next: makes the next state, and what to send, of the state and a value.
    public func scanMap<State: Sendable, Result: Sendable>(
        _ initialState: State, _ next: @escaping @Sendable (State, Value) -> (State, Result)
    ) -> SignalProducer<Result, Error> {
        scanMap(into: initialState) { state, value in
            let (newState, result) = next(state, value)
            state = newState
            return result
        }
    }

    /// Each value, transformed with the help of a state that is changed in place.
    ///
    ///     source                  --a--b--c--|
    ///     scanMap(into: 0) { … }  --a0-b1-c2-|
    public func scanMap<State: Sendable, Result: Sendable>(
        into initialState: State, _ next: @escaping @Sendable (inout State, Value) -> Result
    ) -> SignalProducer<Result, Error> {
        SignalProducer<Result, Error>(unchecked: source.emitting(initialState) { next(&$0, $1) })
    }

    /// Each value together with the one before; the first one with `initial`.
    ///
    ///     source              --1----2----3--|
    ///     combinePrevious(0)  --01---12---23-|
    public func combinePrevious(_ initial: Value) -> SignalProducer<(Value, Value), Error> {
        scanMap(initial) { previous, value in (value, (previous, value)) }
    }

    /// Each value together with the one before, from the second on.
    ///
    ///     source           --1--2-------3--|
    ///     combinePrevious  -----(1, 2)--(2, 3)|
    public func combinePrevious() -> SignalProducer<(Value, Value), Error> {
        SignalProducer<(Value, Value), Error>(
            unchecked: source.emitting(Value?.none) { previous, value in
                defer { previous = value }
                return previous.map { ($0, value) }
            })
    }

    /// Without the values that `isEquivalent` says are like the one before.
    ///
    ///     source           --1--1--2--1--|
    ///     skipRepeats(==)  --1-----2--1--|
    public func skipRepeats(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.distinctUntilChanged(isEquivalent))
    }

    /// The values whose `identity` has not come before. Remembers each for as long as it runs.
    ///
    ///     source                   --1--2--3--4--|
    ///     uniqueValues { $0 % 2 }  --1--2--------|
    public func uniqueValues<Identity: Hashable & Sendable>(_ identity: @escaping @Sendable (Value) -> Identity) -> SignalProducer {
        SignalProducer(unchecked: source.emitting(Set<Identity>()) { $0.insert(identity($1)).inserted ? $1 : nil })
    }

    /// All values as an array, when the producer completes; an empty one if there were none.
    ///
    ///     source     --1--2--3--|
    ///     collect()  -----------[1,2,3]|
    public func collect() -> SignalProducer<[Value], Error> { reduce(into: []) { $0.append($1) } }

    /// The values in arrays of `count` (1 or more); what is left over when the producer completes as a shorter one.
    ///
    ///     source             --1--2-------3--|
    ///     collect(count: 2)  -----[1, 2]-----[3]|
    public func collect(count: Int) -> SignalProducer<[Value], Error> {
        precondition(count > 0, "A group has at least one value.")
        return collect { $0.count == count }
    }

    /// The values in arrays, each sent when `shouldEmit` says so of the values so far.
    ///
    ///     source         --1--2-------3--|
    ///     collect { … }  -----[1, 2]-----[3]|
    public func collect(_ shouldEmit: @escaping @Sendable (_ collected: [Value]) -> Bool) -> SignalProducer<[Value], Error> {
        SignalProducer<[Value], Error>(
            unchecked: source.collect { collected, value in
                collected.append(value)
                return shouldEmit(collected) ? exchange(&collected, with: []) : nil
            })
    }

    /// The values in arrays, each sent when `shouldEmit` says so of the values so far and the next one, with which the next
    /// array begins.
    ///
    ///     source         --1--2-------3--|
    ///     collect { … }  -----[1, 2]-----[3]|
    public func collect(
        _ shouldEmit: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool
    ) -> SignalProducer<[Value], Error> {
        SignalProducer<[Value], Error>(
            unchecked: source.collect { collected, value in
                let emitted = shouldEmit(collected, value) ? exchange(&collected, with: []) : nil
                collected.append(value)
                return emitted
            })
    }
}

extension Signal where Value: Equatable {
    /// The values that differ from the one before.
    ///
    ///     source         --1--1--2--1--|
    ///     skipRepeats()  --1-----2--1--|
    public func skipRepeats() -> Signal { Signal(hot: source.distinctUntilChanged()) }
}

extension SignalProducer where Value: Equatable {
    /// The values that differ from the one before.
    ///
    ///     source         --1--1--2--1--|
    ///     skipRepeats()  --1-----2--1--|
    public func skipRepeats() -> SignalProducer { SignalProducer(unchecked: source.distinctUntilChanged()) }
}

extension Signal where Value: Hashable {
    /// The values that have not come before. Remembers each for as long as it runs.
    ///
    ///     source        --1--2--1--3--|
    ///     uniqueValues  --1--2-----3--|
    public func uniqueValues() -> Signal { uniqueValues { $0 } }
}

extension SignalProducer where Value: Hashable {
    /// The values that have not come before. Remembers each for as long as it runs.
    ///
    ///     source        --1--2--1--3--|
    ///     uniqueValues  --1--2-----3--|
    public func uniqueValues() -> SignalProducer { uniqueValues { $0 } }
}

extension Observable {
    /// Sends what `step` makes of a state and each element, if it makes something.
    func emitting<State: Sendable, Result: Sendable>(
        _ initialState: State, _ step: @escaping @Sendable (inout State, Element) -> Result?
    ) -> Observable<Result> {
        Operator(self) { sink, _ in
            // Confined by the grammar.
            let state = Confined(initialState)
            return StepSink(sink) { step(&state.value, $0) }
        }
    }

    /// Sends the arrays that `step` gives out, and at completion what is left.
    fileprivate func collect(
        _ step: @escaping @Sendable (inout [Element], Element) -> [Element]?
    ) -> Observable<[Element]> {
        Operator(self) { sink, life in
            // Confined by the grammar.
            let collected = Confined<[Element]>([])
            return StepSink(sink) {
                step(&collected.value, $0)
            } completed: {
                if !collected.value.isEmpty { sink.next(collected.value) }
                if !life.isEnded { sink.terminate(.completed) }
            }
        }
    }
}

/// Sends what a closure makes of each element, if it makes something.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class StepSink<Element: Sendable, Result: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let step: @Sendable (Element) -> Result?
    private let completed: (@Sendable () -> Void)?

    init(
        _ downstream: Sink<Result>, _ step: @escaping @Sendable (Element) -> Result?, completed: (@Sendable () -> Void)? = nil
    ) {
        self.downstream = downstream
        self.step = step
        self.completed = completed
    }

    override func next(_ element: Element) {
        if let result = step(element) { downstream.next(result) }
    }

    override func terminate(_ ending: Ending) {
        if ending.isCompletion, let completed { completed() } else { downstream.terminate(ending) }
    }
}
