/// An observable that cannot fail.
public struct Infallible<Element: Sendable>: ObservableConvertibleType {
    private let source: Observable<Element>

    init(_ source: Observable<Element>) {
        self.source = source
    }

    public func asObservable() -> Observable<Element> { source }
}

/// What happens in an ``Infallible``.
public enum InfallibleEvent<Element: Sendable>: Sendable {
    /// The next element.
    case next(Element)
    /// The sequence completed; nothing follows.
    case completed
}

extension Infallible {
    /// What takes the events of an infallible.
    public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

    /// A sequence whose events a closure produces, once for each subscription.
    public static func create(subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable) -> Infallible<Element> {
        Infallible(
            .create { observer in
                subscribe { event in
                    switch event {
                    case .next(let element): observer.onNext(element)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// A sequence of one element.
    public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

    /// A sequence of the given elements.
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// The elements of an array as a sequence.
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(array, scheduler: scheduler))
    }

    /// A sequence that completes at once.
    public static func empty() -> Infallible<Element> { Infallible(.empty()) }

    /// A sequence in which nothing ever happens.
    public static func never() -> Infallible<Element> { Infallible(.never()) }

    /// A sequence that `observableFactory` makes anew for each subscription.
    public static func deferred(_ observableFactory: @escaping @Sendable () -> Infallible<Element>) -> Infallible<Element> {
        Infallible(.deferred { observableFactory().source })
    }

    /// Subscribes closures.
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        source.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes a closure to the events.
    public func subscribe(_ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable {
        source.subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
    }

    /// Each element, transformed.
    public func map<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> Infallible<Result> {
        Infallible<Result>(source.map(transform))
    }

    /// Each element transformed, without those for which nothing comes out.
    public func compactMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result?) -> Infallible<Result> {
        Infallible<Result>(source.compactMap(transform))
    }

    /// The elements that satisfy a predicate.
    public func filter(_ predicate: @escaping @Sendable (Element) -> Bool) -> Infallible<Element> {
        Infallible(source.filter(predicate))
    }

    /// The elements of an inner sequence for each element, as they come.
    public func flatMap<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Infallible<Result>
    ) -> Infallible<Result> {
        Infallible<Result>(source.flatMap(selector))
    }

    /// The elements of the latest inner sequence.
    public func flatMapLatest<Result: Sendable>(
        _ selector: @escaping @Sendable (Element) -> Infallible<Result>
    ) -> Infallible<Result> {
        Infallible<Result>(source.flatMapLatest(selector))
    }

    /// The first elements only.
    public func take(_ count: Int) -> Infallible<Element> { Infallible(source.take(count)) }

    /// The elements after the first ones.
    public func skip(_ count: Int) -> Infallible<Element> { Infallible(source.skip(count)) }

    /// The given element, then those of the source.
    public func startWith(_ element: Element) -> Infallible<Element> { Infallible(source.startWith(element)) }

    /// What the elements add up to, after each of them.
    public func scan<Result: Sendable>(
        _ seed: Result, accumulator: @escaping @Sendable (Result, Element) -> Result
    ) -> Infallible<Result> {
        Infallible<Result>(source.scan(seed, accumulator: accumulator))
    }

    /// The same events, delivered on a scheduler.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(source.observe(on: scheduler))
    }

    /// One subscription to the source, shared by all subscribers.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Infallible<Element> {
        Infallible(source.share(replay: replay, scope: scope))
    }

    /// The elements as an asynchronous sequence.
    public var values: AsyncStream<Element> {
        AsyncStream { continuation in
            let subscription = source.subscribe(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

extension Infallible where Element: Equatable {
    /// The elements without those that equal the one before.
    public func distinctUntilChanged() -> Infallible<Element> { Infallible(source.distinctUntilChanged()) }
}

extension ObservableConvertibleType {
    /// The sequence; when it fails, a last element.
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// The sequence; when it fails, another.
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.asObservable() })
    }

    /// The sequence; when it fails, what a closure makes of the error.
    public func asInfallible(
        onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
    }
}
