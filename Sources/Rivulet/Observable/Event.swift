/// One thing that happens in an ``Observable``: an element, or its end. Grammar: `next* (error | completed)?`.
public enum Event<Element: Sendable>: Sendable {
    /// The next element.
    case next(Element)
    /// The sequence failed; nothing follows.
    case error(any Error)
    /// The sequence completed; nothing follows.
    case completed

    /// Whether this ends the sequence.
    public var isStopEvent: Bool {
        switch self {
        case .next: false
        case .error, .completed: true
        }
    }

    /// The element, if this is one.
    public var element: Element? {
        if case .next(let element) = self { element } else { nil }
    }

    /// The error, if the sequence failed.
    public var error: (any Error)? {
        if case .error(let error) = self { error } else { nil }
    }

    /// Whether the sequence completed.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    /// The same event with its element transformed; an error that `transform` throws becomes the event.
    public func map<Result: Sendable>(_ transform: (Element) throws -> Result) -> Event<Result> {
        do {
            switch self {
            case .next(let element): return .next(try transform(element))
            case .error(let error): return .error(error)
            case .completed: return .completed
            }
        } catch {
            return .error(error)
        }
    }
}

extension Event: CustomDebugStringConvertible {
    public var debugDescription: String {
        switch self {
        case .next(let element): "next(\(element))"
        case .error(let error): "error(\(error))"
        case .completed: "completed"
        }
    }
}

/// A type that can be seen as an ``Event``, so that `dematerialize` knows one.
public protocol EventConvertible<Element>: Sendable {
    associatedtype Element: Sendable

    /// The event.
    var event: Event<Element> { get }
}

extension Event: EventConvertible {
    public var event: Event<Element> { self }
}
