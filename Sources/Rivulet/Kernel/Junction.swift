/// Where the inputs of an operator come together: what they send passes a gate, one at a time and in order, and nothing
/// follows the end. State that only the gate's owner touches may live in a ``Confined``.
///
/// Every input runs under a life of its own, so that its end need not be the end of the output.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class Junction<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    /// Who gets what comes through. Sent to only between ``enter()`` and ``leave()``, while the life goes on.
    let downstream: Sink<Element>
    private let gate = Gate()
    /// The life of the output.
    let life: Life

    init(_ downstream: Sink<Element>, _ life: Life) {
        self.downstream = downstream
        self.life = life
    }

    // MARK: Sending

    override func next(_ element: Element) {
        if gate.enter() {
            if !life.isEnded { downstream.next(element) }
            gate.leave()
        } else {
            nextLater(element)
        }
    }

    // Apart, as what waits is everywhere: the room that the closure's capture needs would be on the stack of each level.
    @inline(never)
    private func nextLater(_ element: Element) {
        gate.later { [self] in if !life.isEnded { downstream.next(element) } }
    }

    /// Sends an element of an input that may be ended alone.
    func next(_ element: Element, of input: Life) {
        if gate.enter() {
            if !input.isEnded, !life.isEnded { downstream.next(element) }
            gate.leave()
        } else {
            nextLater(element, of: input)
        }
    }

    @inline(never)
    private func nextLater(_ element: Element, of input: Life) {
        gate.later { [self] in if !input.isEnded, !life.isEnded { downstream.next(element) } }
    }

    override func terminate(_ ending: Ending) {
        if gate.enter() {
            if !life.isEnded { downstream.terminate(ending) }
            gate.leave()
        } else {
            gate.later { [self] in if !life.isEnded { downstream.terminate(ending) } }
        }
    }

    /// Becomes the only user of the output, if there is none; a true is paired with a ``leave()``.
    @inline(__always)
    func enter() -> Bool { gate.enter() }

    /// Stops being the output's user, once those who came meanwhile have had their turn.
    @inline(__always)
    func leave() { gate.leave() }

    /// Runs `job` with the output alone, now or behind those that came first; not at all once the output has ended.
    func perform(_ job: @escaping @Sendable (Sink<Element>) -> Void) {
        if gate.enter() {
            if !life.isEnded { job(downstream) }
            gate.leave()
        } else {
            gate.later { [self] in if !life.isEnded { job(downstream) } }
        }
    }

    /// Runs `job` with an element and the output alone, now or behind those that came first; not at all once the output has
    /// ended. For jobs that are made once and not for each element.
    @inline(__always)
    fileprivate func perform<Input: Sendable>(_ job: @escaping @Sendable (Input, Sink<Element>) -> Void, with element: Input) {
        if gate.enter() {
            if !life.isEnded { job(element, downstream) }
            gate.leave()
        } else {
            performLater(job, with: element)
        }
    }

    @inline(never)
    private func performLater<Input: Sendable>(_ job: @escaping @Sendable (Input, Sink<Element>) -> Void, with element: Input) {
        gate.later { [self] in if !life.isEnded { job(element, downstream) } }
    }

    // MARK: Inputs

    /// Connects an input whose events are the output's.
    func connect(_ source: Observable<Element>) {
        connect(source, next: { [self] in next($0) }, ended: { [self] in terminate($0) })
    }

    /// Connects an input. Unless the output has ended already: then nothing is subscribed to.
    ///
    /// - Parameters:
    ///   - next: what to do with an element. Not under the gate yet.
    ///   - ended: what to do when the input has ended.
    func connect<Input: Sendable>(
        _ source: Observable<Input>, next: @escaping @Sendable (Input) -> Void, ended: @escaping @Sendable (Ending) -> Void
    ) {
        if life.isEnded { return }
        let input = life.makeChild()
        source.start(TailSink(input, next: next, ended: ended), input)
    }
}

extension Junction {
    /// Connects an input, unless the output has ended already. Both closures run with the output alone; not at all once it
    /// has ended.
    func connectGated<Input: Sendable>(
        _ source: Observable<Input>, next: @escaping @Sendable (Input, Sink<Element>) -> Void,
        ended: @escaping @Sendable (Ending, Sink<Element>) -> Void
    ) {
        if life.isEnded { return }
        let input = life.makeChild()
        source.start(GatedTailSink(self, input, next: next, ended: ended), input)
    }
}

/// The tail of one input, whose events pass the junction's gate.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class GatedTailSink<Input: Sendable, Output: Sendable>: Sink<Input>, @unchecked Sendable {
    private let junction: Junction<Output>
    private let life: Life
    private let onNext: @Sendable (Input, Sink<Output>) -> Void
    private let onEnded: @Sendable (Ending, Sink<Output>) -> Void

    init(
        _ junction: Junction<Output>, _ life: Life, next: @escaping @Sendable (Input, Sink<Output>) -> Void,
        ended: @escaping @Sendable (Ending, Sink<Output>) -> Void
    ) {
        self.junction = junction
        self.life = life
        onNext = next
        onEnded = ended
    }

    override func next(_ element: Input) { junction.perform(onNext, with: element) }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        junction.perform(onEnded, with: ending)
    }
}

/// The tail of one input: its end ends the life that it runs under, and is then told.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class TailSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let life: Life
    private let onNext: @Sendable (Element) -> Void
    private let onEnded: @Sendable (Ending) -> Void

    init(_ life: Life, next: @escaping @Sendable (Element) -> Void, ended: @escaping @Sendable (Ending) -> Void) {
        self.life = life
        onNext = next
        onEnded = ended
    }

    override func next(_ element: Element) { onNext(element) }

    override func terminate(_ ending: Ending) {
        // Whoever ended it before, from outside, does not want to hear of it.
        guard life.end() else { return }
        life.tearDown()
        onEnded(ending)
    }
}
