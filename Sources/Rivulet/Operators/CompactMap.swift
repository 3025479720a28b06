extension ObservableType {
    /// Each element transformed, without those for which nothing comes out.
    ///
    ///     source                --1--x--3--|
    ///     compactMap { Int($0) } --1-----3--|
    ///
    /// - Parameter transform: makes the element to send, or nil to send none; an error it throws ends the sequence.
    public func compactMap<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) throws -> Result?
    ) -> Observable<Result> {
        Operator(asObservable()) { sink, _ in CompactMapSink(sink, transform) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class CompactMapSink<Source: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let transform: @Sendable (Source) throws -> Result?

    init(_ downstream: Sink<Result>, _ transform: @escaping @Sendable (Source) throws -> Result?) {
        self.downstream = downstream
        self.transform = transform
    }

    override func next(_ element: Source) {
        do {
            if let result = try transform(element) { downstream.next(result) }
        } catch {
            downstream.terminate(.failed(error))
        }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
