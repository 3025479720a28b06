extension Signal {
    /// The first `count` values (0 or more); completes with the last of them.
    ///
    ///     signal           --1--2--3--4--|
    ///     take(first: 2)   --1--2|
    public func take(first count: Int) -> Signal { Signal(hot: source.take(count)) }

    /// The last `count` values (0 or more), when the signal completes.
    ///
    ///     signal          --1--2--3--|
    ///     take(last: 2)   -----------23|
    public func take(last count: Int) -> Signal { Signal(hot: source.keepingLast(count)) }

    /// The values as long as `shouldContinue` says so; then completes.
    ///
    ///     signal                --1--2--3--1--|
    ///     take(while: { $0<3 }) --1--2--|
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.take(while: shouldContinue))
    }

    /// The values up to and with the first that `shouldContinue` turns down; then completes.
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.take(while: shouldContinue, behavior: .inclusive))
    }

    /// The values until `trigger` sends one *or completes*; then completes.
    ///
    ///     signal        --1--2--3--4--|
    ///     trigger       -------x
    ///     take(until:)  --1--2-|
    public func take(until trigger: Signal<(), Never>) -> Signal { Signal(hot: source.take(untilHeardOf: trigger.source)) }

    /// The values until `trigger` sends one *or completes*; then completes.
    public func take(until trigger: SignalProducer<(), Never>) -> Signal {
        Signal(hot: source.take(untilHeardOf: trigger.source))
    }

    /// The values until `replacement` sends an event other than a completion; from then on, those of `replacement`.
    /// Completes when `replacement` does.
    public func take(untilReplacement replacement: Signal) -> Signal {
        Signal(hot: source.take(untilReplacement: replacement.source))
    }

    /// Without the first `count` values (0 or more).
    public func skip(first count: Int) -> Signal { Signal(hot: source.dropFirst(count)) }

    /// Without the values before the first that `shouldContinue` turns down.
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.drop(while: shouldContinue))
    }

    /// Without the values before `trigger` sends one or completes.
    public func skip(until trigger: Signal<(), Never>) -> Signal { Signal(hot: source.drop(untilHeardOf: trigger.source)) }

    /// Without the values before `trigger` sends one or completes.
    public func skip(until trigger: SignalProducer<(), Never>) -> Signal {
        Signal(hot: source.drop(untilHeardOf: trigger.source))
    }
}

extension SignalProducer {
    /// The first `count` values (0 or more); completes with the last of them.
    ///
    ///     producer         --1--2--3--4--|
    ///     take(first: 2)   --1--2|
    public func take(first count: Int) -> SignalProducer { SignalProducer(unchecked: source.take(count)) }

    /// The last `count` values (0 or more), when the producer completes.
    ///
    ///     producer        --1--2--3--|
    ///     take(last: 2)   -----------23|
    public func take(last count: Int) -> SignalProducer { SignalProducer(unchecked: source.keepingLast(count)) }

    /// The values as long as `shouldContinue` says so; then completes.
    ///
    ///     producer              --1--2--3--1--|
    ///     take(while: { $0<3 }) --1--2--|
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.take(while: shouldContinue))
    }

    /// The values up to and with the first that `shouldContinue` turns down; then completes.
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.take(while: shouldContinue, behavior: .inclusive))
    }

    /// The values until `trigger` sends one *or completes*; then completes.
    ///
    ///     producer      --1--2--3--4--|
    ///     trigger       -------x
    ///     take(until:)  --1--2-|
    public func take(until trigger: SignalProducer<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilHeardOf: trigger.source))
    }

    /// The values until `trigger` sends one *or completes*; then completes.
    public func take(until trigger: Signal<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilHeardOf: trigger.source))
    }

    /// The values until `replacement` sends an event other than a completion; from then on, those of `replacement`.
    /// Completes when `replacement` does.
    public func take(untilReplacement replacement: SignalProducer) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilReplacement: replacement.source))
    }

    /// The values until `replacement` sends an event other than a completion; from then on, those of `replacement`.
    /// Completes when `replacement` does.
    public func take(untilReplacement replacement: Signal<Value, Error>) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilReplacement: replacement.source))
    }

    /// Without the first `count` values (0 or more).
    public func skip(first count: Int) -> SignalProducer { SignalProducer(unchecked: source.dropFirst(count)) }

    /// Without the values before the first that `shouldContinue` turns down.
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.drop(while: shouldContinue))
    }

    /// Without the values before `trigger` sends one or completes.
    public func skip(until trigger: SignalProducer<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.drop(untilHeardOf: trigger.source))
    }

    /// Without the values before `trigger` sends one or completes.
    public func skip(until trigger: Signal<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.drop(untilHeardOf: trigger.source))
    }
}

// MARK: The rules that are ReactiveSwift's own

extension Observable {
    /// RxSwift's notifier only counts when it sends an element; ReactiveSwift's counts when it completes, too.
    fileprivate func take(untilHeardOf trigger: Observable<()>) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            junction.connect(trigger) { _ in
                junction.terminate(.completed)
            } ended: { ending in
                if case .completed = ending { junction.terminate(.completed) }
            }
            junction.connect(self)
        }
    }

    fileprivate func take(untilReplacement replacement: Observable<Element>) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            let original = life.makeChild()
            junction.connect(replacement) { element in
                original.dispose()
                junction.next(element)
            } ended: {
                junction.terminate($0)
            }
            if life.isEnded { return }
            let tail = TailSink(original) { (element: Element) in
                junction.next(element, of: original)
            } ended: { ending in
                if !ending.isCompletion { junction.terminate(ending) }
            }
            if !original.isEnded { self.start(tail, original) }
        }
    }

    fileprivate func drop(untilHeardOf trigger: Observable<()>) -> Observable<Element> {
        Wiring { sink, life in
            let isOpen = BooleanDisposable()
            let junction = Junction(sink, life)
            junction.connect(trigger) { _ in
                isOpen.dispose()
            } ended: { ending in
                if case .completed = ending { isOpen.dispose() }
            }
            junction.connect(self) { element in
                if isOpen.isDisposed { junction.next(element) }
            } ended: {
                junction.terminate($0)
            }
        }
    }

    fileprivate func dropFirst(_ count: Int) -> Observable<Element> {
        Operator(self) { sink, _ in
            // Confined by the grammar.
            let remaining = Confined(count)
            return DropSink(sink) { _ in
                if remaining.value <= 0 { return false }
                remaining.value -= 1
                return true
            }
        }
    }

    fileprivate func drop(while shouldContinue: @escaping @Sendable (Element) -> Bool) -> Observable<Element> {
        Operator(self) { sink, _ in
            // Confined by the grammar.
            let isDropping = Confined(true)
            return DropSink(sink) { element in
                if isDropping.value { isDropping.value = shouldContinue(element) }
                return isDropping.value
            }
        }
    }

    fileprivate func keepingLast(_ count: Int) -> Observable<Element> {
        Operator(self) { sink, life in KeepLastSink(sink, life, count) }
    }
}

/// Drops what a closure tells it to.
private final class DropSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let isDropped: @Sendable (Element) -> Bool

    init(_ downstream: Sink<Element>, _ isDropped: @escaping @Sendable (Element) -> Bool) {
        self.downstream = downstream
        self.isDropped = isDropped
    }

    override func next(_ element: Element) {
        if !isDropped(element) { downstream.next(element) }
    }

    override func terminate(_ ending: Ending) { downstream.terminate(ending) }
}

/// Keeps the last few elements back until the source completes.
private final class KeepLastSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let count: Int
    /// Confined by the grammar.
    private let kept = Confined(Queue<Element>())

    init(_ downstream: Sink<Element>, _ life: Life, _ count: Int) {
        self.downstream = downstream
        self.life = life
        self.count = count
    }

    override func next(_ element: Element) {
        kept.value.append(element)
        if kept.value.count > count { _ = kept.value.popFirst() }
    }

    override func terminate(_ ending: Ending) {
        if case .completed = ending {
            while !life.isEnded, let element = kept.value.popFirst() { downstream.next(element) }
        }
        if !life.isEnded { downstream.terminate(ending) }
    }
}
