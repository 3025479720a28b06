/// A ``PublishSubject`` that never ends: it only accepts elements.
public final class PublishRelay<Element: Sendable>: ObservableType {
    private let subject = PublishSubject<Element>()

    /// A relay without observers.
    public init() {}

    /// Sends an element to those who observe.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Begins to deliver elements to `observer`.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> { subject }

    /// The relay as a sequence that cannot fail.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

/// A ``BehaviorSubject`` that never ends: it has a value at all times.
public final class BehaviorRelay<Element: Sendable>: ObservableType {
    private let subject: BehaviorSubject<Element>

    /// A relay whose value is `value` until it accepts another.
    public init(value: Element) {
        subject = BehaviorSubject(value: value)
    }

    /// The value accepted last.
    public var value: Element { subject.latestElement }

    /// Makes `event` the value, and sends it to those who observe.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Begins to deliver to `observer`: the value, then each accepted one.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> { subject }

    /// The relay as a sequence that cannot fail.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

/// A ``ReplaySubject`` that never ends.
public final class ReplayRelay<Element: Sendable>: ObservableType {
    private let subject: ReplaySubject<Element>

    private init(_ subject: ReplaySubject<Element>) {
        self.subject = subject
    }

    /// A relay that replays the last `bufferSize` elements (0 or more).
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        ReplayRelay(.create(bufferSize: bufferSize))
    }

    /// A relay that replays what it accepted within a span of time; see ``ReplaySubject/create(bufferSize:window:scheduler:)``.
    public static func create(
        bufferSize: Int = .max, window: RxTimeInterval, scheduler: any SchedulerType
    ) -> ReplayRelay<Element> {
        ReplayRelay(.create(bufferSize: bufferSize, window: window, scheduler: scheduler))
    }

    /// A relay that replays everything.
    public static func createUnbound() -> ReplayRelay<Element> { ReplayRelay(.createUnbounded()) }

    /// Sends an element to those who observe, and keeps it for those who will.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Begins to deliver to `observer`: what is kept, then each accepted element.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The relay as a sequence.
    public func asObservable() -> Observable<Element> { subject }

    /// The relay as a sequence that cannot fail.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}
