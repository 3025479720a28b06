/// `merge`, `concat` and `concurrent(limit:)`: at most so many inner sequences at once, the others in turn.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class FlattenConcurrent<Element: Sendable, Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let limit: Int
    private let transform: @Sendable (Element) -> Observable<Value>

    init(_ source: Observable<Element>, limit: Int, _ transform: @escaping @Sendable (Element) -> Observable<Value>) {
        upstream = Upstream(source)
        self.limit = limit
        self.transform = transform
    }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        ConcurrentInners(Junction(sink, life), limit: limit).run(upstream.source, transform)
    }
}

private final class ConcurrentInners<Value: Sendable>: Flattening {
    let junction: Junction<Value>
    private let inners = LifeGroup()
    private let queue: Lock<InnerQueue>

    init(_ junction: Junction<Value>, limit: Int) {
        self.junction = junction
        queue = Lock(InnerQueue(limit: limit))
        junction.life.add(inners)
    }

    func begin(_ inner: Observable<Value>) {
        if queue.withLock({ $0.add(inner) }) { pump() }
    }

    func outerCompleted() {
        if queue.withLock({ $0.outerCompleted() }) { pump() }
    }

    private func innerEnded() {
        if queue.withLock({ $0.innerEnded() }) { pump() }
    }

    /// Starts what may start, in a loop: an inner sequence that ends while it is being started does not nest the next.
    private func pump() {
        while !junction.life.isEnded {
            switch queue.withLock({ $0.nextStep() }) {
            case .start(let inner):
                let innerLife = Life()
                let seat = inners.add(innerLife)
                // Sound: only `begin` puts sequences in.
                let inner = unsafeDowncast(inner, to: Observable<Value>.self)
                inner.start(InnerSink(self, innerLife, seat), innerLife)
            case .complete: return junction.terminate(.completed)
            case .wait: return
            }
        }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class InnerSink: Sink<Value>, @unchecked Sendable {
        private let flatten: ConcurrentInners<Value>
        private let life: Life
        private let seat: LifeGroup.Seat?

        init(_ flatten: ConcurrentInners<Value>, _ life: Life, _ seat: LifeGroup.Seat?) {
            self.flatten = flatten
            self.life = life
            self.seat = seat
        }

        override func next(_ value: Value) { flatten.junction.next(value) }

        override func terminate(_ ending: Ending) {
            flatten.inners.leave(seat)
            life.dispose()
            if case .failed = ending { flatten.junction.terminate(ending) } else { flatten.innerEnded() }
        }
    }
}

/// Which inner sequence may start: pure, and not generic. Each input returns whether the caller is to take the steps;
/// only one thread does at a time.
struct InnerQueue {
    private let limit: Int
    private var waiting = Queue<any AnyObject & Sendable>()
    private var running = 0
    private var isOuterCompleted = false
    private var isPumping = false

    enum Step: Sendable {
        case start(any AnyObject & Sendable)
        case complete
        case wait
    }

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ inner: any AnyObject & Sendable) -> Bool {
        waiting.append(inner)
        return beginPumping()
    }

    mutating func outerCompleted() -> Bool {
        isOuterCompleted = true
        return beginPumping()
    }

    mutating func innerEnded() -> Bool {
        running -= 1
        return beginPumping()
    }

    private mutating func beginPumping() -> Bool {
        if isPumping { return false }
        isPumping = true
        return true
    }

    mutating func nextStep() -> Step {
        if running < limit, let inner = waiting.popFirst() {
            running += 1
            return .start(inner)
        }
        if isOuterCompleted, running == 0 { return .complete }
        isPumping = false
        return .wait
    }
}
