extension InfallibleType {
    /// What takes the events of an infallible.
    public typealias InfallibleObserver = @Sendable (InfallibleEvent<Element>) -> Void

    /// A sequence whose events a closure produces, once for each subscription; see ``ObservableType/create(_:)``.
    ///
    ///     the closure  n--n--c
    ///     create       1--2--|
    public static func create(subscribe: @escaping @Sendable (@escaping InfallibleObserver) -> any Disposable) -> Infallible<Element> {
        Infallible(
            .create { observer in
                subscribe { event in
                    switch event {
                    case .next(let element): observer.onNext(element)
                    case .completed: observer.onCompleted()
                    }
                }
            })
    }

    /// A sequence of one element.
    ///
    ///     just(1)  1|
    public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

    /// A sequence of one element, sent on a scheduler.
    ///
    ///     just(1)  -1|
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(.just(element, scheduler: scheduler))
    }

    /// A sequence of the given elements; see ``ObservableType/of(_:scheduler:)``.
    ///
    ///     of(1, 2, 3)  123|
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// The elements of an array as a sequence.
    ///
    ///     from([1, 2, 3])  123|
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(array, scheduler: scheduler))
    }

    /// The elements of a Swift sequence as a sequence.
    ///
    ///     from([1, 2, 3])  123|
    public static func from<Sequence: Swift.Sequence & Sendable>(
        _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> where Sequence.Element == Element {
        Infallible(.from(sequence, scheduler: scheduler))
    }

    /// The value of an optional, if there is one, as a sequence.
    ///
    ///     from(optional: 1)    1|
    ///     from(optional: nil)  |
    public static func from(optional: Element?) -> Infallible<Element> { Infallible(.from(optional: optional)) }

    /// The value of an optional, if there is one, as a sequence, sent on a scheduler.
    ///
    ///     from(optional: 1)    -1|
    ///     from(optional: nil)  -|
    public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(.from(optional: optional, scheduler: scheduler))
    }

    /// A sequence that completes at once.
    ///
    ///     empty  |
    public static func empty() -> Infallible<Element> { Infallible(.empty()) }

    /// A sequence in which nothing ever happens.
    ///
    ///     never  --------…
    public static func never() -> Infallible<Element> { Infallible(.never()) }

    /// A sequence that `observableFactory` makes anew for each subscription.
    ///
    ///     made here  s
    ///     deferred   --1--2--|
    public static func deferred(_ observableFactory: @escaping @Sendable () -> Infallible<Element>) -> Infallible<Element> {
        Infallible(.deferred { observableFactory().asObservable() })
    }
}
