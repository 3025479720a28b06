extension Signal {
    /// Something that events are sent to: the input of a signal, or what one does with the events of another.
    ///
    /// Any thread may send; a signal's or a producer's own input passes events on one at a time and in order.
    public final class Observer: Sendable {
        /// What an observer does with an event.
        public typealias Action = @Sendable (Event) -> Void

        let sink: Sink<Value>

        /// An observer over a sink of the kernel.
        init(sink: Sink<Value>) {
            self.sink = sink
        }

        /// An observer that calls `action` with each event.
        public init(_ action: @escaping Action) {
            sink = EventSink(action)
        }

        /// An observer that calls a closure for each kind of event.
        public init(
            value: (@Sendable (Value) -> Void)? = nil,
            failed: (@Sendable (Error) -> Void)? = nil,
            completed: (@Sendable () -> Void)? = nil,
            interrupted: (@Sendable () -> Void)? = nil
        ) {
            sink = CallbackSink(value: value, failed: failed, completed: completed, interrupted: interrupted)
        }

        /// An observer that passes every event on to `observer`, `interrupted` as `completed`.
        public convenience init(mappingInterruptedToCompleted observer: Observer) {
            self.init(sink: InterruptedAsCompletedSink(observer.sink))
        }

        /// Sends an event.
        public func send(_ event: Event) { sink.send(event) }

        /// Sends a value.
        public func send(value: Value) { sink.next(value) }

        /// Sends a failure; nothing follows it.
        public func send(error: Error) { sink.terminate(.failed(error)) }

        /// Sends `completed`; nothing follows it.
        public func sendCompleted() { sink.terminate(.completed) }

        /// Sends `interrupted`; nothing follows it.
        public func sendInterrupted() { sink.terminate(.interrupted) }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class EventSink: Sink<Value>, @unchecked Sendable {
        private let action: Observer.Action

        init(_ action: @escaping Observer.Action) {
            self.action = action
        }

        override func next(_ value: Value) { action(.value(value)) }
        override func terminate(_ ending: Ending) { action(Event(ending)) }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class CallbackSink: Sink<Value>, @unchecked Sendable {
        private let value: (@Sendable (Value) -> Void)?
        private let failed: (@Sendable (Error) -> Void)?
        private let completed: (@Sendable () -> Void)?
        private let interrupted: (@Sendable () -> Void)?

        init(
            value: (@Sendable (Value) -> Void)?, failed: (@Sendable (Error) -> Void)?,
            completed: (@Sendable () -> Void)?, interrupted: (@Sendable () -> Void)?
        ) {
            self.value = value
            self.failed = failed
            self.completed = completed
            self.interrupted = interrupted
        }

        override func next(_ value: Value) { self.value?(value) }

        override func terminate(_ ending: Ending) {
            switch ending {
            case .completed: completed?()
            case .failed(let error): failed?(Signal.typed(error))
            case .interrupted: interrupted?()
            }
        }
    }
}

/// Passes everything on, and an interruption as a completion.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class InterruptedAsCompletedSink<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let downstream: Sink<Value>

    init(_ downstream: Sink<Value>) {
        self.downstream = downstream
    }

    override func next(_ value: Value) { downstream.next(value) }

    override func terminate(_ ending: Ending) {
        if case .interrupted = ending { downstream.terminate(.completed) } else { downstream.terminate(ending) }
    }
}
