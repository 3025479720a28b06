extension ObservableType {
    /// A sequence whose events a closure produces, once for each subscription.
    ///
    ///     create  --1--2--|
    ///
    /// - Parameter subscribe: gets the observer to send events to, from any thread; returns what undoes its work, which
    ///   is disposed when the subscription is over.
    public static func create(_ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
        Create(subscribe)
    }

    /// A sequence that `factory` makes anew for each subscription.
    ///
    ///     made here  s
    ///     deferred   --1--2--|
    public static func deferred(_ factory: @escaping @Sendable () throws -> Observable<Element>) -> Observable<Element> {
        Deferred(factory)
    }

    /// A sequence of one element.
    ///
    ///     just(1)  1|
    ///
    ///     just(1)  1|
    @inlinable public static func just(_ element: Element) -> Observable<Element> { Just(element) }

    /// A sequence that completes at once.
    ///
    ///     empty  |
    ///
    ///     empty  |
    public static func empty() -> Observable<Element> { Ended(.completed) }

    /// A sequence that fails at once.
    ///
    ///     error  X
    ///
    ///     error  X
    public static func error(_ error: any Error) -> Observable<Element> { Ended(.failed(error)) }

    /// A sequence in which nothing ever happens.
    ///
    ///     never  -----…
    public static func never() -> Observable<Element> { Never() }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Create<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let subscribe: UpstreamValue<@Sendable (AnyObserver<Element>) -> any Disposable>

    init(_ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) {
        self.subscribe = UpstreamValue(subscribe)
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let gated = GatedSink(sink, life)
        life.add(subscribe.value(AnyObserver(sink: gated)))
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Deferred<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let factory: UpstreamValue<@Sendable () throws -> Observable<Element>>

    init(_ factory: @escaping @Sendable () throws -> Observable<Element>) {
        self.factory = UpstreamValue(factory)
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        do { try factory.value().start(sink, life) } catch { sink.terminate(.failed(error)) }
    }
}

/// Visible to the modules of others, so that they know its type and need not look it up for each one they make.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
@usableFromInline final class Just<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let element: Element

    @usableFromInline init(_ element: Element) {
        self.element = element
    }

    override func start(_ sink: Sink<Element>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        sink.next(element)
        if !life.isEnded { sink.terminate(.completed) }
    }

    override func deliverAtOnce(to sink: Sink<Element>) -> Bool {
        sink.next(element)
        return true
    }

    override var elementAtHand: Element? { element }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Ended<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let ending: Ending

    init(_ ending: Ending) {
        self.ending = ending
    }

    override func start(_ sink: Sink<Element>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Element>, _ life: Life) { sink.terminate(ending) }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class Never<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    override func start(_ sink: Sink<Element>, _ life: Life) {}
}
