extension ObservableType {
    /// The only element; fails with ``RxError/noElements`` or ``RxError/moreThanOneElement`` if it is not.
    ///
    ///     source  --1-----2--|
    ///     single  --1-----X
    public func single() -> Observable<Element> { single { _ in true } }

    /// The only element that satisfies a predicate; fails with ``RxError/noElements`` or
    /// ``RxError/moreThanOneElement`` if it is not.
    ///
    ///     source             --1--2--3--|
    ///     single { $0 == 2 } -----2-----|
    public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
        Operator(asObservable()) { sink, life in SingleSink(sink, life, predicate) }
    }

    /// The element at an index, counted from 0; fails with ``RxError/argumentOutOfRange`` if there is none.
    ///
    ///     source          --1--2--3--4--|
    ///     element(at: 2)  --------3|
    public func element(at index: Int) -> Observable<Element> {
        precondition(index >= 0, "index can't be negative")
        return Operator(asObservable()) { sink, life in ElementAtSink(sink, life, index) }
    }

    /// The end only.
    ///
    ///     source          --1--2--|
    ///     ignoreElements  --------|
    public func ignoreElements() -> Observable<Never> {
        Operator(asObservable()) { sink, _ in IgnoreElementsSink(sink) }
    }

    /// The elements; if there are none, `default`.
    ///
    ///     source               --------|
    ///     ifEmpty(default: 7)  --------7|
    public func ifEmpty(default element: Element) -> Observable<Element> { ifEmpty(switchTo: .just(element)) }

    /// The elements; if there are none, those of another sequence.
    ///
    ///     source                --------|
    ///     other                         --1--2|
    ///     ifEmpty(switchTo: …)  ----------1--2|
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            // The source has a life of its own, for its end may not be the end.
            let input = life.makeChild()
            // Confined by the grammar.
            let isEmpty = Confined(true)
            let tail = TailSink<Element>(input) {
                isEmpty.value = false
                sink.next($0)
            } ended: { ending in
                if ending.isCompletion, isEmpty.value { other.start(sink, life) } else { sink.terminate(ending) }
            }
            source.start(tail, input)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class SingleSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let predicate: @Sendable (Element) throws -> Bool
    /// Confined by the grammar.
    private let hasFound = Confined(false)

    init(_ downstream: Sink<Element>, _ life: Life, _ predicate: @escaping @Sendable (Element) throws -> Bool) {
        self.downstream = downstream
        self.life = life
        self.predicate = predicate
    }

    override func next(_ element: Element) {
        do {
            guard try predicate(element) else { return }
        } catch {
            return downstream.terminate(.failed(error))
        }
        if hasFound.value { return downstream.terminate(.failed(RxError.moreThanOneElement)) }
        hasFound.value = true
        downstream.next(element)
    }

    override func terminate(_ ending: Ending) {
        let isMissing = ending.isCompletion && !hasFound.value
        downstream.terminate(isMissing ? .failed(RxError.noElements) : ending)
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ElementAtSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    /// Confined by the grammar.
    private let remaining: Confined<Int>

    init(_ downstream: Sink<Element>, _ life: Life, _ index: Int) {
        self.downstream = downstream
        self.life = life
        remaining = Confined(index)
    }

    override func next(_ element: Element) {
        remaining.value -= 1
        if remaining.value >= 0 { return }
        downstream.next(element)
        if !life.isEnded { downstream.terminate(.completed) }
    }

    override func terminate(_ ending: Ending) {
        if remaining.value < 0 { return }
        downstream.terminate(ending.isCompletion ? .failed(RxError.argumentOutOfRange) : ending)
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class IgnoreElementsSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Never>

    init(_ downstream: Sink<Never>) {
        self.downstream = downstream
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}
