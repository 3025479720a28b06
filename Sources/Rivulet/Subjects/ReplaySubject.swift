/// Sends what it receives to those who observe it, and what it received before (all, or the last few) to each who
/// begins to, even when it has ended.
public final class ReplaySubject<Element: Sendable>: Subject<Element>, SubjectType, @unchecked Sendable {
    private let capacity: Int
    /// Both touched under the roster's lock only. The first is used where there is one element to keep: the ring's type
    /// depends on the element, and would be looked up for every event.
    private let latest = Latest<Element>()
    private let buffer = Confined(RingBuffer<Element>())

    private init(capacity: Int) {
        self.capacity = capacity
        super.init()
    }

    /// A subject that replays the last `bufferSize` elements (0 or more).
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        ReplaySubject(capacity: max(0, bufferSize))
    }

    /// A subject that replays everything it ever received.
    public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: .max) }

    public override func onNext(_ element: Element) {
        if capacity != 1 { return onNextIntoBuffer(element) }
        // What it replaces is released here, outside the lock.
        var replaced = element
        roster.send(element) { latest.exchange(&replaced) }
    }

    private func onNextIntoBuffer(_ element: Element) {
        // What falls out of the buffer is released here, outside the lock.
        var evicted: Element?
        roster.send(element) { evicted = buffer.value.append(element, capacity: capacity) }
        withExtendedLifetime(evicted) {}
    }

    public func asObserver() -> ReplaySubject<Element> { self }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let closing = roster.add(sink, life) { closing in
            if case .disposed = closing { return nil }
            let elements = capacity == 1 ? RingBuffer(latest.value) : buffer.value
            return {
                for element in elements where !life.isEnded { sink.next(element) }
            }
        }
        if let closing, !life.isEnded { tell(sink, closing) }
    }
}

/// The last elements of a sequence, oldest first.
struct RingBuffer<Element: Sendable>: Sequence, Sendable {
    private var elements: [Element] = []
    private var oldest = 0

    /// No element, or one.
    init(_ element: Element? = nil) {
        if let element { elements = [element] }
    }

    /// Adds an element; when there are `capacity` already, the oldest makes room and is returned. Constant time.
    mutating func append(_ element: Element, capacity: Int) -> Element? {
        if capacity == 0 { return nil }
        if elements.count < capacity {
            elements.append(element)
            return nil
        }
        let evicted = exchange(&elements[oldest], with: element)
        oldest = (oldest + 1) % capacity
        return evicted
    }

    func makeIterator() -> some IteratorProtocol<Element> {
        (elements[oldest...] + elements[..<oldest]).makeIterator()
    }
}
