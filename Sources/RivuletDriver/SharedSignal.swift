import Rivulet

/// Events for a user interface: a ``SharedSequence`` of which whoever comes late gets those to come. RxCocoa calls it
/// `Signal`.
///
///     source       --1-----2--X
///     first        --1-----2--9|      asSignal(onErrorJustReturn: 9)
///     late              ---2--9|
public typealias SharedSignal<Element: Sendable> = SharedSequence<SignalSharingStrategy, Element>

/// Shares while anyone is subscribed, and replays nothing.
public enum SignalSharingStrategy: SharingStrategyProtocol {
    public static var scheduler: any SchedulerType { SharingScheduler.current }

    public static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(scope: .whileConnected)
    }
}

extension ObservableConvertibleType {
    /// The sequence as a shared signal; when it fails, a last element.
    ///
    ///     source                          --1--2--X
    ///     asSignal(onErrorJustReturn: 9)  --1--2--9|
    public func asSignal(onErrorJustReturn element: Element) -> SharedSignal<Element> {
        asSignal { _ in .just(element) }
    }

    /// The sequence as a shared signal; when it fails, another.
    ///
    ///     source    --1--2--X
    ///     other             --8--9--|
    ///     asSignal  --1--2----8--9--|
    public func asSignal(onErrorSignalWith signal: SharedSignal<Element>) -> SharedSignal<Element> {
        asSignal { _ in signal }
    }

    /// The sequence as a shared signal; when it fails, what a closure makes of the error.
    ///
    ///     source    --1--2--X
    ///     recovery          --8--9--|
    ///     asSignal  --1--2----8--9--|
    public func asSignal(
        onErrorRecover: @escaping @Sendable (any Error) -> SharedSignal<Element>
    ) -> SharedSignal<Element> {
        shared(SignalSharingStrategy.self, onErrorRecover: onErrorRecover)
    }
}

extension InfallibleType {
    /// The sequence as a shared signal.
    public func asSignal() -> SharedSignal<Element> { asSignal { _ in .empty() } }
}

extension PublishRelay {
    /// What the relay accepts, as a shared signal.
    public func asSignal() -> SharedSignal<Element> { asSignal { _ in .empty() } }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Subscribes without looking at the elements.
    public func emit() -> any Disposable { asObservable().subscribe() }

    /// Subscribes closures, which are called on the main scheduler.
    ///
    /// - Parameters:
    ///   - onNext: called with each element.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once when the subscription is over, however it ended.
    public func emit(
        onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object` too, which is held weakly.
    public func emit<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(
            with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Sends the elements to observers.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element {
        asObservable().subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends the elements to observers of an optional.
    public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
    where Observer.Element == Element? {
        asObservable().map { $0 as Element? }.subscribe { event in
            for observer in observers { observer.on(event) }
        }
    }

    /// Sends the elements to relays.
    public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays.
    public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays of an optional.
    public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays of an optional.
    public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays.
    public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays of an optional.
    public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
        emit(onNext: { element in for relay in relays { relay.accept(element) } })
    }
}
