/// Marks a ``Completable``.
public enum CompletableTrait: Sendable {}

/// A sequence of no elements: it completes or fails.
public typealias Completable = PrimitiveSequence<CompletableTrait, Never>

/// What a ``Completable`` comes to.
public enum CompletableEvent: Sendable {
    /// A failure.
    case error(any Error)
    /// Done.
    case completed
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// What takes the outcome of a completable.
    public typealias CompletableObserver = @Sendable (CompletableEvent) -> Void

    /// A completable whose outcome a closure produces, once for each subscription.
    ///
    ///     the closure  --tells of the end
    ///     create       --|
    public static func create(subscribe: @escaping @Sendable (@escaping CompletableObserver) -> any Disposable) -> Completable {
        Completable(
            raw: .create { observer in
                subscribe { outcome in
                    switch outcome {
                    case .error(let error): observer.onError(error)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// A completable that fails at once.
    ///
    ///     error  X
    public static func error(_ error: any Error) -> Completable { Completable(raw: .error(error)) }

    /// A completable that never comes to anything.
    ///
    ///     never  --------…
    public static func never() -> Completable { Completable(raw: .never()) }

    /// A completable that completes at once.
    ///
    ///     empty  |
    public static func empty() -> Completable { Completable(raw: .empty()) }

    /// Subscribes a closure to the outcome.
    public func subscribe(_ observer: @escaping @Sendable (CompletableEvent) -> Void) -> any Disposable {
        primitiveSequence.source.subscribe(
            onError: { observer(.error($0)) }, onCompleted: { observer(.completed) })
    }

    /// Subscribes closures to the outcome.
    public func subscribe(
        onCompleted: (@Sendable () -> Void)? = nil, onError: (@Sendable (any Error) -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object` too, which is held weakly.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onCompleted: (@Sendable (Object) -> Void)? = nil,
        onError: (@Sendable (Object, any Error) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        primitiveSequence.source.subscribe(with: object, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Calls closures on the way; see ``ObservableType/do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)``.
    ///
    ///     source  --|
    ///     called    c
    ///     do      --|
    public func `do`(
        onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Completable {
        Completable(
            raw: primitiveSequence.source.do(
                onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// This, then another.
    ///
    ///     a       --|
    ///     b         ---|
    ///     concat  -----|
    public func concat(_ second: Completable) -> Completable {
        Completable(raw: primitiveSequence.source.concat(second.source))
    }

    /// One after the other.
    ///
    ///     a       --|
    ///     b         ---|
    ///     concat  -----|
    public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Completable where Sequence.Element == Completable {
        Completable(raw: .concat(sequence.map(\.source)))
    }

    /// One after the other.
    ///
    ///     a       --|
    ///     b         ---|
    ///     concat  -----|
    public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

    /// All at once; completes with the last.
    ///
    ///     a    --|
    ///     b    -----|
    ///     zip  -----|
    public static func zip<Collection: Swift.Collection & Sendable>(_ sources: Collection) -> Completable
    where Collection.Element == Completable {
        Completable(raw: .merge(sources.map(\.source)))
    }

    /// All at once; completes with the last.
    ///
    ///     a    --|
    ///     b    -----|
    ///     zip  -----|
    public static func zip(_ sources: Completable...) -> Completable { zip(sources) }

    /// All at once; completes with the last.
    ///
    ///     a      --|
    ///     b      -----|
    ///     merge  -----|
    public static func merge<Collection: Swift.Collection & Sendable>(_ sources: Collection) -> Completable
    where Collection.Element == Completable {
        zip(sources)
    }

    /// All at once; completes with the last.
    ///
    ///     a      --|
    ///     b      -----|
    ///     merge  -----|
    public static func merge(_ sources: Completable...) -> Completable { zip(sources) }

    /// Completes also when it fails.
    ///
    ///     source          --X
    ///     catchAndReturn  --|
    public func catchAndReturn() -> Completable { Completable(raw: primitiveSequence.source.catch { _ in .empty() }) }

    /// This, then a sequence.
    ///
    ///     source   --|
    ///     second     --1|
    ///     andThen  ----1|
    public func andThen<Second: Sendable>(_ second: Observable<Second>) -> Observable<Second> {
        primitiveSequence.source.then(second)
    }

    /// This, then a single.
    ///
    ///     source   --|
    ///     second     --1|
    ///     andThen  ----1|
    public func andThen<Second: Sendable>(_ second: Single<Second>) -> Single<Second> {
        Single<Second>(raw: primitiveSequence.source.then(second.source))
    }

    /// This, then a maybe.
    ///
    ///     source   --|
    ///     second     --1|
    ///     andThen  ----1|
    public func andThen<Second: Sendable>(_ second: Maybe<Second>) -> Maybe<Second> {
        Maybe<Second>(raw: primitiveSequence.source.then(second.source))
    }

    /// This, then another completable.
    ///
    ///     source   --|
    ///     second     --1|
    ///     andThen  ----1|
    public func andThen(_ second: Completable) -> Completable { concat(second) }

    /// The completable, as a ``Maybe``.
    ///
    ///     source   --|
    ///     asMaybe  --|
    public func asMaybe() -> Maybe<Element> { Maybe(raw: primitiveSequence.source) }
}

extension Observable where Element == Never {
    /// When this completes, the elements of another sequence.
    fileprivate func then<Second: Sendable>(_ second: Observable<Second>) -> Observable<Second> {
        Wiring { sink, life in
            let input = life.makeChild()
            let tail = TailSink<Never>(input, next: { _ in }) { ending in
                if ending.isCompletion { second.start(sink, life) } else { sink.terminate(ending) }
            }
            self.start(tail, input)
        }
    }
}
