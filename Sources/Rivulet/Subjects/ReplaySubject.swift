/// Sends what it receives to those who observe it, and what it received before (all, or the last few) to each who
/// begins to, even when it has ended.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
public final class ReplaySubject<Element: Sendable>: Subject<Element>, SubjectType, @unchecked Sendable {
    /// The face of this subject that takes events.
    public typealias SubjectObserverType = ReplaySubject<Element>

    private let capacity: Int
    /// Both touched under the roster's lock only. The first is used where there is one element to keep: the ring's type
    /// depends on the element, and would be looked up for every event.
    private let latest = Latest<Element>()
    private let buffer = Confined(RingBuffer<Element>())
    /// In their place where elements are kept for a time only.
    private let recent: RecentElements<Element>?

    private init(capacity: Int, recent: RecentElements<Element>? = nil) {
        self.capacity = capacity
        self.recent = recent
        super.init()
    }

    /// A subject that replays the last `bufferSize` elements (0 or more).
    public static func create(bufferSize: Int) -> ReplaySubject<Element> {
        ReplaySubject(capacity: max(0, bufferSize))
    }

    /// A subject that replays everything it ever received.
    public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(capacity: .max) }

    /// A subject that replays what it received within a span of time, and of that the last `bufferSize` elements.
    ///
    ///     received           1--2--3-----4---
    ///     subscribed here               ^
    ///     window of 6 frames            (23)4---
    ///
    /// - Parameters:
    ///   - bufferSize: how many elements are kept at most, 0 or more.
    ///   - window: for how long an element is kept.
    ///   - scheduler: whose clock tells how old one is.
    public static func create(
        bufferSize: Int = .max, window: RxTimeInterval, scheduler: any SchedulerType
    ) -> ReplaySubject<Element> {
        ReplaySubject(capacity: .max, recent: RecentElements(capacity: max(0, bufferSize), window: window, scheduler: scheduler))
    }

    public override func onNext(_ element: Element) {
        if let delivery = capacity == 1 ? keep(element) : keepInBuffer(element) { roster.deliver(element, delivery) }
    }

    // What an element replaces is released in these, outside the lock. They are apart from the delivery, as what observers
    // do next need not have the room for that on the stack.

    @inline(never)
    private func keep(_ element: Element) -> Roster.Delivery? {
        var replaced = element
        return roster.accept(element) { latest.exchange(&replaced) }
    }

    @inline(never)
    private func keepInBuffer(_ element: Element) -> Roster.Delivery? {
        guard let recent else {
            var evicted: Element?
            defer { withExtendedLifetime(evicted) {} }
            return roster.accept(element) { evicted = buffer.value.append(element, capacity: capacity) }
        }
        // The user's clock is asked outside the lock.
        let now = recent.scheduler.now
        var evicted: [Element] = []
        defer { withExtendedLifetime(evicted) {} }
        return roster.accept(element) { evicted = recent.append(element, at: now) }
    }

    public func asObserver() -> ReplaySubject<Element> { self }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let now = recent?.scheduler.now
        let closing = roster.add(sink, life) { closing in
            if case .disposed = closing { return nil }
            if let recent, let now {
                let elements = recent.elements(at: now)
                return { Self.replay(elements, sink, life) }
            }
            let elements = capacity == 1 ? RingBuffer(latest.value) : buffer.value
            return { Self.replay(elements, sink, life) }
        }
        if let closing, !life.isEnded { tell(sink, closing) }
    }

    private static func replay(_ elements: some Sequence<Element>, _ sink: Sink<Element>, _ life: Life) {
        for element in elements where !life.isEnded { sink.next(element) }
    }
}

/// Elements that are kept for a span of time. Confined by the lock of the roster they belong to, but for the clock.
private final class RecentElements<Element: Sendable>: Sendable {
    let scheduler: any SchedulerType
    private let capacity: Int
    private let window: Double
    private let kept = Confined(Queue<(element: Element, time: RxTime)>())

    init(capacity: Int, window: RxTimeInterval, scheduler: any SchedulerType) {
        self.capacity = capacity
        self.window = window.inSeconds
        self.scheduler = scheduler
    }

    /// Adds an element; returns those that are kept no longer. Amortised constant time.
    func append(_ element: Element, at now: RxTime) -> [Element] {
        kept.value.append((element, now))
        var evicted: [Element] = []
        while let oldest = kept.value.first, kept.value.count > capacity || isTooOld(oldest.time, now) {
            evicted.append(oldest.element)
            _ = kept.value.popFirst()
        }
        return evicted
    }

    func elements(at now: RxTime) -> [Element] {
        kept.value.all.filter { !isTooOld($0.time, now) }.map(\.element)
    }

    private func isTooOld(_ time: RxTime, _ now: RxTime) -> Bool { now.timeIntervalSince(time) > window }
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
