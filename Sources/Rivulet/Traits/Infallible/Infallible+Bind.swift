extension InfallibleType {
    /// Sends the elements to observers.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element {
        subscribe(
            onNext: { for observer in observers { observer.onNext($0) } },
            onCompleted: { for observer in observers { observer.onCompleted() } })
    }

    /// Sends the elements to observers of an optional.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element? {
        subscribe(
            onNext: { for observer in observers { observer.onNext($0) } },
            onCompleted: { for observer in observers { observer.onCompleted() } })
    }

    /// Sends the elements to relays.
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays of an optional.
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays.
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays of an optional.
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays.
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays of an optional.
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Hands the sequence to `binder`, which subscribes to it.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Hands the sequence and an argument to `binder`, which subscribes to it.
    public func bind<Argument, Result>(to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument) -> Result {
        binder(self)(curriedArgument)
    }

    /// Calls `onNext` with each element.
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }

    /// Calls `onNext` with each element and `object`, which is held weakly.
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext)
    }
}
