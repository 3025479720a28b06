import Synchronization

extension ObservableType {
    /// The elements of an inner sequence for each element; a new one ends the one before.
    ///
    ///     source         --a-----b---------|
    ///     a's inner        -1--2--3--|
    ///     b's inner              -4---5-|
    ///     flatMapLatest  ---1--2--4---5-----|
    ///
    /// - Parameter selector: makes the inner sequence; an error it throws ends the sequence, as an inner error does.
    public func flatMapLatest<Inner: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Inner
    ) -> Observable<Inner.Element> {
        latestInner(asObservable()) { try selector($0).asObservable() }
    }

    /// The elements of an inner sequence; elements that come while it runs are ignored.
    ///
    ///     source        --a---b-----c----|
    ///     a's inner       -1---2-|
    ///     c's inner                 -5-|
    ///     flatMapFirst  ---1---2-----5---|
    ///
    /// - Parameter selector: makes the inner sequence; an error it throws ends the sequence, as an inner error does.
    public func flatMapFirst<Inner: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Inner
    ) -> Observable<Inner.Element> {
        let source = asObservable()
        return Wiring { sink, life in
            LatestInner(sink, life).connect(source, keepsRunning: true) { try selector($0).asObservable() }
        }
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// The elements of the latest inner sequence.
    ///
    ///     source        a----b----------|
    ///     a             --1----2--3|
    ///     b                  --4--5|
    ///     switchLatest  --1----4--5-----|
    public func switchLatest() -> Observable<Element.Element> {
        latestInner(asObservable()) { $0.asObservable() }
    }
}

private func latestInner<Source: Sendable, Result: Sendable>(
    _ source: Observable<Source>, _ selector: @escaping @Sendable (Source) throws -> Observable<Result>
) -> Observable<Result> {
    Wiring { sink, life in
        LatestInner(sink, life).connect(source, keepsRunning: false, selector)
    }
}

/// At most one inner sequence at a time.
private final class LatestInner<Element: Sendable>: Sendable {
    private let junction: Junction<Element>
    private let current = SerialDisposable()
    /// The outer sequence, and the inner one while it runs: the output completes with the last of them.
    private let running = Atomic<Int>(1)

    init(_ sink: Sink<Element>, _ life: Life) {
        junction = Junction(sink, life)
        life.add(current)
    }

    /// Connects the outer sequence.
    /// - Parameter keepsRunning: whether elements are ignored while an inner sequence runs.
    func connect<Source: Sendable>(
        _ source: Observable<Source>, keepsRunning: Bool, _ selector: @escaping @Sendable (Source) throws -> Observable<Element>
    ) {
        let outer = junction.life.makeChild()
        source.start(LatestInnerSink(self, outer, keepsRunning, selector), outer)
    }

    /// Whether an inner sequence runs. Only asked by the outer sequence, which alone begins one.
    var isRunningInner: Bool { running.load(ordering: .acquiring) > 1 }

    /// Begins an inner sequence in place of the one before.
    @inline(__always)
    func begin(_ source: Observable<Element>) {
        if isRunningInner { endPrevious() }
        if !source.deliverAtOnce(to: junction) { subscribe(to: source) }
    }

    @inline(never)
    private func endPrevious() { replace(with: nil) }

    @inline(never)
    private func subscribe(to source: Observable<Element>) {
        let inner = Life()
        running.add(1, ordering: .relaxed)
        replace(with: inner)
        if !inner.isEnded { source.start(InnerSink(self, inner), inner) }
    }

    private func replace(with inner: Life?) {
        if let previous = current.replace(inner) as? Life, previous.end() {
            previous.tearDown()
            running.subtract(1, ordering: .acquiringAndReleasing)
        }
    }

    func outerFailed(_ error: any Error) { junction.terminate(.failed(error)) }

    func sourceEnded(_ ending: Ending) {
        if case .completed = ending {
            if running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { junction.terminate(.completed) }
        } else {
            junction.terminate(ending)
        }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class InnerSink: Sink<Element>, @unchecked Sendable {
        private let inners: LatestInner<Element>
        private let life: Life

        init(_ inners: LatestInner<Element>, _ life: Life) {
            self.inners = inners
            self.life = life
        }

        override func next(_ element: Element) { inners.junction.next(element, of: life) }

        override func terminate(_ ending: Ending) {
            guard life.end() else { return }
            life.tearDown()
            inners.sourceEnded(ending)
        }
    }
}

/// Receives the outer elements.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class LatestInnerSink<Source: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let inners: LatestInner<Result>
    private let life: Life
    private let keepsRunning: Bool
    private let selector: @Sendable (Source) throws -> Observable<Result>

    init(
        _ inners: LatestInner<Result>, _ life: Life, _ keepsRunning: Bool,
        _ selector: @escaping @Sendable (Source) throws -> Observable<Result>
    ) {
        self.inners = inners
        self.life = life
        self.keepsRunning = keepsRunning
        self.selector = selector
    }

    override func next(_ element: Source) {
        if keepsRunning, inners.isRunningInner { return }
        do { inners.begin(try selector(element)) } catch { selectorThrew(error) }
    }

    @inline(never)
    private func selectorThrew(_ error: any Error) {
        life.dispose()
        inners.outerFailed(error)
    }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        inners.sourceEnded(ending)
    }
}
