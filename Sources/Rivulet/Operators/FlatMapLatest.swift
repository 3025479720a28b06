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
            let inners = LatestInner(sink, life)
            inners.connect(source) { element in
                if !inners.isRunningInner { inners.begin(try selector(element).asObservable()) }
            }
        }
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// The elements of the latest inner sequence.
    public func switchLatest() -> Observable<Element.Element> {
        latestInner(asObservable()) { $0.asObservable() }
    }
}

private func latestInner<Source: Sendable, Result: Sendable>(
    _ source: Observable<Source>, _ selector: @escaping @Sendable (Source) throws -> Observable<Result>
) -> Observable<Result> {
    Wiring { sink, life in
        let inners = LatestInner(sink, life)
        inners.connect(source) { inners.begin(try selector($0)) }
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
    func connect<Source: Sendable>(_ source: Observable<Source>, next: @escaping @Sendable (Source) throws -> Void) {
        let outer = junction.life.makeChild()
        let sink = TailSink<Source>(outer) { [self] element in
            do {
                try next(element)
            } catch {
                outer.dispose()
                junction.terminate(.failed(error))
            }
        } ended: { [self] in
            sourceEnded($0)
        }
        source.start(sink, outer)
    }

    /// Whether an inner sequence runs. Only asked by the outer sequence, which alone begins one.
    var isRunningInner: Bool { running.load(ordering: .acquiring) > 1 }

    /// Begins an inner sequence in place of the one before.
    func begin(_ source: Observable<Element>) {
        let inner = Life()
        running.add(1, ordering: .relaxed)
        if let previous = current.replace(inner) as? Life, previous.end() {
            previous.tearDown()
            running.subtract(1, ordering: .acquiringAndReleasing)
        }
        if inner.isEnded { return }
        source.start(InnerSink(self, inner), inner)
    }

    private func sourceEnded(_ ending: Ending) {
        if case .completed = ending {
            if running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { junction.terminate(.completed) }
        } else {
            junction.terminate(ending)
        }
    }

    /// `@unchecked Sendable`: see `AnySink`.
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
