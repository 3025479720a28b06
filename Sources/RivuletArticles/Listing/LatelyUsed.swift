/// What was asked for lately, up to a limit.
///
/// Two generations: what is asked for moves to the young one; when that is full it becomes the old one, and what was in
/// there, not asked for in all that time, is dropped. O(1), and bounded by the costs of the values. Inlinable for the same
/// reason as the core's `Lock`.
@usableFromInline package struct LatelyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline typealias Entry = (value: Value, cost: Int)

    @usableFromInline var young: [Key: Entry] = [:]
    @usableFromInline var old: [Key: Entry] = [:]
    @usableFromInline var youngCost = 0
    @usableFromInline let limit: Int

    /// - Parameter limit: what all values together may cost.
    @inlinable package init(limit: Int) {
        self.limit = limit
    }

    /// The value of a key, if it is still here.
    @inlinable package subscript(key: Key) -> Value? {
        mutating get {
            if let entry = young[key] { return entry.value }
            guard let entry = old.removeValue(forKey: key) else { return nil }
            keep(entry, for: key)
            return entry.value
        }
    }

    /// Keeps a value, unless there is one already or it alone would cost half the limit.
    @inlinable package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        if cost <= limit / 2, young[key] == nil { keep((value, cost), for: key) }
    }

    @inlinable mutating func keep(_ entry: Entry, for key: Key) {
        if youngCost + entry.cost > limit / 2 {
            old = young
            young = [:]
            youngCost = 0
        }
        young[key] = entry
        youngCost += entry.cost
    }
}
