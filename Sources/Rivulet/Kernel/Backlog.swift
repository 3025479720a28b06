/// What waits to be delivered: first in, first out. Constant time, amortised.
///
/// Not an array in a ``Confined``: the array's type depends on the element, and looking it up took most of the 500 ns
/// that an event needed to change threads.
///
/// Its memory is reached through a ``Confined`` alone, so that only one thread at a time touches it; whoever declares a backlog
/// says what sees to that, as for a ``Confined``.
final class Backlog<Element: Sendable>: Sendable {
    private let memory = Confined(BacklogMemory())

    deinit {
        elements.advanced(by: memory.value.first).deinitialize(count: count)
        memory.value.base.deallocate()
    }

    var isEmpty: Bool { memory.value.first == memory.value.end }

    var count: Int { memory.value.end - memory.value.first }

    /// The memory as what is in it: only elements of this type ever are.
    private var elements: UnsafeMutablePointer<Element> { memory.value.base.assumingMemoryBound(to: Element.self) }

    /// Adds an element behind the others.
    func append(_ element: Element) {
        if memory.value.end == memory.value.capacity { grow() }
        elements.advanced(by: memory.value.end).initialize(to: element)
        memory.value.end += 1
    }

    /// Hands the first element to `sink` and releases it. Only while there is one, and not while another is on its way.
    func deliverFirst(to sink: Sink<Element>) {
        sink.next(elements[memory.value.first])
        removeFirst()
    }

    /// Takes the first element out. Only while there is one.
    func takeFirst() -> Element {
        defer { leaveFirst() }
        return elements.advanced(by: memory.value.first).move()
    }

    /// Releases the first element. Only while there is one.
    func removeFirst() {
        elements.advanced(by: memory.value.first).deinitialize(count: 1)
        leaveFirst()
    }

    /// Goes on to the next element, for the first is there no longer.
    private func leaveFirst() {
        memory.value.first += 1
        if isEmpty {
            memory.value.first = 0
            memory.value.end = 0
        }
    }

    private func grow() {
        let old = memory.value
        if count <= old.capacity / 2, old.first > 0 {
            elements.moveInitialize(from: elements.advanced(by: old.first), count: count)
            memory.value.first = 0
            memory.value.end = old.end - old.first
            return
        }
        let capacity = max(16, 2 * old.capacity)
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: capacity * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
        base.assumingMemoryBound(to: Element.self).moveInitialize(from: elements.advanced(by: old.first), count: count)
        old.base.deallocate()
        memory.value = BacklogMemory(base: base, capacity: capacity, first: 0, end: count)
    }
}

/// Room for `capacity` elements, of which those from `first` up to `end` are initialised. Not generic, so that touching it
/// takes no look-up.
private struct BacklogMemory {
    var base = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 1)
    var capacity = 0
    var first = 0
    var end = 0
}
