/// Work that is done for an input, one at a time, and only while it is enabled: what a button does.
///
/// Applying it while it runs or is disabled fails with ``ActionError/disabled``.
public final class Action<Input: Sendable, Output: Sendable, Error: Swift.Error>: BindingTargetProvider {
    private let begin: @Sendable (Input) -> SignalProducer<Output, Error>?
    private let end: @Sendable () -> Void
    private let token = Lifetime.Token()
    private let eventsInput: Signal<Signal<Output, Error>.Event, Never>.Observer
    private let disabledErrorsInput: Signal<(), Never>.Observer

    /// Every event of every run.
    public let events: Signal<Signal<Output, Error>.Event, Never>
    /// The values of every run.
    public let values: Signal<Output, Never>
    /// The failure of every run that fails.
    public let errors: Signal<Error, Never>
    /// Sends when a run completes.
    public let completed: Signal<(), Never>
    /// Sends when the action is applied and cannot run.
    public let disabledErrors: Signal<(), Never>
    /// Whether it runs now.
    public let isExecuting: Property<Bool>
    /// Whether it would run now: it is enabled and does not run.
    public let isEnabled: Property<Bool>

    /// How long the action lives.
    public var lifetime: Lifetime { Lifetime(token) }

    /// An action that depends on a state.
    ///
    /// - Parameters:
    ///   - state: the state; the action keeps it.
    ///   - isEnabled: whether the action is enabled in a state.
    ///   - execute: makes the work, of the state at that moment and the input.
    public init<State: PropertyProtocol>(
        state: State, enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
        execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Error>
    ) {
        let status = MutableProperty(ActionStatus(state: state.value, isAllowed: isEnabled(state.value)))
        lifetimeOfState = state.producer.startWithValues { [weak status] state in
            let isAllowed = isEnabled(state)
            status?.modify {
                $0.state = state
                $0.isAllowed = isAllowed
            }
        }
        begin = { input in
            let state: State.Value? = status.modify { status in
                guard status.isEnabled else { return nil }
                status.isExecuting = true
                return status.state
            }
            return state.map { execute($0, input) }
        }
        end = { status.modify { $0.isExecuting = false } }
        (events, eventsInput) = Signal.pipe()
        (disabledErrors, disabledErrorsInput) = Signal.pipe()
        values = events.compactMap(\.value)
        errors = events.compactMap(\.error)
        completed = events.compactMap { $0.isCompleted ? () : nil }
        self.isEnabled = Property(capturing: status).map(\.isEnabled).skipRepeats()
        isExecuting = Property(capturing: status).map(\.isExecuting).skipRepeats()
    }

    private let lifetimeOfState: any Disposable

    deinit {
        lifetimeOfState.dispose()
        eventsInput.sendCompleted()
        disabledErrorsInput.sendCompleted()
    }

    /// A producer that runs the action when it is started. Interrupting it stops the run.
    ///
    ///     input        1
    ///     apply        --a--b--|
    ///     isExecuting  t-------f
    public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Error>> {
        SignalProducer<Output, ActionError<Error>> { [self] observer, lifetime in
            guard let work = begin(input) else {
                observer.send(error: .disabled)
                disabledErrorsInput.send(value: ())
                return
            }
            lifetime.observeEnded(end)
            let run = work.start { [eventsInput] event in
                observer.send(event.mapError(ActionError.producerFailed))
                eventsInput.send(value: event)
            }
            lifetime += run
        }
    }

    /// Applies the action to each value bound to it, and ignores those that come while it cannot run.
    public var bindingTarget: BindingTarget<Input> {
        BindingTarget(lifetime: lifetime) { [weak self] in self?.apply($0).start() }
    }
}

extension Action {
    /// An action that depends on a state and is always enabled.
    public convenience init<State: PropertyProtocol>(
        state: State, execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Error>
    ) {
        self.init(state: state, enabledIf: { _ in true }, execute: execute)
    }

    /// An action that is enabled while a property says so.
    public convenience init<Enabled: PropertyProtocol<Bool>>(
        enabledIf isEnabled: Enabled, execute: @escaping @Sendable (Input) -> SignalProducer<Output, Error>
    ) {
        self.init(state: isEnabled, enabledIf: { isEnabled in isEnabled }, execute: { _, input in execute(input) })
    }

    /// An action that is enabled while a property has something, which it works on.
    public convenience init<State: PropertyProtocol, Wrapped: Sendable>(
        unwrapping state: State, execute: @escaping @Sendable (Wrapped, Input) -> SignalProducer<Output, Error>
    ) where State.Value == Wrapped? {
        // Never empty in fact: the action is enabled only while there is something.
        self.init(
            state: state, enabledIf: { $0 != nil },
            execute: { state, input in state.map { execute($0, input) } ?? .empty })
    }

    /// An action that is enabled while the value proposed to a property is accepted, which it works on.
    public convenience init<Wrapped: Sendable, ValidationError: Swift.Error>(
        validated state: ValidatingProperty<Wrapped, ValidationError>,
        execute: @escaping @Sendable (Wrapped, Input) -> SignalProducer<Output, Error>
    ) {
        self.init(unwrapping: state.result.map(\.value), execute: execute)
    }

    /// An action that is always enabled.
    public convenience init(execute: @escaping @Sendable (Input) -> SignalProducer<Output, Error>) {
        self.init(enabledIf: Property(value: true), execute: execute)
    }
}

extension Action where Input == Void {
    /// A producer that runs the action when it is started.
    ///
    ///     apply        --a--b--|
    ///     isExecuting  t-------f
    public func apply() -> SignalProducer<Output, ActionError<Error>> { apply(()) }

    /// An action without input that depends on a state.
    public convenience init<State: PropertyProtocol>(
        state: State, execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Error>
    ) {
        self.init(state: state) { state, _ in execute(state) }
    }

    /// An action without input that is enabled while a property has something, which it works on.
    public convenience init<State: PropertyProtocol, Wrapped: Sendable>(
        unwrapping state: State, execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Error>
    ) where State.Value == Wrapped? {
        self.init(unwrapping: state) { wrapped, _ in execute(wrapped) }
    }

    /// An action without input that is enabled while the value proposed to a property is accepted, which it works on.
    public convenience init<Wrapped: Sendable, ValidationError: Swift.Error>(
        validated state: ValidatingProperty<Wrapped, ValidationError>,
        execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Error>
    ) {
        self.init(validated: state) { wrapped, _ in execute(wrapped) }
    }
}

/// Why a run of an ``Action`` failed.
public enum ActionError<Error: Swift.Error>: Swift.Error {
    /// The action was disabled, or running already.
    case disabled
    /// The work itself failed.
    case producerFailed(Error)
}

extension ActionError: Equatable where Error: Equatable {}

private struct ActionStatus<State: Sendable>: Sendable {
    var state: State
    var isAllowed: Bool
    var isExecuting = false

    var isEnabled: Bool { isAllowed && !isExecuting }
}
