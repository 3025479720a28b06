extension ObservableType {
    /// Each element, transformed.
    ///
    ///     source        --1---2---3--|
    ///     map { $0*10 } --10--20--30-|
    ///
    /// - Parameter transform: makes the element to send; an error it throws ends the sequence.
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
        Map(asObservable(), transform)
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Map<Source: Sendable, Result: Sendable>: Observable<Result>, @unchecked Sendable {
    private let upstream: Upstream<Source>
    private let transform: @Sendable (Source) throws -> Result
    /// Kept, for looking a type up that depends on others takes 35 ns, and would take them at each subscription.
    private let sinkType = MapSink<Source, Result>.self

    init(_ source: Observable<Source>, _ transform: @escaping @Sendable (Source) throws -> Result) {
        upstream = Upstream(source)
        self.transform = transform
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        upstream.start(sinkType.init(sink, transform), life)
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class MapSink<Source: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let downstream: Sink<Result>
    private let transform: @Sendable (Source) throws -> Result

    required init(_ downstream: Sink<Result>, _ transform: @escaping @Sendable (Source) throws -> Result) {
        self.downstream = downstream
        self.transform = transform
    }

    override func next(_ element: Source) {
        do { downstream.next(try transform(element)) } catch { downstream.terminate(.failed(error)) }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
