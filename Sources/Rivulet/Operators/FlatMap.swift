import Synchronization

extension ObservableType {
    /// The elements of an inner sequence for each element, as they come: all inner sequences run at once.
    ///
    ///     source            --a-----b---------|
    ///     a's inner           -1--2--|
    ///     b's inner                  -3---4-|
    ///     flatMap           ---1--2---3---4---|
    ///
    /// - Parameter selector: makes the inner sequence; an error it throws ends the sequence, as an inner error does.
    public func flatMap<Inner: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Inner
    ) -> Observable<Inner.Element> {
        FlatMap(asObservable()) { try selector($0).asObservable() }
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// The elements of all inner sequences, as they come.
    ///
    ///     source  a--b---------|
    ///     a       --1----2|
    ///     b          --3----4|
    ///     merge   --1--3-2--4--|
    public func merge() -> Observable<Element.Element> {
        FlatMap(asObservable()) { $0.asObservable() }
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class FlatMap<Source: Sendable, Result: Sendable>: Observable<Result>, @unchecked Sendable {
    private let upstream: Upstream<Source>
    private let selector: @Sendable (Source) throws -> Observable<Result>

    init(_ source: Observable<Source>, _ selector: @escaping @Sendable (Source) throws -> Observable<Result>) {
        upstream = Upstream(source)
        self.selector = selector
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        let merged = MergedSink(sink, life)
        // The outer sequence has a life of its own, for its end is not the end.
        let outer = life.makeChild()
        upstream.start(FlatMapSink(merged, selector, outer), outer)
    }
}

/// Receives the outer elements, each of which begins an inner subscription.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class FlatMapSink<Source: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let merged: MergedSink<Result>
    private let selector: @Sendable (Source) throws -> Observable<Result>
    private let life: Life

    init(_ merged: MergedSink<Result>, _ selector: @escaping @Sendable (Source) throws -> Observable<Result>, _ life: Life) {
        self.merged = merged
        self.selector = selector
        self.life = life
    }

    override func next(_ element: Source) {
        do { merged.begin(try selector(element)) } catch { selectorThrew(error) }
    }

    @inline(never)
    private func selectorThrew(_ error: any Error) {
        // The gate may be busy: this source must not go on meanwhile.
        life.dispose()
        merged.terminate(.failed(error))
    }

    override func terminate(_ ending: Ending) {
        life.dispose()
        merged.sourceTerminated(ending)
    }
}

/// Brings the inner sequences together, through a gate: they may come on several threads.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class MergedSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let inners = LifeGroup()
    private let gate = Gate()
    /// The outer sequence, and the inner ones that have not completed.
    private let running = Atomic<Int>(1)

    init(_ downstream: Sink<Element>, _ life: Life) {
        self.downstream = downstream
        self.life = life
        super.init()
        life.add(inners)
    }

    @inline(__always)
    func begin(_ inner: Observable<Element>) {
        if !inner.deliverAtOnce(to: self) { subscribe(to: inner) }
    }

    // Apart, so that an element at hand does not go through a frame as large as this needs.
    @inline(never)
    private func subscribe(to inner: Observable<Element>) {
        running.add(1, ordering: .relaxed)
        let innerLife = Life()
        let seat = inners.add(innerLife)
        inner.start(InnerSink(self, innerLife, seat), innerLife)
    }

    override func next(_ element: Element) {
        if gate.enter() {
            if !life.isEnded { downstream.next(element) }
            gate.leave()
        } else {
            nextLater(element)
        }
    }

    @inline(never)
    private func nextLater(_ element: Element) {
        gate.later { [self] in if !life.isEnded { downstream.next(element) } }
    }

    override func terminate(_ ending: Ending) {
        if gate.enter() {
            if !life.isEnded { downstream.terminate(ending) }
            gate.leave()
        } else {
            gate.later { [self] in if !life.isEnded { downstream.terminate(ending) } }
        }
    }

    func sourceTerminated(_ ending: Ending) {
        if case .completed = ending {
            if running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { terminate(.completed) }
        } else {
            terminate(ending)
        }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class InnerSink: Sink<Element>, @unchecked Sendable {
        private let merged: MergedSink<Element>
        private let life: Life
        private let seat: LifeGroup.Seat?

        init(_ merged: MergedSink<Element>, _ life: Life, _ seat: LifeGroup.Seat?) {
            self.merged = merged
            self.life = life
            self.seat = seat
        }

        override func next(_ element: Element) { merged.next(element) }

        override func terminate(_ ending: Ending) {
            merged.inners.leave(seat)
            life.dispose()
            merged.sourceTerminated(ending)
        }
    }
}
