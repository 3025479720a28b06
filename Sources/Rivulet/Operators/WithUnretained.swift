extension ObservableType {
    /// Each element together with what `resultSelector` makes of an object and it; completes when the object is gone,
    /// which is held weakly.
    ///
    ///     source          --1--2-----3--4--|
    ///     object          ---------X
    ///     withUnretained  --a--b-----|
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Observable<Out> {
        let object = { @Sendable [weak object] in object }
        return Operator(asObservable()) { sink, _ in UnretainedSink(sink, object, resultSelector) }
    }

    /// Each element together with an object, which is held weakly; completes when the object is gone.
    ///
    ///     source          --1-------2-------3--
    ///     object          --------------gone
    ///     withUnretained  --(o, 1)--(o, 2)---|
    public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Observable<(Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class UnretainedSink<Object: AnyObject & Sendable, Element: Sendable, Result: Sendable>: Sink<Element>,
    @unchecked Sendable
{
    private let downstream: Sink<Result>
    private let object: @Sendable () -> Object?
    private let resultSelector: @Sendable (Object, Element) -> Result

    init(
        _ downstream: Sink<Result>, _ object: @escaping @Sendable () -> Object?,
        _ resultSelector: @escaping @Sendable (Object, Element) -> Result
    ) {
        self.downstream = downstream
        self.object = object
        self.resultSelector = resultSelector
    }

    override func next(_ element: Element) {
        if let object = object() {
            downstream.next(resultSelector(object, element))
        } else {
            downstream.terminate(.completed)
        }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
