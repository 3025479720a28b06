extension Signal {
    /// The first `count` values (0 or more); completes with the last of them.
    ///
    ///     source           --1--2--3--4--|
    ///     take(first: 2)   --1--2|
    public func take(first count: Int) -> Signal { Signal(hot: source.take(count)) }

    /// The last `count` values (0 or more), when the signal completes.
    ///
    ///     source          --1--2--3--|
    ///     take(last: 2)   -----------23|
    public func take(last count: Int) -> Signal { Signal(hot: source.takeLast(count)) }

    /// The values as long as `shouldContinue` says so; then completes.
    ///
    ///     source                --1--2--3--1--|
    ///     take(while: { $0<3 }) --1--2--|
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.take(while: shouldContinue))
    }

    /// The values up to and with the first that `shouldContinue` turns down; then completes.
    ///
    ///     source                   --1--2--3--4--|
    ///     take(until: { $0 < 3 })  --1--2--3|
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.take(while: shouldContinue, behavior: .inclusive))
    }

    /// The values until `trigger` sends one *or completes*; then completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     take(until:)  --1--2-|
    public func take(until trigger: Signal<(), Never>) -> Signal { Signal(hot: source.take(untilHeardOf: trigger.source)) }

    /// The values until `trigger` sends one *or completes*; then completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     take(until:)  --1--2-|
    public func take(until trigger: SignalProducer<(), Never>) -> Signal {
        Signal(hot: source.take(untilHeardOf: trigger.source))
    }

    /// The values until `replacement` sends an event; from then on, those of `replacement`. Completes when that does.
    ///
    ///     source                   --1--2--3--4--|
    ///     replacement              -------8--9---|
    ///     take(untilReplacement:)  --1--2-8--9---|
    public func take(untilReplacement replacement: Signal<Value, Error>) -> Signal {
        Signal(hot: source.take(untilReplacement: replacement.source))
    }

    /// Without the first `count` values (0 or more).
    ///
    ///     source          --1--2--3--|
    ///     skip(first: 2)  --------3--|
    public func skip(first count: Int) -> Signal { Signal(hot: source.skip(count)) }

    /// Without the values before the first that `shouldContinue` turns down.
    ///
    ///     source                   --1--5--2--6--|
    ///     skip(while: { $0 < 3 })  -----5--2--6--|
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal {
        Signal(hot: source.skip(while: shouldContinue))
    }

    /// Without the values before `trigger` sends one or completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     skip(until:)  --------3--4--|
    public func skip(until trigger: Signal<(), Never>) -> Signal { Signal(hot: source.skip(untilHeardOf: trigger.source)) }

    /// Without the values before `trigger` sends one or completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     skip(until:)  --------3--4--|
    public func skip(until trigger: SignalProducer<(), Never>) -> Signal {
        Signal(hot: source.skip(untilHeardOf: trigger.source))
    }
}

extension SignalProducer {
    /// The first `count` values (0 or more); completes with the last of them.
    ///
    ///     source           --1--2--3--4--|
    ///     take(first: 2)   --1--2|
    public func take(first count: Int) -> SignalProducer { SignalProducer(unchecked: source.take(count)) }

    /// The last `count` values (0 or more), when the producer completes.
    ///
    ///     source          --1--2--3--|
    ///     take(last: 2)   -----------23|
    public func take(last count: Int) -> SignalProducer { SignalProducer(unchecked: source.takeLast(count)) }

    /// The values as long as `shouldContinue` says so; then completes.
    ///
    ///     source                --1--2--3--1--|
    ///     take(while: { $0<3 }) --1--2--|
    public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.take(while: shouldContinue))
    }

    /// The values up to and with the first that `shouldContinue` turns down; then completes.
    ///
    ///     source                   --1--2--3--4--|
    ///     take(until: { $0 < 3 })  --1--2--3|
    public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.take(while: shouldContinue, behavior: .inclusive))
    }

    /// The values until `trigger` sends one *or completes*; then completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     take(until:)  --1--2-|
    public func take(until trigger: Signal<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilHeardOf: trigger.source))
    }

    /// The values until `trigger` sends one *or completes*; then completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     take(until:)  --1--2-|
    public func take(until trigger: SignalProducer<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilHeardOf: trigger.source))
    }

    /// The values until `replacement` sends an event; from then on, those of `replacement`. Completes when that does.
    ///
    ///     source                   --1--2--3--4--|
    ///     replacement              -------8--9---|
    ///     take(untilReplacement:)  --1--2-8--9---|
    public func take(untilReplacement replacement: Signal<Value, Error>) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilReplacement: replacement.source))
    }

    /// The values until `replacement` sends an event; from then on, those of `replacement`. Completes when that does.
    ///
    ///     source                   --1--2--3--4--|
    ///     replacement              -------8--9---|
    ///     take(untilReplacement:)  --1--2-8--9---|
    public func take(untilReplacement replacement: SignalProducer) -> SignalProducer {
        SignalProducer(unchecked: source.take(untilReplacement: replacement.source))
    }

    /// Without the first `count` values (0 or more).
    ///
    ///     source          --1--2--3--|
    ///     skip(first: 2)  --------3--|
    public func skip(first count: Int) -> SignalProducer { SignalProducer(unchecked: source.skip(count)) }

    /// Without the values before the first that `shouldContinue` turns down.
    ///
    ///     source                   --1--5--2--6--|
    ///     skip(while: { $0 < 3 })  -----5--2--6--|
    public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        SignalProducer(unchecked: source.skip(while: shouldContinue))
    }

    /// Without the values before `trigger` sends one or completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     skip(until:)  --------3--4--|
    public func skip(until trigger: Signal<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.skip(untilHeardOf: trigger.source))
    }

    /// Without the values before `trigger` sends one or completes.
    ///
    ///     source        --1--2--3--4--|
    ///     trigger       -------x
    ///     skip(until:)  --------3--4--|
    public func skip(until trigger: SignalProducer<(), Never>) -> SignalProducer {
        SignalProducer(unchecked: source.skip(untilHeardOf: trigger.source))
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
                if ending.isCompletion { junction.terminate(.completed) }
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
            } ended: { ending in
                junction.terminate(ending)
            }
            if original.isEnded { return }
            let tail = TailSink<Element>(original) { element in
                junction.next(element, of: original)
            } ended: { ending in
                if !ending.isCompletion { junction.terminate(ending) }
            }
            self.start(tail, original)
        }
    }

    fileprivate func skip(untilHeardOf trigger: Observable<()>) -> Observable<Element> {
        Wiring { sink, life in
            let junction = Junction(sink, life)
            let isOpen = BooleanDisposable()
            junction.connect(trigger) { _ in
                isOpen.dispose()
            } ended: { ending in
                if ending.isCompletion { isOpen.dispose() }
            }
            junction.connect(self) { element in
                if isOpen.isDisposed { junction.next(element) }
            } ended: { ending in
                junction.terminate(ending)
            }
        }
    }
}
