/// A sequence that promises more about its events than an ``Observable`` does: how many elements come, and when.
/// `Trait` says what; see ``Single``, ``Maybe`` and ``Completable``.
public struct PrimitiveSequence<Trait: Sendable, Element: Sendable>: Sendable {
    let source: Observable<Element>

    init(raw: Observable<Element>) {
        source = raw
    }
}

/// A type that can be seen as a ``PrimitiveSequence``.
public protocol PrimitiveSequenceType<Trait, Element>: Sendable {
    associatedtype Trait: Sendable
    associatedtype Element: Sendable

    /// This as a primitive sequence.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
    public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    public func asObservable() -> Observable<Element> { source }
}

// What all of them have in common.
extension PrimitiveSequence {
    /// A sequence that `observableFactory` makes anew for each subscription.
    ///
    ///     made here  s
    ///     deferred   --1|
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: .deferred { try observableFactory().asObservable() })
    }

    /// The same, sent a span of time later.
    ///
    ///     source           --1|
    ///     delay(3 frames)  -----1|
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delay(dueTime, scheduler: scheduler))
    }

    /// The same, subscribed to a span of time later.
    ///
    ///     subscribed to here  ---s
    ///     source                 --1|
    ///     delaySubscription   -----1|
    public func delaySubscription(
        _ dueTime: RxTimeInterval, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.delaySubscription(dueTime, scheduler: scheduler))
    }

    /// The same, delivered on a scheduler.
    ///
    ///     source        --1|
    ///     observe(on:)  ---1|
    public func observe(on scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.observe(on: scheduler))
    }

    /// The same, subscribed to on a scheduler.
    ///
    ///     subscribed to here  -s
    ///     source               --1|
    ///     subscribe(on:)      ---1|
    public func subscribe(on scheduler: any ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.subscribe(on: scheduler))
    }

    /// The same; when it fails, another.
    ///
    ///     source  --X
    ///     other     --9|
    ///     catch   ----9|
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.catch { try handler($0).asObservable() })
    }

    /// The same; when it fails, it is subscribed to again, without limit.
    ///
    ///     source  --X, --X, --1|
    ///     retry   ------1|
    public func retry() -> PrimitiveSequence<Trait, Element> { PrimitiveSequence(raw: source.retry()) }

    /// The same; when it fails, it is subscribed to again, so often in all.
    ///
    ///     source    --X, --X
    ///     retry(2)  ----X
    public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(maxAttemptCount))
    }

    /// The same; when it fails, it is subscribed to again as soon as a trigger sends something.
    ///
    ///     source        --X, --1|
    ///     trigger       ----o
    ///     retry(when:)  ------1|
    public func retry<TriggerObservable: ObservableType>(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(when: notificationHandler))
    }

    /// The same; when it fails with an error of one type, it is subscribed to again as soon as a trigger sends
    /// something.
    ///
    ///     source        --X, --1|
    ///     trigger       ----o
    ///     retry(when:)  ------1|
    public func retry<TriggerObservable: ObservableType, Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.retry(when: notificationHandler))
    }

    /// The same, with everything that happens printed; see ``ObservableType/debug(_:trimOutput:file:line:function:)``.
    ///
    ///     source   --1|
    ///     printed    p
    ///     debug    --1|
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: source.debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }

    /// A sequence that needs a resource, which is made for each subscription and disposed with it.
    ///
    ///     resource  made--disposed
    ///     using     ----1|
    public static func using<Resource: Disposable>(
        _ resourceFactory: @escaping @Sendable () throws -> Resource,
        primitiveSequenceFactory: @escaping @Sendable (Resource) throws -> PrimitiveSequence<Trait, Element>
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(
            raw: .using(resourceFactory, observableFactory: { try primitiveSequenceFactory($0).asObservable() }))
    }

    /// The same; fails with ``RxError/timeout`` when it takes longer than a span of time.
    ///
    ///     source             --------1|
    ///     timeout(5 frames)  -----X
    public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, scheduler: scheduler))
    }

    /// The same; when it takes longer than a span of time, another instead.
    ///
    ///     source             --------1|
    ///     other                   --9|
    ///     timeout(5 frames)  -------9|
    public func timeout(
        _ dueTime: RxTimeInterval, other: PrimitiveSequence<Trait, Element>, scheduler: any SchedulerType
    ) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: source.timeout(dueTime, other: other.source, scheduler: scheduler))
    }
}

extension PrimitiveSequenceType where Element: RxAbstractInteger {
    /// 0 after a span of time.
    ///
    ///     timer(3 frames)  ---0|
    public static func timer(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> PrimitiveSequence<Trait, Element> {
        PrimitiveSequence(raw: Observable<Element>.timer(dueTime, scheduler: scheduler))
    }
}
