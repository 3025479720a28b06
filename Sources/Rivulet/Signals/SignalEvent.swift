extension Signal {
    /// One thing that happens in a signal: a value, or its end.
    public enum Event: Sendable {
        /// The next value.
        case value(Value)
        /// The signal failed; nothing follows.
        case failed(Error)
        /// The signal completed; nothing follows.
        case completed
        /// The signal was stopped from outside, or its source went away; nothing follows.
        case interrupted

        /// Whether this ends the signal.
        public var isTerminating: Bool {
            if case .value = self { false } else { true }
        }

        /// Whether this is `completed`.
        public var isCompleted: Bool {
            if case .completed = self { true } else { false }
        }

        /// The value, if this is one.
        public var value: Value? {
            if case .value(let value) = self { value } else { nil }
        }

        /// The error, if the signal failed.
        public var error: Error? {
            if case .failed(let error) = self { error } else { nil }
        }

        /// The same event with its value transformed.
        public func map<Result: Sendable>(_ transform: (Value) -> Result) -> Signal<Result, Error>.Event {
            switch self {
            case .value(let value): .value(transform(value))
            case .failed(let error): .failed(error)
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }

        /// The same event with its error transformed.
        public func mapError<NewError: Swift.Error>(_ transform: (Error) -> NewError) -> Signal<Value, NewError>.Event {
            switch self {
            case .value(let value): .value(value)
            case .failed(let error): .failed(transform(error))
            case .completed: .completed
            case .interrupted: .interrupted
            }
        }

        /// The event of an ending of the kernel.
        init(_ ending: Ending) {
            switch ending {
            case .completed: self = .completed
            case .failed(let error): self = .failed(Signal.typed(error))
            case .interrupted: self = .interrupted
            }
        }
    }
}

extension Signal.Event: Equatable where Value: Equatable, Error: Equatable {}

extension Signal.Event: CustomStringConvertible {
    public var description: String {
        switch self {
        case .value(let value): "VALUE \(value)"
        case .failed(let error): "FAILED \(error)"
        case .completed: "COMPLETED"
        case .interrupted: "INTERRUPTED"
        }
    }
}

/// A type that can be seen as a ``Signal/Event``.
public protocol EventProtocol<Value, Error> {
    associatedtype Value: Sendable
    associatedtype Error: Swift.Error

    /// The event.
    var event: Signal<Value, Error>.Event { get }
}

extension Signal.Event: EventProtocol {
    public var event: Self { self }
}

extension Sink {
    /// Takes an event apart.
    func send<Failure: Swift.Error>(_ event: Signal<Element, Failure>.Event) {
        switch event {
        case .value(let value): next(value)
        case .failed(let error): terminate(.failed(error))
        case .completed: terminate(.completed)
        case .interrupted: terminate(.interrupted)
        }
    }
}
