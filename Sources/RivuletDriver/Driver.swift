import Rivulet

/// State for a user interface: a ``SharedSequence`` of which whoever comes late gets the latest element at once.
///
///     source       --1-----2--X
///     first        --1-----2--9|      asDriver(onErrorJustReturn: 9)
///     late              1--2--9|
public typealias Driver<Element: Sendable> = SharedSequence<DriverSharingStrategy, Element>

/// Shares while anyone is subscribed, and replays the latest element.
public enum DriverSharingStrategy: SharingStrategyProtocol {
    public static var scheduler: any SchedulerType { SharingScheduler.current }

    public static func share<Element: Sendable>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

extension ObservableConvertibleType {
    /// The sequence as a driver; when it fails, a last element.
    ///
    ///     source                          --1--2--X
    ///     asDriver(onErrorJustReturn: 9)  --1--2--9|
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
        asDriver { _ in .just(element) }
    }

    /// The sequence as a driver; when it fails, another.
    ///
    ///     source    --1--2--X
    ///     other             --8--9--|
    ///     asDriver  --1--2----8--9--|
    public func asDriver(onErrorDriveWith driver: Driver<Element>) -> Driver<Element> {
        asDriver { _ in driver }
    }

    /// The sequence as a driver; when it fails, what a closure makes of the error.
    ///
    ///     source    --1--2--X
    ///     recovery          --8--9--|
    ///     asDriver  --1--2----8--9--|
    public func asDriver(onErrorRecover: @escaping @Sendable (any Error) -> Driver<Element>)
        -> Driver<Element>
    {
        shared(DriverSharingStrategy.self, onErrorRecover: onErrorRecover)
    }
}

extension InfallibleType {
    /// The sequence as a driver.
    public func asDriver() -> Driver<Element> { asDriver { _ in .empty() } }
}

extension BehaviorRelay {
    /// The relay's value as a driver.
    public func asDriver() -> Driver<Element> { asDriver { _ in .empty() } }
}

extension SharedSequence {
    /// The sequence as a driver.
    public func asDriver() -> Driver<Element> { asDriver { _ in .empty() } }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Subscribes without looking at the elements.
    public func drive() -> any Disposable { asObservable().subscribe() }

    /// Subscribes closures, which are called on the main scheduler.
    ///
    /// - Parameters:
    ///   - onNext: called with each element.
    ///   - onCompleted: called if the sequence completes.
    ///   - onDisposed: called once when the subscription is over, however it ended.
    public func drive(
        onNext: (@Sendable (Element) -> Void)? = nil, onCompleted: (@Sendable () -> Void)? = nil,
        onDisposed: (@Sendable () -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes closures that get `object` too, which is held weakly.
    public func drive<Object: AnyObject & Sendable>(
        with object: Object, onNext: (@Sendable (Object, Element) -> Void)? = nil,
        onCompleted: (@Sendable (Object) -> Void)? = nil,
        onDisposed: (@Sendable (Object) -> Void)? = nil
    ) -> any Disposable {
        asObservable().subscribe(
            with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Sends the elements to observers.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
    where Observer.Element == Element {
        asObservable().subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends the elements to observers of an optional.
    public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
    where Observer.Element == Element? {
        asObservable().map { $0 as Element? }.subscribe { event in
            for observer in observers { observer.on(event) }
        }
    }

    /// Sends the elements to relays.
    public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays of an optional.
    public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays.
    public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Sends the elements to relays of an optional.
    public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
        drive(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    /// Hands the sequence to `with`, and what that returns the argument it asks for.
    public func drive<Argument, Result>(_ with: (Observable<Element>) -> (Argument) -> Result, curriedArgument: Argument) -> Result {
        with(asObservable())(curriedArgument)
    }

    /// Hands the sequence to `transformation`, which subscribes to it.
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        transformation(asObservable())
    }
}
