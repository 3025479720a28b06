import Rivulet

/// How the observers of a ``SharedSequence`` share its events, and where they get them.
public protocol SharingStrategyProtocol: Sendable {
    /// Where events are delivered.
    static var scheduler: any SchedulerType { get }

    /// One subscription for all observers.
    static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element>
}

/// A sequence for a user interface: it cannot fail, delivers on one scheduler (the main one, see ``SharingScheduler``),
/// and all its observers share one subscription to its source.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element: Sendable>:
    SharedSequenceConvertibleType
{
    private let source: Observable<Element>

    /// A sequence of a source that is known not to fail, and to deliver on the strategy's scheduler; shared from here on.
    init(_ source: Observable<Element>) {
        self.source = SharingStrategy.share(source)
    }

    /// The same, of a source that need not be shared: each observer may well subscribe to it.
    init(unshared source: Observable<Element>) {
        self.source = source
    }

    public func asObservable() -> Observable<Element> { source }

    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }
}

/// A type that can be seen as a ``SharedSequence``.
public protocol SharedSequenceConvertibleType<SharingStrategy, Element>: ObservableConvertibleType {
    associatedtype SharingStrategy: SharingStrategyProtocol

    /// This as a shared sequence.
    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
    /// This as an observable.
    public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }
}

/// Where shared sequences deliver.
public enum SharingScheduler {
    @TaskLocal private static var replacement: (any SchedulerType)?

    /// ``MainScheduler/instance``, unless replaced for a test.
    static var current: any SchedulerType { replacement ?? MainScheduler.instance }

    /// Makes the scheduler on which a shared sequence that is made now will deliver.
    public static var make: @Sendable () -> any SchedulerType {
        let scheduler = current
        return { scheduler }
    }

    /// Replaces the scheduler for the shared sequences that are made inside `action`: for tests in virtual time. What other
    /// tasks make meanwhile is left alone.
    public static func mock<Result>(scheduler: any SchedulerType, action: () throws -> Result)
        rethrows -> Result
    {
        try $replacement.withValue(scheduler, operation: action)
    }

    /// Replaces the scheduler, by what `makeScheduler` makes once; see ``mock(scheduler:action:)``.
    public static func mock<Result>(makeScheduler: () -> any SchedulerType, action: () throws -> Result) rethrows -> Result {
        try mock(scheduler: makeScheduler(), action: action)
    }
}

extension SharedSequenceConvertibleType {
    /// The elements as an asynchronous sequence, which ends as this does: see `ObservableConvertibleType.values`.
    public var values: AsyncStream<Element> {
        AsyncStream { continuation in
            let subscription = asObservable().subscribe(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() }, onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

extension ObservableConvertibleType {
    /// The elements on the scheduler of a strategy; what takes the place of a failure is the caller's to say.
    func shared<Strategy: SharingStrategyProtocol>(
        _ strategy: Strategy.Type,
        onErrorRecover: @escaping @Sendable (any Error) -> SharedSequence<Strategy, Element>
    ) -> SharedSequence<Strategy, Element> {
        SharedSequence(
            asObservable().observe(on: Strategy.scheduler).catch { onErrorRecover($0).asObservable() })
    }
}
