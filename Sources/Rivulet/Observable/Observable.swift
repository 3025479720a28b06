/// A type that can be seen as an ``Observable``.
public protocol ObservableConvertibleType<Element>: Sendable {
    associatedtype Element: Sendable

    /// This as an observable sequence.
    func asObservable() -> Observable<Element>
}

/// A sequence of events that can be subscribed to. Every operator is an extension of this protocol.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Begins to deliver events to `observer`, as they happen, on whatever thread they happen; disposing what is
    /// returned stops that.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
    public func asObservable() -> Observable<Element> { Foreign(self) }
}

/// A sequence of elements over time, which may fail or complete: `next* (error | completed)?`.
///
/// Nothing happens before it is subscribed to. Each subscription ends when the sequence does or when it is disposed,
/// and then everything it holds is released. Events of one subscription never overlap, whatever threads they come on.
///
/// `@unchecked Sendable`: the one open class hierarchy of the core (with the subjects and connectable observables)
/// cannot be checked; its classes hold `let`s only, which a test verifies.
public class Observable<Element: Sendable>: ObservableType, @unchecked Sendable {
    init() {}

    /// The one override point: begins to deliver into `sink`, and hangs on `life` what undoes it. See ``AnySink`` for
    /// what a source owes its sink.
    func run(_ sink: Sink<Element>, _ life: Life) {}

    /// Runs this as RxSwift's producers are run: inside the current thread's trampoline, so that what schedules itself
    /// on ``CurrentThreadScheduler`` (`of`, `from`, `range`) starts when the whole chain is wired, and interleaves.
    /// Sources that deliver on their own account (subjects, `just`) override it to run directly.
    func start(_ sink: Sink<Element>, _ life: Life) {
        if CurrentThreadScheduler.isScheduleRequired {
            CurrentThreadScheduler.trampoline { run(sink, life) }
        } else {
            run(sink, life)
        }
    }

    /// Delivers all elements to `sink` at once, without a subscription, if this is a sequence whose elements are at hand
    /// and which then completes. For operators that subscribe for each element: `flatMap { .just(…) }` then costs no
    /// more than `map`.
    func deliverAtOnce(to sink: Sink<Element>) -> Bool { false }

    /// What is in this, if it is a row of sequences by the same rule: see ``Successive``.
    func successors(_ rule: SuccessionRule) -> Successors<Element>? { nil }

    /// The element of a sequence that has just one, and has it at hand; nil for any other. For those who get many such
    /// sequences and would be done with each subscription as soon as it is made: a server's requests, mostly.
    package var elementAtHand: Element? { nil }

    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        let life = Life()
        start(ObserverSink(observer, life), life)
        return life
    }

    public func asObservable() -> Observable<Element> { self }
}

/// A sequence of somebody else's making. Its events pass a gate, for nothing is known of how well they behave.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Foreign<Source: ObservableType>: Observable<Source.Element>, @unchecked Sendable {
    private let source: UpstreamValue<Source>

    init(_ source: Source) {
        self.source = UpstreamValue(source)
    }

    override func start(_ sink: Sink<Element>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let gated = GatedSink(sink, life)
        life.add(source.value.subscribe(AnyObserver(sink: gated)))
    }
}

/// The end of a chain: an observer of the user's.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ObserverSink<Observer: ObserverType>: Sink<Observer.Element>, @unchecked Sendable {
    private let observer: Observer
    private let life: Life

    init(_ observer: Observer, _ life: Life) {
        self.observer = observer
        self.life = life
    }

    override func next(_ element: Observer.Element) {
        if !life.isEnded { observer.onNext(element) }
    }

    override func terminate(_ ending: Ending) {
        life.terminate {
            switch ending {
            case .completed: observer.onCompleted()
            case .failed(let error): observer.onError(error)
            case .interrupted: break
            }
        }
    }
}
