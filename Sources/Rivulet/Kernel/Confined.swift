/// A variable that only one thread at a time touches, because something other than a lock of its own sees to it.
///
/// `@unchecked Sendable`: whoever declares one says in a comment beside it what confines it, and there are two
/// answers only. *The grammar*: the calls of one subscription's sink never overlap and each happens before the next
/// (contract 1), so what is touched in `next` and `terminate` alone needs no lock. *A gate*: only its present owner
/// touches the variable (see ``Gate``). A `Lock<Value>` here costs ten times the operator itself, since its type
/// depends on `Element` and is looked up at run time for every event (200 ns against 20).
///
/// What confines it rules overlapping accesses out, too, so they are not checked for at run time: the check costs 10 ns
/// at each access.
final class Confined<Value>: @unchecked Sendable {
    @exclusivity(unchecked)
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}
