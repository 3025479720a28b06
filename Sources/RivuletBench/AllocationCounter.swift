import CAllocations

/// Counts the blocks taken from the heap, by whatever thread.
enum AllocationCounter {
    /// How many blocks are taken while `body` runs.
    static func count(_ body: () -> Void) -> Int {
        let before = rivulet_allocation_count()
        body()
        return Int(rivulet_allocation_count() - before)
    }
}
