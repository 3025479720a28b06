/// Marks a ``Maybe``.
public enum MaybeTrait: Sendable {}

/// A sequence of one element or none, or a failure.
public typealias Maybe<Element: Sendable> = PrimitiveSequence<MaybeTrait, Element>

/// What a ``Maybe`` comes to.
public enum MaybeEvent<Element: Sendable>: Sendable {
    /// One element.
    case success(Element)
    /// A failure.
    case error(any Error)
    /// No element.
    case completed
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// What takes the outcome of a maybe.
    public typealias MaybeObserver = @Sendable (MaybeEvent<Element>) -> Void

    /// A maybe whose outcome a closure produces, once for each subscription.
    ///
    ///     the closure  --tells of 1
    ///     create       --1|
    public static func create(subscribe: @escaping @Sendable (@escaping MaybeObserver) -> any Disposable) -> Maybe<Element> {
        Maybe(
            raw: .create { observer in
                subscribe { outcome in
                    switch outcome {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .error(let error):
                        observer.onError(error)
                    case .completed:
                        observer.onCompleted()
                    }
                }
            })
    }

    /// A maybe of an element.
    ///
    ///     just(1)  1|
    public static func just(_ element: Element) -> Maybe<Element> { Maybe(raw: .just(element)) }

    /// A maybe of an element, sent on a scheduler.
    ///
    ///     just(1)  -1|
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Maybe<Element> {
        Maybe(raw: .just(element, scheduler: scheduler))
    }

    /// A maybe that fails at once.
    ///
    ///     error  X
    public static func error(_ error: any Error) -> Maybe<Element> { Maybe(raw: .error(error)) }

    /// A maybe that never comes to anything.
    ///
    ///     never  --------…
    public static func never() -> Maybe<Element> { Maybe(raw: .never()) }

    /// A maybe of no element.
    ///
    ///     empty  |
    public static func empty() -> Maybe<Element> { Maybe(raw: .empty()) }

    /// Subscribes a closure to the outcome.
    public func subscribe(_ observer: @escaping @Sendable (MaybeEvent<Element>) -> Void) -> any Disposable {
        let hasElement = Confined(false)
        return primitiveSequence.source.subscribe { event in
            switch event {
            case .next(let element):
                hasElement.value = true
                observer(.success(element))
            case .error(let error): observer(.error(error))
            case .completed: if !hasElement.value { observer(.completed) }
            }
        }
    }

    /// Subscribes closures to the outcome.
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
        onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        let hasElement = Confined(false)
        return primitiveSequence.source.subscribe(
            onNext: {
                hasElement.value = true
                onSuccess?($0)
            }, onError: onError, onCompleted: { if !hasElement.value { onCompleted?() } }, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object` too, which is held weakly.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil, onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        subscribe(
            onSuccess: onSuccess.map { body in { @Sendable [weak object] in if let object { body(object, $0) } } },
            onError: onError.map { body in { @Sendable [weak object] in if let object { body(object, $0) } } },
            onCompleted: onCompleted.map { body in { @Sendable [weak object] in if let object { body(object) } } },
            onDisposed: onDisposed.map { body in { @Sendable [weak object] in if let object { body(object) } } })
    }

    /// Calls closures on the way; see ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    ///     source  --1|
    ///     called    n
    ///     do      --1|
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Maybe<Element> {
        Maybe(
            raw: primitiveSequence.source.do(
                onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError, onCompleted: onCompleted,
                afterCompleted: afterCompleted, onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// The element, if it satisfies a predicate.
    ///
    ///     source             --1|
    ///     filter { $0 > 2 }  --|
    public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Maybe<Element> {
        Maybe(raw: primitiveSequence.source.filter(predicate))
    }

    /// The element, transformed.
    ///
    ///     source         --1|
    ///     map { $0*10 }  --10|
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Maybe<Result> {
        Maybe<Result>(raw: primitiveSequence.source.map(transform))
    }

    /// The element transformed, if something comes out.
    ///
    ///     source                  --x|
    ///     compactMap { Int($0) }  --|
    public func compactMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Result?) -> Maybe<Result> {
        Maybe<Result>(raw: primitiveSequence.source.compactMap(transform))
    }

    /// The maybe that is made of the element.
    ///
    ///     source     --a|
    ///     a's inner    --1|
    ///     flatMap    ----1|
    public func flatMap<Result: Sendable>(_ selector: @escaping @Sendable (Element) throws -> Maybe<Result>) -> Maybe<Result> {
        Maybe<Result>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The single that is made of the element.
    ///
    ///     source         --a|
    ///     a's inner        --1|
    ///     flatMapSingle  ----1|
    public func flatMapSingle<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Single<Result>
    ) -> Maybe<Result> {
        Maybe<Result>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The completable that is made of the element.
    ///
    ///     source              --a|
    ///     a's inner             --|
    ///     flatMapCompletable  ----|
    public func flatMapCompletable(_ selector: @escaping @Sendable (Element) throws -> Completable) -> Completable {
        Completable(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The element; if there is none, `default`.
    ///
    ///     source               --|
    ///     ifEmpty(default: 9)  --9|
    public func ifEmpty(default element: Element) -> Single<Element> {
        Single(raw: primitiveSequence.source.ifEmpty(default: element))
    }

    /// The element; if there is none, that of another.
    ///
    ///     source   --|
    ///     other      --9|
    ///     ifEmpty  ----9|
    public func ifEmpty(switchTo other: Maybe<Element>) -> Maybe<Element> {
        Maybe(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// The element; if there is none, that of another.
    ///
    ///     source   --|
    ///     other      --9|
    ///     ifEmpty  ----9|
    public func ifEmpty(switchTo other: Single<Element>) -> Single<Element> {
        Single(raw: primitiveSequence.source.ifEmpty(switchTo: other.source))
    }

    /// The element; when the maybe fails, another.
    ///
    ///     source             --X
    ///     catchAndReturn(9)  --9|
    public func catchAndReturn(_ element: Element) -> Maybe<Element> {
        Maybe(raw: primitiveSequence.source.catchAndReturn(element))
    }

    /// The element as a ``Single``, which fails with ``RxError/noElements`` if there is none.
    ///
    ///     source    --1|
    ///     asSingle  --1|
    public func asSingle() -> Single<Element> { primitiveSequence.source.asSingle() }

    /// The end only.
    ///
    ///     source         --1|
    ///     asCompletable  --|
    public func asCompletable() -> Completable { Completable(raw: primitiveSequence.source.ignoreElements()) }
}
