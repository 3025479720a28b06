/// Makes a well-behaved source of whatever calls it: calls from several threads, or from inside a delivery, go through
/// one at a time and in order; nothing follows the end; and once the life is over, the downstream is released even if
/// the caller keeps this.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class GatedSink<Element: Sendable>: Sink<Element>, Disposable, @unchecked Sendable {
    private let gate = Gate()
    private let life: Life
    /// Confined by the gate.
    private let downstream: Confined<AnySink?>

    init(_ downstream: Sink<Element>, _ life: Life) {
        self.downstream = Confined(downstream)
        self.life = life
        super.init()
        life.add(self)
    }

    override func next(_ element: Element) {
        if life.isEnded { return }
        if gate.enter() {
            deliver(element)
            gate.leave()
        } else {
            gate.later { [self] in deliver(element) }
        }
    }

    override func terminate(_ ending: Ending) {
        if gate.enter() {
            finish(ending)
            gate.leave()
        } else {
            gate.later { [self] in finish(ending) }
        }
    }

    /// Releases the downstream: now, or after the event that is under way.
    func dispose() {
        if gate.enter() {
            downstream.value = nil
            gate.leave()
        } else {
            gate.later { [self] in downstream.value = nil }
        }
    }

    private func deliver(_ element: Element) {
        guard !life.isEnded, let sink = downstream.value else { return }
        // Sound: the initialiser took a sink of this element.
        unsafeDowncast(sink, to: Sink<Element>.self).next(element)
    }

    private func finish(_ ending: Ending) {
        guard let sink = downstream.value else { return }
        downstream.value = nil
        sink.terminate(ending)
    }
}
