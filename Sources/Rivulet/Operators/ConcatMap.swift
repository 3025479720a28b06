extension ObservableType {
    /// The elements of an inner sequence for each element, one inner sequence after the other. Those that have to wait
    /// are kept in an unbounded queue.
    ///
    ///     source     --a--b-----------|
    ///     a's inner    -1----2-|
    ///     b's inner             -3--|
    ///     concatMap  ---1----2---3----|
    ///
    /// - Parameter selector: makes the inner sequence, when its element comes; an error it throws ends the sequence, as
    ///   an inner error does.
    public func concatMap<Inner: ObservableConvertibleType>(
        _ selector: @escaping @Sendable (Element) throws -> Inner
    ) -> Observable<Inner.Element> {
        limitedMerge(asObservable(), maxConcurrent: 1) { try selector($0).asObservable() }
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// The elements of the inner sequences, as they come; at most `maxConcurrent` of them run at once (1 or more), the
    /// others wait in an unbounded queue.
    ///
    ///     source                   a--b--c------------|
    ///     a                        --1------2|
    ///     b                           --3------|
    ///     c                                  --4--|
    ///     merge(maxConcurrent: 2)  --1--3---2--4------|
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        limitedMerge(asObservable(), maxConcurrent: maxConcurrent) { $0.asObservable() }
    }

    /// The elements of the inner sequences, one after the other.
    ///
    ///     source  a--b---------|
    ///     a       --1--2|
    ///     b             --3--4|
    ///     concat  --1--2--3--4|
    public func concat() -> Observable<Element.Element> { merge(maxConcurrent: 1) }
}

private func limitedMerge<Source: Sendable, Result: Sendable>(
    _ source: Observable<Source>, maxConcurrent: Int, _ selector: @escaping @Sendable (Source) throws -> Observable<Result>
) -> Observable<Result> {
    Wiring { sink, life in
        let inners = LimitedInners(sink, life, maxConcurrent: max(1, maxConcurrent))
        let outer = life.makeChild()
        source.start(LimitedMergeSink(inners, outer, selector), outer)
    }
}

/// Receives the outer elements.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class LimitedMergeSink<Source: Sendable, Result: Sendable>: Sink<Source>, @unchecked Sendable {
    private let inners: LimitedInners<Result>
    private let life: Life
    private let selector: @Sendable (Source) throws -> Observable<Result>

    init(_ inners: LimitedInners<Result>, _ life: Life, _ selector: @escaping @Sendable (Source) throws -> Observable<Result>) {
        self.inners = inners
        self.life = life
        self.selector = selector
    }

    override func next(_ element: Source) {
        do { inners.add(try selector(element)) } catch { selectorThrew(error) }
    }

    @inline(never)
    private func selectorThrew(_ error: any Error) {
        life.dispose()
        inners.junction.terminate(.failed(error))
    }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        inners.outerEnded(ending)
    }
}

/// Inner sequences of which so many run at once, and the others wait.
private final class LimitedInners<Element: Sendable>: Sendable {
    let junction: Junction<Element>
    private let running = LifeGroup()
    private let admission: Lock<Admission>

    init(_ sink: Sink<Element>, _ life: Life, maxConcurrent: Int) {
        junction = Junction(sink, life)
        admission = Lock(Admission(maxConcurrent: maxConcurrent))
        life.add(running)
    }

    @inline(__always)
    func add(_ inner: Observable<Element>) {
        // Only here sequences arrive, one after the other: if there is room now, none comes in between.
        if admission.withLock({ $0.isOpen }), inner.deliverAtOnce(to: junction) { return }
        arrived(inner)
    }

    @inline(never)
    private func arrived(_ inner: Observable<Element>) { act { $0.arrived(inner) } }

    func outerEnded(_ ending: Ending) {
        if ending.isCompletion { act { $0.outerCompleted() } } else { junction.terminate(ending) }
    }

    private func innerEnded(_ ending: Ending) {
        if ending.isCompletion { act { $0.innerCompleted() } } else { junction.terminate(ending) }
    }

    private func act(_ input: (inout Admission) -> Admission.Action) {
        var action = admission.withLock { admission in input(&admission) }
        while true {
            switch action {
            case .none: return
            case .complete: return junction.terminate(.completed)
            case .begin(let inner):
                // Sound: only `add` puts sequences into the queue.
                if !junction.life.isEnded { begin(unsafeDowncast(inner, to: Observable<Element>.self)) }
            }
            action = admission.withLock { $0.begun() }
        }
    }

    private func begin(_ inner: Observable<Element>) {
        let life = Life()
        let seat = running.add(life)
        let tail = TailSink<Element>(life) { [self] in
            junction.next($0)
        } ended: { [self] ending in
            running.leave(seat)
            innerEnded(ending)
        }
        inner.start(tail, life)
    }
}

/// Who may begin: a pure state machine. Its inputs return what to do, outside the lock; one thread at a time begins
/// inner sequences, in a loop, so that synchronous ones do not nest.
private struct Admission {
    enum Action: Sendable {
        case none
        /// Begin this sequence, then call ``Admission/begun()``.
        case begin(any AnyObject & Sendable)
        case complete
    }

    let maxConcurrent: Int
    private var waiting = Queue<any AnyObject & Sendable>()
    private var running = 0
    private var isBeginning = false
    private var isOuterDone = false

    init(maxConcurrent: Int) {
        self.maxConcurrent = maxConcurrent
    }

    /// Whether a sequence that arrives may begin at once.
    var isOpen: Bool { running < maxConcurrent && waiting.isEmpty && !isBeginning }

    mutating func arrived(_ inner: any AnyObject & Sendable) -> Action {
        waiting.append(inner)
        return next()
    }

    mutating func innerCompleted() -> Action {
        running -= 1
        return next()
    }

    mutating func outerCompleted() -> Action {
        isOuterDone = true
        return next()
    }

    mutating func begun() -> Action {
        isBeginning = false
        return next()
    }

    private mutating func next() -> Action {
        // Whoever is at it asks again when done.
        if isBeginning { return .none }
        if running < maxConcurrent, let inner = waiting.popFirst() {
            running += 1
            isBeginning = true
            return .begin(inner)
        }
        if isOuterDone, running == 0 {
            // Once is enough.
            isOuterDone = false
            return .complete
        }
        return .none
    }
}
