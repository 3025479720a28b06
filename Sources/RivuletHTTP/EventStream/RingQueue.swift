/// A first-in, first-out queue in one array that is used round and round.
struct RingQueue<Element> {
    private var storage: [Element?] = []
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var oldest: Element? { count == 0 ? nil : storage[first] }

    /// The element that many places behind the oldest.
    subscript(offset: Int) -> Element? {
        offset < count ? storage[(first + offset) % storage.count] : nil
    }

    mutating func append(_ element: Element) {
        if count == storage.count { grow() }
        storage[(first + count) % storage.count] = element
        count += 1
    }

    @discardableResult
    mutating func removeOldest() -> Element? {
        guard count > 0 else { return nil }
        defer {
            storage[first] = nil
            first = (first + 1) % storage.count
            count -= 1
        }
        return storage[first]
    }

    /// The first place whose element satisfies a condition that holds for all elements behind it too.
    func firstOffset(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if let element = self[middle], isBehind(element) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(16, 2 * storage.count))
        for offset in 0..<count { larger.append(self[offset]) }
        larger.append(contentsOf: repeatElement(nil, count: max(16, 2 * storage.count) - count))
        storage = larger
        first = 0
    }
}
