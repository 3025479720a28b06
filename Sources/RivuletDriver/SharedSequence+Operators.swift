import Rivulet

// Each operator is the one of `ObservableType` with the same name, whose comment says more; times are the strategy's
// scheduler's.
extension SharedSequenceConvertibleType {
    private func lift<Result: Sendable>(
        _ operation: (Observable<Element>) -> Observable<Result>
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence(operation(asObservable()))
    }

    // MARK: Transforming

    /// Each element, transformed.
    ///
    ///     source        --1---2---3--|
    ///     map { $0*10 } --10--20--30-|
    public func map<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        lift { $0.map(selector) }
    }

    /// Each element transformed, without those for which nothing comes out.
    ///
    ///     source                  --1--x--3--|
    ///     compactMap { Int($0) }  --1-----3--|
    public func compactMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Result?
    ) -> SharedSequence<SharingStrategy, Result> {
        lift { $0.compactMap(selector) }
    }

    /// The elements of an inner sequence for each element, as they come.
    ///
    ///     source     --a-----b---------|
    ///     a's inner    -1--2--|
    ///     b's inner          -3---4-|
    ///     flatMap    ---1--2--3---4----|
    public func flatMap<Strategy, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMap(selector))
    }

    /// The elements of the latest inner sequence.
    ///
    ///     source         --a-----b---------|
    ///     a's inner        -1--2--3--|
    ///     b's inner              -4---5-|
    ///     flatMapLatest  ---1--2--4---5----|
    public func flatMapLatest<Strategy, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMapLatest(selector))
    }

    /// The elements of an inner sequence; elements that come while it runs are ignored.
    ///
    ///     source        --a--b------c-----|
    ///     a's inner       -1----2-|
    ///     c's inner                 -3--|
    ///     flatMapFirst  ---1----2----3----|
    public func flatMapFirst<Strategy, Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> SharedSequence<Strategy, Result>
    ) -> SharedSequence<Strategy, Result> {
        SharedSequence<Strategy, Result>(asObservable().flatMapFirst(selector))
    }

    /// What the elements add up to, after each of them.
    ///
    ///     source      --1--2--3--|
    ///     scan(0, +)  --1--3--6--|
    public func scan<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> {
        lift { $0.scan(seed, accumulator: accumulator) }
    }

    /// Each element together with what `resultSelector` makes of an object and it; completes when the object is gone.
    ///
    ///     source          --1--2--3--
    ///     object          -------gone
    ///     withUnretained  --1--2--|
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        lift { $0.withUnretained(object, resultSelector: resultSelector) }
    }

    /// Each element together with an object, which is held weakly; completes when the object is gone.
    ///
    ///     source          --1-------2-------3--
    ///     object          --------------gone
    ///     withUnretained  --(o, 1)--(o, 2)---|
    public func withUnretained<Object: AnyObject & Sendable>(
        _ object: Object
    ) -> SharedSequence<SharingStrategy, (Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }

    // MARK: Filtering

    /// The elements that satisfy a predicate.
    ///
    ///     source             --1--2--3--4--|
    ///     filter { $0 > 2 }  --------3--4--|
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> SharedSequence<
        SharingStrategy, Element
    > {
        lift { $0.filter(predicate) }
    }

    /// The elements without those whose key equals that of the one before.
    ///
    ///     source                           --1--3--4--2--5--|
    ///     distinctUntilChanged { $0 % 2 }  --1-----4-----5--|
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ keySelector: @escaping @Sendable (Element) -> Key
    ) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.distinctUntilChanged(keySelector) }
    }

    /// The elements without those that equal the one before, as `comparer` says.
    ///
    ///     source                           --1--3--4--2--5--|
    ///     distinctUntilChanged { $0 % 2 }  --1-----4-----5--|
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.distinctUntilChanged(comparer) }
    }

    /// The elements without those whose key equals that of the one before, as `comparer` says.
    ///
    ///     source             --1--3--4--2--5--|
    ///     by { $0 % 2 }, ==  --1-----4-----5--|
    public func distinctUntilChanged<Key: Sendable>(
        _ keySelector: @escaping @Sendable (Element) -> Key,
        comparer: @escaping @Sendable (_ lhs: Key, _ rhs: Key) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.distinctUntilChanged(keySelector, comparer: comparer) }
    }

    /// The elements after the first `count`.
    ///
    ///     source   --1--2--3--|
    ///     skip(2)  --------3--|
    public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.skip(count) }
    }

    /// Each element that is not followed by another within a span of time.
    ///
    ///     source              --1-2-3------4--|
    ///     debounce(3 frames)  ---------3------4|
    public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.debounce(dueTime, scheduler: SharingStrategy.scheduler) }
    }

    /// At most one element in a span of time.
    ///
    ///     source              --1-2-3-4-----5-|
    ///     throttle(3 frames)  --1--3--4-----5-|
    public func throttle(_ dueTime: RxTimeInterval, latest: Bool = true) -> SharedSequence<
        SharingStrategy, Element
    > {
        lift { $0.throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler) }
    }

    /// The elements and the completion, each a span of time later.
    ///
    ///     source           --1--2--|
    ///     delay(3 frames)  -----1--2--|
    public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.delay(dueTime, scheduler: SharingStrategy.scheduler) }
    }

    // MARK: Looking on

    /// Calls closures on the way, and passes everything on.
    ///
    ///     source  --1--2--|
    ///     called    n  n  c
    ///     do      --1--2--|
    public func `do`(
        onNext: (@Sendable (Element) -> Void)? = nil, afterNext: (@Sendable (Element) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil, afterCompleted: (@Sendable () -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> SharedSequence<SharingStrategy, Element> {
        lift {
            $0.do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted,
                afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
        }
    }

    /// Prints everything that happens, and passes it on.
    ///
    ///     source   --1--2--|
    ///     printed    p  p  p
    ///     debug    --1--2--|
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> SharedSequence<SharingStrategy, Element> {
        lift {
            $0.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function)
        }
    }

    // MARK: Combining

    /// The given element, then those of the source.
    ///
    ///     source        ----1--2--|
    ///     startWith(0)  0---1--2--|
    public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        lift { $0.startWith(element) }
    }

    /// Each element together with the latest one of another sequence, through `resultSelector`.
    ///
    ///     source          --1-----2--3--|
    ///     other           ----x-----y---
    ///     withLatestFrom  --------2x-3y-|
    public func withLatestFrom<Second: SharedSequenceConvertibleType, Result: Sendable>(
        _ second: Second, resultSelector: @escaping @Sendable (Element, Second.Element) -> Result
    ) -> SharedSequence<SharingStrategy, Result> where Second.SharingStrategy == SharingStrategy {
        lift { $0.withLatestFrom(second.asObservable(), resultSelector: resultSelector) }
    }

    /// The latest element of another sequence for each element.
    ///
    ///     source          --1-----2--3--|
    ///     other           ----x-----y---
    ///     withLatestFrom  --------x--y--|
    public func withLatestFrom<Second: SharedSequenceConvertibleType>(
        _ second: Second
    ) -> SharedSequence<SharingStrategy, Second.Element> {
        SharedSequence<SharingStrategy, Second.Element>(
            asObservable().withLatestFrom(second.asObservable()))
    }
}

extension SharedSequenceConvertibleType where Element: Equatable {
    /// The elements without those that equal the one before.
    ///
    ///     source                --1--1--2--1--|
    ///     distinctUntilChanged  --1-----2--1--|
    public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().distinctUntilChanged())
    }
}

extension SharedSequenceConvertibleType
where Element: SharedSequenceConvertibleType, Element.SharingStrategy == SharingStrategy {
    /// The elements of the latest inner sequence.
    ///
    ///     source        --a-----b---------|
    ///     a               -1--2--3--|
    ///     b                     -4---5-|
    ///     switchLatest  ---1--2--4---5----|
    public func switchLatest() -> SharedSequence<SharingStrategy, Element.Element> {
        SharedSequence<SharingStrategy, Element.Element>(
            asObservable().map { $0.asObservable() }.switchLatest())
    }

    /// The elements of the inner sequences, as they come; at most `maxConcurrent` of them run at once (1 or more), the others
    /// wait in an unbounded queue.
    ///
    ///     source                   --a--b------------|
    ///     a                          -1----2-|
    ///     b                                  -3---4-|
    ///     merge(maxConcurrent: 1)  ---1----2--3---4--|
    public func merge(maxConcurrent: Int) -> SharedSequence<SharingStrategy, Element.Element> {
        SharedSequence<SharingStrategy, Element.Element>(
            asObservable().map { $0.asObservable() }.merge(maxConcurrent: maxConcurrent))
    }

    /// The elements of all inner sequences, as they come.
    ///
    ///     source  --a-----b---------|
    ///     a         -1--2--|
    ///     b               -3---4-|
    ///     merge   ---1--2--3---4----|
    public func merge() -> SharedSequence<SharingStrategy, Element.Element> {
        SharedSequence<SharingStrategy, Element.Element>(
            asObservable().map { $0.asObservable() }.merge())
    }
}
