extension ObservableType {
    /// The elements after the first `count` (0 or more).
    ///
    ///     source  --1--2--3--|
    ///     skip(2) --------3--|
    public func skip(_ count: Int) -> Observable<Element> {
        Operator(asObservable()) { sink, _ in SkipCountSink(sink, count) }
    }

    /// The elements from the first on that does not satisfy a predicate.
    ///
    ///     source                  --1--5--2--6--|
    ///     skip(while: { $0 < 3 }) -----5--2--6--|
    ///
    /// - Parameter predicate: asked until it says no; an error it throws ends the sequence.
    public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Operator(asObservable()) { sink, _ in SkipWhileSink(sink, predicate) }
    }

    /// The elements after another sequence has sent one. A failure of the other is passed on. A source that completes
    /// before that ends the sequence without a word, as in RxSwift.
    ///
    ///     source        --1--2--3--4--|
    ///     other         -------x
    ///     skip(until:)  --------3--4--|
    public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
        let (source, other) = (asObservable(), other.asObservable())
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // Confined by the junction's gate.
            let isOpen = Confined(false)
            let opening = SerialDisposable()
            junction.connectGated(source) { element, sink in
                if isOpen.value { sink.next(element) }
            } ended: { ending, sink in
                sink.terminate(ending.isCompletion && !isOpen.value ? .interrupted : ending)
            }
            life.add(opening)
            if life.isEnded { return }
            let input = Life()
            opening.inner = input
            let tail = TailSink<Source.Element>(input) { _ in
                junction.perform { _ in isOpen.value = true }
                opening.dispose()
            } ended: { ending in
                if !ending.isCompletion { junction.terminate(ending) }
            }
            other.start(tail, input)
        }
    }

    /// The elements after a span of time, which begins with the subscription.
    ///
    ///     source          --1--2--3--4--|
    ///     skip(6 frames)  --------3--4--|
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            let junction = Junction(sink, life)
            // Confined by the junction's gate.
            let isOpen = Confined(false)
            life.add(
                scheduler.scheduleRelative((), dueTime: duration) { _ in
                    junction.perform { _ in isOpen.value = true }
                    return Disposables.create()
                })
            junction.connectGated(source) { element, sink in
                if isOpen.value { sink.next(element) }
            } ended: { ending, sink in
                sink.terminate(ending)
            }
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class SkipCountSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    /// Confined by the grammar.
    private let remaining: Confined<Int>

    init(_ downstream: Sink<Element>, _ count: Int) {
        self.downstream = downstream
        remaining = Confined(count)
    }

    override func next(_ element: Element) {
        if remaining.value > 0 { remaining.value -= 1 } else { downstream.next(element) }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class SkipWhileSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let predicate: @Sendable (Element) throws -> Bool
    /// Confined by the grammar.
    private let isOpen = Confined(false)

    init(_ downstream: Sink<Element>, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.downstream = downstream
        self.predicate = predicate
    }

    override func next(_ element: Element) {
        do {
            if !isOpen.value { isOpen.value = try !predicate(element) }
            if isOpen.value { downstream.next(element) }
        } catch {
            downstream.terminate(.failed(error))
        }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
