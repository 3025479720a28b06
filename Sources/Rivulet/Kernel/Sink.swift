/// How a sequence ends, inside the kernel.
///
/// `Observable` knows the first two; `Signal` and `SignalProducer` know all three. An ``Observable`` that is
/// interrupted ends without an event, as if disposed.
package enum Ending: Sendable {
    case completed
    case failed(any Error)
    case interrupted
}

/// What events flow into, as far as it does not depend on the element: the part that state machinery keeps.
///
/// A sink is the receiving half of one subscription of one operator. Its rules:
///
/// - Calls never overlap, and nothing follows `terminate` (contract 1, the grammar): the source sees to that.
/// - `terminate` reaches the *tail* of the segment before it returns: a sink either forwards it at once or is itself
///   the tail, which ends the ``Life`` that its source runs under. So a source knows by `life.isEnded` that nobody
///   listens any more, and an operator that ends early (`take`) needs no life of its own.
/// - Whoever emits several elements for one input looks at `life.isEnded` between them.
///
/// `@unchecked Sendable`, for an open hierarchy cannot be checked: sinks hold `let`s only, and state in a `Lock`, an
/// `Atomic` or a ``Confined`` (a test reads the sources for a stored `var`).
class AnySink: @unchecked Sendable {
    func terminate(_ ending: Ending) {}
}

/// What the elements of a sequence flow into. Elements travel bare: an `Event` is made only where a user asks for one,
/// since building a type that depends on `Element` for every event costs more than all the rest (326 ns against 20).
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
class Sink<Element: Sendable>: AnySink, @unchecked Sendable {
    func next(_ element: Element) {}
}
