/// Something that receives the events of an ``ObservableType``.
public protocol ObserverType<Element>: Sendable {
    associatedtype Element: Sendable

    /// Receives one event. Calls for one subscription never overlap; they may come on any thread.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Receives an element.
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Receives the failure that ends the sequence.
    public func onError(_ error: any Error) { on(.error(error)) }

    /// Receives the completion that ends the sequence.
    public func onCompleted() { on(.completed) }

    /// This observer with its type forgotten.
    public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

    /// An observer of another element, each of which `transform` turns into one of this observer's. An error it throws
    /// is received as the failure.
    public func mapObserver<Result: Sendable>(_ transform: @escaping @Sendable (Result) throws -> Element) -> AnyObserver<Result> {
        AnyObserver { event in self.on(event.map(transform)) }
    }
}

/// An observer of any kind, its type forgotten.
public struct AnyObserver<Element: Sendable>: ObserverType {
    /// What an observer does with an event.
    public typealias EventHandler = @Sendable (Event<Element>) -> Void

    let sink: Sink<Element>

    init(sink: Sink<Element>) {
        self.sink = sink
    }

    /// An observer that hands each event to a closure.
    public init(eventHandler: @escaping EventHandler) {
        sink = EventHandlerSink(eventHandler)
    }

    /// Forgets the type of an observer.
    public init(_ observer: some ObserverType<Element>) {
        if let observer = observer as? AnyObserver<Element> { self = observer } else { sink = EventHandlerSink(observer.on) }
    }

    public func on(_ event: Event<Element>) { sink.on(event) }

    // These skip the making of an event.
    public func onNext(_ element: Element) { sink.next(element) }
    public func onError(_ error: any Error) { sink.terminate(.failed(error)) }
    public func onCompleted() { sink.terminate(.completed) }

    public func asObserver() -> AnyObserver<Element> { self }
}

extension Sink {
    /// Takes an event apart.
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): terminate(.failed(error))
        case .completed: terminate(.completed)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class EventHandlerSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let handle: AnyObserver<Element>.EventHandler

    init(_ handle: @escaping AnyObserver<Element>.EventHandler) {
        self.handle = handle
    }

    override func next(_ element: Element) { handle(.next(element)) }

    override func terminate(_ ending: Ending) {
        switch ending {
        case .completed: handle(.completed)
        case .failed(let error): handle(.error(error))
        case .interrupted: break
        }
    }
}
