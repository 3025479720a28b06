/// The name of a connection inside its loop: which slot, and the how-manieth to use it. A message or a report for an
/// earlier user of the slot is recognised and dropped; a descriptor's number, which the kernel hands out again at once,
/// would not tell.
struct ConnectionName: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(token: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: token), generation: UInt32(truncatingIfNeeded: token >> 32))
    }

    /// What epoll carries.
    var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}

/// Things with a place each, found and freed in constant time; a place is used again under a new generation.
struct SlotTable<Element> {
    private struct Slot {
        var generation: UInt32 = 0
        var element: Element?
    }

    private var slots: [Slot] = []
    private var vacant: [UInt32] = []

    /// How many are in.
    var count: Int { slots.count - vacant.count }

    subscript(_ name: ConnectionName) -> Element? {
        let index = Int(name.slot)
        guard index < slots.count, slots[index].generation == name.generation else { return nil }
        return slots[index].element
    }

    /// Puts in what `make` makes of its name.
    mutating func insert(_ make: (ConnectionName) -> Element) -> Element {
        let slot = vacant.popLast() ?? UInt32(slots.count)
        if Int(slot) == slots.count { slots.append(Slot()) }
        let element = make(ConnectionName(slot: slot, generation: slots[Int(slot)].generation))
        slots[Int(slot)].element = element
        return element
    }

    mutating func remove(_ name: ConnectionName) {
        guard self[name] != nil else { return }
        slots[Int(name.slot)].element = nil
        slots[Int(name.slot)].generation &+= 1
        vacant.append(name.slot)
    }

    /// All that are in now.
    var elements: [Element] { slots.compactMap(\.element) }
}
