import Rivulet

/// A point in the virtual time of a ``TestScheduler``.
public typealias TestTime = Int

/// Something with the virtual time at which it happened.
public struct Recorded<Value: Sendable>: Sendable {
    /// When it happened.
    public let time: TestTime
    /// What happened.
    public let value: Value

    /// Something that happened at a time.
    public init(time: TestTime, value: Value) {
        self.time = time
        self.value = value
    }
}

extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomDebugStringConvertible {
    public var debugDescription: String { "\(value) @ \(time)" }
}

extension Recorded {
    /// An element at a time.
    public static func next<Element: Sendable>(_ time: TestTime, _ element: Element) -> Recorded<Event<Element>>
    where Value == Event<Element> {
        Recorded(time: time, value: .next(element))
    }

    /// A completion at a time.
    public static func completed<Element: Sendable>(
        _ time: TestTime, _ type: Element.Type = Element.self
    ) -> Recorded<Event<Element>> where Value == Event<Element> {
        Recorded(time: time, value: .completed)
    }

    /// A failure at a time.
    public static func error<Element: Sendable>(
        _ time: TestTime, _ error: any Error, _ type: Element.Type = Element.self
    ) -> Recorded<Event<Element>> where Value == Event<Element> {
        Recorded(time: time, value: .error(error))
    }

    /// The given events as an array: spares the type of a first event that does not show it.
    public static func events<Element: Sendable>(_ recordedEvents: Recorded<Event<Element>>...) -> [Recorded<Event<Element>>]
    where Value == Event<Element> {
        recordedEvents
    }
}

/// An element at a time.
public func next<Element: Sendable>(_ time: TestTime, _ element: Element) -> Recorded<Event<Element>> {
    .next(time, element)
}

/// A completion at a time.
public func completed<Element: Sendable>(_ time: TestTime, _ type: Element.Type = Element.self) -> Recorded<Event<Element>> {
    .completed(time)
}

/// A failure at a time.
public func error<Element: Sendable>(
    _ time: TestTime, _ error: any Error, _ type: Element.Type = Element.self
) -> Recorded<Event<Element>> {
    .error(time, error)
}

/// The span of virtual time during which something was subscribed to.
public struct Subscription: Sendable, Hashable, CustomDebugStringConvertible {
    /// When it began.
    public let subscribe: TestTime
    /// When it ended; `Int.max` if it did not.
    public let unsubscribe: TestTime

    /// A subscription from one time to another, or one without an end.
    public init(_ subscribe: TestTime, _ unsubscribe: TestTime = .max) {
        self.subscribe = subscribe
        self.unsubscribe = unsubscribe
    }

    public var debugDescription: String { "(\(subscribe) : \(unsubscribe == .max ? "∞" : String(unsubscribe)))" }
}

/// Errors are equal when they print alike: `Error` itself knows no equality.
extension Event: Equatable where Element: Equatable {
    public static func == (lhs: Event<Element>, rhs: Event<Element>) -> Bool {
        switch (lhs, rhs) {
        case (.next(let lhs), .next(let rhs)): lhs == rhs
        case (.error(let lhs), .error(let rhs)): "\(lhs)" == "\(rhs)"
        case (.completed, .completed): true
        default: false
        }
    }
}

/// An error to tell from others.
public enum TestError: Error, Sendable {
    /// The first one.
    case dummyError
    /// Another one.
    case dummyError1
    /// A third one.
    case dummyError2
}

/// An error to tell from others.
public let testError = TestError.dummyError
