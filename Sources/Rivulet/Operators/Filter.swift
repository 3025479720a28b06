extension ObservableType {
    /// The elements that satisfy a predicate.
    ///
    ///     source            --1--2--3--4--|
    ///     filter { $0 > 2 } --------3--4--|
    ///
    /// - Parameter predicate: tells whether to send the element; an error it throws ends the sequence.
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Filter(asObservable(), predicate)
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Filter<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let predicate: @Sendable (Element) throws -> Bool
    /// Kept, for looking a type up that depends on others takes 35 ns, and would take them at each subscription.
    private let sinkType = FilterSink<Element>.self

    init(_ source: Observable<Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        upstream = Upstream(source)
        self.predicate = predicate
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        upstream.start(sinkType.init(sink, predicate), life)
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class FilterSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let predicate: @Sendable (Element) throws -> Bool

    required init(_ downstream: Sink<Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.downstream = downstream
        self.predicate = predicate
    }

    override func next(_ element: Element) {
        do {
            if try predicate(element) { downstream.next(element) }
        } catch {
            downstream.terminate(.failed(error))
        }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
