/// A binary heap: the element that comes first is at hand, the others are only as sorted as that needs.
struct Heap<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private let precedes: @Sendable (Element, Element) -> Bool

    init(_ precedes: @escaping @Sendable (Element, Element) -> Bool) {
        self.precedes = precedes
    }

    var first: Element? { elements.first }

    /// All that are in it, in no order.
    var all: [Element] { elements }

    /// Adds an element. Logarithmic time.
    mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the first element, if there is one. Logarithmic time.
    mutating func removeFirst() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var index = 0
        while true {
            var best = index
            for child in [2 * index + 1, 2 * index + 2] where child < elements.count {
                if precedes(elements[child], elements[best]) { best = child }
            }
            if best == index { return }
            elements.swapAt(index, best)
            index = best
        }
    }
}
