extension ObservableType {
    /// Sends the elements to observers.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element {
        subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends the elements to observers of an optional.
    public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable where Observer.Element == Element? {
        map { $0 as Element? }.subscribe { event in for observer in observers { observer.on(event) } }
    }

    /// Sends the elements to relays. A relay cannot take a failure: it stops the program in a debug build, and is
    /// dropped in a release build.
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays of an optional; see `bind(to:)` of elements as they are.
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays; see `bind(to:)` of elements as they are.
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays of an optional; see `bind(to:)` of elements as they are.
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays; see `bind(to:)` of elements as they are.
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Sends the elements to relays of an optional; see `bind(to:)` of elements as they are.
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
        bind { element in for relay in relays { relay.accept(element) } }
    }

    /// Hands the sequence to `binder`, which subscribes to it.
    public func bind<Result>(to binder: (Self) -> Result) -> Result { binder(self) }

    /// Hands the sequence and an argument to `binder`, which subscribes to it.
    public func bind<Argument, Result>(to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument) -> Result {
        binder(self)(curriedArgument)
    }

    /// Calls `onNext` with each element. For sequences that cannot fail: a failure stops the program in a debug build,
    /// and is dropped in a release build.
    public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext, onError: bindingError)
    }

    /// Calls `onNext` with each element and `object`, which is held weakly; see ``bind(onNext:)``.
    public func bind<Object: AnyObject & Sendable>(
        with object: Object, onNext: @escaping @Sendable (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext, onError: { _, error in bindingError(error) })
    }
}

@Sendable
private func bindingError(_ error: any Error) {
    assertionFailure("Binding error: \(error)")
}

/// An observer that hands elements to a closure together with its target, on a scheduler; it holds the target weakly
/// and cannot take failures.
public struct Binder<Value: Sendable>: ObserverType {
    private let handle: @Sendable (Event<Value>) -> Void

    /// An observer of what `target` is to be told.
    ///
    /// - Parameters:
    ///   - target: who is told; not kept.
    ///   - scheduler: where `binding` is called.
    ///   - binding: gets the target and the value.
    public init<Target: AnyObject & Sendable>(
        _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler.instance,
        binding: @escaping @Sendable (Target, Value) -> Void
    ) {
        handle = { [weak target] event in
            switch event {
            case .next(let value):
                _ = scheduler.schedule(value) { [weak target] value in
                    if let target { binding(target, value) }
                    return Disposables.create()
                }
            case .error(let error): bindingError(error)
            case .completed: break
            }
        }
    }

    public func on(_ event: Event<Value>) { handle(event) }
}
