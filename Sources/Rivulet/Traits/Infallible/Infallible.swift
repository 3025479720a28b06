/// A type that can be seen as a sequence that cannot fail.
public protocol InfallibleType<Element>: ObservableConvertibleType {}

/// An observable that cannot fail.
///
/// It has the operators of ``ObservableType`` that keep that promise, with closures that cannot throw; what takes a
/// second sequence takes one that cannot fail, or passes over its failure.
public struct Infallible<Element: Sendable>: InfallibleType {
    private let source: Observable<Element>

    /// Only for a source that is known not to fail.
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

extension InfallibleType {
    /// Subscribes closures.
    ///
    /// - Parameters:
    ///   - onNext: called with each element.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once when the subscription is over, however it ended.
    /// - Returns: what stops the subscription.
    public func subscribe(
        onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object` too, which is held weakly: once it is gone, they are not called.
    public func subscribe<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil, onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes a closure to the events.
    public func subscribe(_ on: @escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable {
        asObservable().subscribe(onNext: { on(.next($0)) }, onCompleted: { on(.completed) })
    }

    /// The elements as an asynchronous sequence. Cancelling the task that iterates disposes the subscription.
    public var values: AsyncStream<Element> {
        let source = asObservable()
        return AsyncStream { continuation in
            let subscription = source.subscribe(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

extension ObservableConvertibleType {
    /// The sequence; when it fails, a last element.
    ///
    ///     source                          --1--2--X
    ///     asInfallible(onErrorJustReturn: 9)  --1--2--9|
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// The sequence; when it fails, another.
    ///
    ///     source        --1--2--X
    ///     other                 --8--9--|
    ///     asInfallible  --1--2----8--9--|
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(asObservable().catch { _ in infallible.asObservable() })
    }

    /// The sequence; when it fails, what a closure makes of the error.
    ///
    ///     source        --1--2--X
    ///     recovery              --8--9--|
    ///     asInfallible  --1--2----8--9--|
    public func asInfallible(
        onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(asObservable().catch { onErrorRecover($0).asObservable() })
    }
}
