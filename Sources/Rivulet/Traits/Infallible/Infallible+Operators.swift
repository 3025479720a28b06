// Each operator is the one of `ObservableType` with the same name, whose comment says more.
extension InfallibleType {
    // MARK: Transforming

    /// Each element, transformed.
    ///
    ///     source        --1---2---3--|
    ///     map { $0*10 } --10--20--30-|
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> Infallible<Result> {
        Infallible<Result>(asObservable().map(transform))
    }

    /// Each element transformed, without those for which nothing comes out.
    ///
    ///     source                  --1--x--3--|
    ///     compactMap { Int($0) }  --1-----3--|
    public func compactMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result?) -> Infallible<Result> {
        Infallible<Result>(asObservable().compactMap(transform))
    }

    /// The elements of an inner sequence for each element, as they come: all inner sequences run at once.
    ///
    ///     source      --a-----b---------|
    ///     a's inner     -1--2--|
    ///     b's inner           -3---4-|
    ///     flatMap     ---1--2--3---4----|
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Infallible<Result>
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().flatMap(selector))
    }

    /// The elements of the latest inner sequence.
    ///
    ///     source         --a-----b---------|
    ///     a's inner        -1--2--3--|
    ///     b's inner              -4---5-|
    ///     flatMapLatest  ---1--2--4---5----|
    public func flatMapLatest<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Infallible<Result>
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().flatMapLatest(selector))
    }

    /// The elements of an inner sequence; elements that come while it runs are ignored.
    ///
    ///     source        --a--b------c-----|
    ///     a's inner       -1----2-|
    ///     c's inner                 -3--|
    ///     flatMapFirst  ---1----2----3----|
    public func flatMapFirst<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Infallible<Result>
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().flatMapFirst(selector))
    }

    /// The elements of an inner sequence for each element, one inner sequence after the other.
    ///
    ///     source     --a--b------------|
    ///     a's inner    -1----2-|
    ///     b's inner            -3---4-|
    ///     concatMap  ---1----2--3---4--|
    public func concatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Infallible<Result>
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().concatMap(selector))
    }

    /// What the elements add up to, after each of them, changed in place.
    ///
    ///     source             --1--2--3--|
    ///     scan(into: 0, +=)  --1--3--6--|
    public func scan<Result: Sendable>(
        into seed: Result, accumulator: @escaping @Sendable (inout Result, Element) -> Void
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// What the elements add up to, after each of them.
    ///
    ///     source      --1--2--3--|
    ///     scan(0, +)  --1--3--6--|
    public func scan<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) -> Result
    ) -> Infallible<Result> {
        Infallible<Result>(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Each element together with what `resultSelector` makes of an object and it; completes when the object is gone,
    /// which is held weakly.
    ///
    ///     source          --1--2--3--
    ///     object          -------gone
    ///     withUnretained  --1--2--|
    public func withUnretained<Object: AnyObject & Sendable, Out: Sendable>(
        _ object: Object, resultSelector: @escaping @Sendable (Object, Element) -> Out
    ) -> Infallible<Out> {
        Infallible<Out>(asObservable().withUnretained(object, resultSelector: resultSelector))
    }

    /// Each element together with an object, which is held weakly; completes when the object is gone.
    ///
    ///     source          --1-------2-------3--
    ///     object          --------------gone
    ///     withUnretained  --(o, 1)--(o, 2)---|
    public func withUnretained<Object: AnyObject & Sendable>(_ object: Object) -> Infallible<(Object, Element)> {
        withUnretained(object) { ($0, $1) }
    }

    // MARK: Filtering

    /// The elements that satisfy a predicate.
    ///
    ///     source             --1--2--3--4--|
    ///     filter { $0 > 2 }  --------3--4--|
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().filter(predicate))
    }

    /// The elements without those whose key equals that of the one before.
    ///
    ///     source                           --1--3--4--2--5--|
    ///     distinctUntilChanged { $0 % 2 }  --1-----4-----5--|
    public func distinctUntilChanged<Key: Equatable & Sendable>(
        _ keySelector: @escaping @Sendable (Element) -> Key
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector))
    }

    /// The elements without those that equal the one before, as `comparer` says.
    ///
    ///     source                           --1--3--4--2--5--|
    ///     distinctUntilChanged { $0 % 2 }  --1-----4-----5--|
    public func distinctUntilChanged(
        _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(comparer))
    }

    /// The elements without those whose key equals that of the one before, as `comparer` says.
    ///
    ///     source             --1--3--4--2--5--|
    ///     by { $0 % 2 }, ==  --1-----4-----5--|
    public func distinctUntilChanged<Key: Sendable>(
        _ keySelector: @escaping @Sendable (Element) -> Key, comparer: @escaping @Sendable (_ lhs: Key, _ rhs: Key) -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// The elements without those whose property equals that of the one before.
    ///
    ///     source                              --a1--b1--c2--|
    ///     distinctUntilChanged(at: \.number)  --a1------c2--|
    public func distinctUntilChanged<Property: Equatable & Sendable>(
        at keyPath: any KeyPath<Element, Property> & Sendable
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(at: keyPath))
    }

    /// The first elements only; completes with the last of them.
    ///
    ///     source  --1--2--3--4--|
    ///     take(2) --1--2|
    public func take(_ count: Int) -> Infallible<Element> { Infallible(asObservable().take(count)) }

    /// The elements of a span of time, which begins with the subscription; then completes.
    ///
    ///     source               --1--2--3--4--|
    ///     take(for: 6 frames)  --1--2|
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().take(for: duration, scheduler: scheduler))
    }

    /// The elements until another sequence sends one; then completes. The end of the other does nothing.
    ///
    ///     source        --1--2--3--4--|
    ///     other         -------x
    ///     take(until:)  --1--2-|
    public func take<Source: ObservableConvertibleType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().take(until: other.passedOver()))
    }

    /// The elements until one satisfies a predicate; then completes.
    ///
    ///     source                    --1--2--3--4--|
    ///     take(until: { $0 == 3 })  --1--2--|
    public func take(
        until predicate: @escaping @Sendable (Element) -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(until: predicate, behavior: behavior))
    }

    /// The elements as long as they satisfy a predicate; then completes.
    ///
    ///     source                   --1--2--3--1--|
    ///     take(while: { $0 < 3 })  --1--2--|
    public func take(
        while predicate: @escaping @Sendable (Element) -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(while: predicate, behavior: behavior))
    }

    /// The last `count` elements, once the source completes.
    ///
    ///     source       --1--2--3--|
    ///     takeLast(2)  -----------23|
    public func takeLast(_ count: Int) -> Infallible<Element> { Infallible(asObservable().takeLast(count)) }

    /// The elements after the first `count`.
    ///
    ///     source   --1--2--3--|
    ///     skip(2)  --------3--|
    public func skip(_ count: Int) -> Infallible<Element> { Infallible(asObservable().skip(count)) }

    /// The elements after a span of time, which begins with the subscription.
    ///
    ///     source          --1--2--3--4--|
    ///     skip(6 frames)  --------3--4--|
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().skip(duration, scheduler: scheduler))
    }

    /// The elements from the first on that does not satisfy a predicate.
    ///
    ///     source                   --1--5--2--6--|
    ///     skip(while: { $0 < 3 })  -----5--2--6--|
    public func skip(while predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().skip(while: predicate))
    }

    /// The elements after another sequence has sent one.
    ///
    ///     source        --1--2--3--4--|
    ///     other         -------x
    ///     skip(until:)  --------3--4--|
    public func skip<Source: ObservableConvertibleType>(until other: Source) -> Infallible<Element> {
        Infallible(asObservable().skip(until: other.passedOver()))
    }

    /// Each element that is not followed by another within a span of time; the last one at the completion at once.
    ///
    ///     source              --1-2-3------4--|
    ///     debounce(3 frames)  ---------3------4|
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().debounce(dueTime, scheduler: scheduler))
    }

    /// At most one element in a span of time: the first at once, and then, if `latest`, the last of those that came
    /// meanwhile at the end of the span.
    ///
    ///     source              --1-2-3-4-----5-|
    ///     throttle(3 frames)  --1--3--4-----5-|
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Infallible<Element> {
        Infallible(asObservable().throttle(dueTime, latest: latest, scheduler: scheduler))
    }

    // MARK: Where, when, and for how many

    /// The same events, delivered on a scheduler.
    ///
    ///     source        --1--2-3--|
    ///     observe(on:)  ---1--2-3--|
    public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(asObservable().observe(on: scheduler))
    }

    /// Subscribes to the source on a scheduler, and ends that subscription there.
    ///
    ///     subscribed to here  -s
    ///     source               --1--2--|
    ///     subscribe(on:)      ---1--2--|
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(asObservable().subscribe(on: scheduler))
    }

    /// The elements and the completion, each a span of time later.
    ///
    ///     source           --1--2--|
    ///     delay(3 frames)  -----1--2--|
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().delay(dueTime, scheduler: scheduler))
    }

    /// One subscription to the source, shared by all subscribers.
    ///
    ///     source            --1--2--3--4--|
    ///     first             --1--2--3--4--|
    ///     subscribed here          s
    ///     share(replay: 1)         (2)3--4--|
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Infallible<Element> {
        Infallible(asObservable().share(replay: replay, scope: scope))
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
    ) -> Infallible<Element> {
        Infallible(
            asObservable().do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Prints everything that happens, and passes it on.
    ///
    ///     source   --1--2--|
    ///     printed    p  p  p
    ///     debug    --1--2--|
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Infallible<Element> {
        Infallible(asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }
}

extension InfallibleType where Element: Equatable {
    /// The elements without those that equal the one before.
    ///
    ///     source               --1--1--2--1--|
    ///     distinctUntilChanged --1-----2--1--|
    public func distinctUntilChanged() -> Infallible<Element> { Infallible(asObservable().distinctUntilChanged()) }
}

extension ObservableConvertibleType {
    /// The elements; nothing more when it fails: for what an infallible sequence only looks at.
    fileprivate func passedOver() -> Observable<Element> { asObservable().catch { _ in .never() } }
}
