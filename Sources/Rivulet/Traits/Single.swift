/// Marks a ``Single``.
public enum SingleTrait: Sendable {}

/// A sequence of exactly one element, or a failure.
public typealias Single<Element: Sendable> = PrimitiveSequence<SingleTrait, Element>

/// What a ``Single`` comes to.
public typealias SingleEvent<Element> = Result<Element, any Error>

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// What takes the outcome of a single.
    public typealias SingleObserver = @Sendable (SingleEvent<Element>) -> Void

    /// A single whose outcome a closure produces, once for each subscription.
    ///
    ///     the closure  --tells of 1
    ///     create       --1|
    public static func create(subscribe: @escaping @Sendable (@escaping SingleObserver) -> any Disposable) -> Single<Element> {
        Single(
            raw: .create { observer in
                subscribe { outcome in
                    switch outcome {
                    case .success(let element):
                        observer.onNext(element)
                        observer.onCompleted()
                    case .failure(let error):
                        observer.onError(error)
                    }
                }
            })
    }

    /// A single of an element.
    ///
    ///     just(1)  1|
    public static func just(_ element: Element) -> Single<Element> { Single(raw: .just(element)) }

    /// A single of an element, sent on a scheduler.
    ///
    ///     just(1)  -1|
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Single<Element> {
        Single(raw: .just(element, scheduler: scheduler))
    }

    /// A single that fails at once.
    ///
    ///     error  X
    public static func error(_ error: any Error) -> Single<Element> { Single(raw: .error(error)) }

    /// A single that never comes to anything.
    ///
    ///     never  --------…
    public static func never() -> Single<Element> { Single(raw: .never()) }

    /// Subscribes a closure to the outcome.
    public func subscribe(_ observer: @escaping @Sendable (SingleEvent<Element>) -> Void) -> any Disposable {
        primitiveSequence.source.subscribe(
            onNext: { observer(.success($0)) }, onError: { observer(.failure($0)) })
    }

    /// Subscribes closures to the outcome.
    public func subscribe(
        onSuccess: (@Sendable (Element) -> Void)? = nil, onFailure: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object` too, which is held weakly.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onSuccess: (@Sendable (Object, Element) -> Void)? = nil,
        onFailure: (@Sendable (Object, any Error) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(with: object, onNext: onSuccess, onError: onFailure, onDisposed: onDisposed)
    }

    /// Calls closures on the way; see ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    ///     source  --1|
    ///     called    s
    ///     do      --1|
    public func `do`(
        onSuccess: (@Sendable (Element) throws -> Void)? = nil, afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Single<Element> {
        Single(
            raw: primitiveSequence.source.do(
                onNext: onSuccess, afterNext: afterSuccess, onError: onError, afterError: afterError,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
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
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Single<Result> {
        Single<Result>(raw: primitiveSequence.source.map(transform))
    }

    /// The element transformed, if something comes out.
    ///
    ///     source                  --x|
    ///     compactMap { Int($0) }  --|
    public func compactMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Result?) -> Maybe<Result> {
        Maybe<Result>(raw: primitiveSequence.source.compactMap(transform))
    }

    /// The single that is made of the element.
    ///
    ///     source     --a|
    ///     a's inner    --1|
    ///     flatMap    ----1|
    public func flatMap<Result: Sendable>(_ selector: @escaping @Sendable (Element) throws -> Single<Result>) -> Single<Result> {
        Single<Result>(raw: primitiveSequence.source.flatMap(selector))
    }

    /// The maybe that is made of the element.
    ///
    ///     source        --a|
    ///     a's inner       --|
    ///     flatMapMaybe  ----|
    public func flatMapMaybe<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) throws -> Maybe<Result>
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

    /// The element; when the single fails, another.
    ///
    ///     source             --X
    ///     catchAndReturn(9)  --9|
    public func catchAndReturn(_ element: Element) -> Single<Element> {
        Single(raw: primitiveSequence.source.catchAndReturn(element))
    }

    /// The elements of all singles together, through `resultSelector`.
    ///
    ///     a    --1|
    ///     b    -----2|
    ///     zip  -----12|
    public static func zip<Collection: Swift.Collection & Sendable, Result: Sendable>(
        _ collection: Collection, resultSelector: @escaping @Sendable ([Element]) throws -> Result
    ) -> Single<Result> where Collection.Element == Single<Element> {
        if collection.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return Single<Result>(raw: .zip(collection.map(\.source), resultSelector: resultSelector))
    }

    /// The elements of all singles together.
    ///
    ///     a    --1|
    ///     b    -----2|
    ///     zip  -----[1, 2]|
    public static func zip<Collection: Swift.Collection & Sendable>(_ collection: Collection) -> Single<[Element]>
    where Collection.Element == Single<Element> {
        zip(collection) { $0 }
    }

    /// The single, as a ``Maybe``.
    ///
    ///     source   --1|
    ///     asMaybe  --1|
    public func asMaybe() -> Maybe<Element> { Maybe(raw: primitiveSequence.source) }

    /// The end of the single only.
    ///
    ///     source         --1|
    ///     asCompletable  --|
    public func asCompletable() -> Completable { Completable(raw: primitiveSequence.source.ignoreElements()) }
}
