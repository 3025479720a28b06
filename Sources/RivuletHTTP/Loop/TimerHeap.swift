/// The timers of one loop, earliest first: a binary heap.
///
/// Nothing is ever taken out of the middle. Whoever cancels or postpones a timer changes its own note of it, and the
/// entry is found stale when its time comes: connections postpone theirs with every request, and pay nothing for it.
struct TimerHeap {
    struct Entry {
        /// On the loop's clock, in nanoseconds.
        let time: UInt64
        let name: Name
    }

    enum Name: Equatable {
        case connection(ConnectionName)
        case action(UInt64)
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var earliest: UInt64? { entries.first?.time }

    mutating func insert(_ name: Name, at time: UInt64) {
        entries.append(Entry(time: time, name: name))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].time < entries[parent].time else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the earliest entry if its time has come.
    mutating func popDue(at now: UInt64) -> Entry? {
        guard let first = entries.first, first.time <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            siftDown()
        }
        return first
    }

    /// Drops all entries that `isStale` says nobody waits for.
    mutating func removeAll(where isStale: (Name) -> Bool) {
        let kept = entries.filter { !isStale($0.name) }
        entries.removeAll(keepingCapacity: true)
        for entry in kept { insert(entry.name, at: entry.time) }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < entries.count else { return }
            if child + 1 < entries.count, entries[child + 1].time < entries[child].time { child += 1 }
            guard entries[child].time < entries[parent].time else { return }
            entries.swapAt(parent, child)
            parent = child
        }
    }
}
