import Rivulet

/// Those who look on while an object handles its messages. Costs a pointer for as long as nobody does.
public final class Messages: Sendable {
    /// Before and after the method.
    public enum Phase: String, Hashable, Sendable {
        /// The message was sent; its method has not run yet.
        case sentMessage
        /// The method has run.
        case methodInvoked
    }

    private struct Key: Hashable {
        let name: String
        let phase: Phase
        let argument: ObjectIdentifier
    }

    private struct State {
        /// A `PublishSubject` of the argument for each message and phase that was ever observed.
        var subjects: [Key: any Sendable & SubjectEnding]?
    }

    private let state = Lock(State())
    private let onlooker: Onlooker?

    /// Told of every message that is a page's own.
    typealias Onlooker = @Sendable (_ step: Appearance.Step, _ phase: Phase, _ animated: Bool) -> Void

    /// Nobody yet.
    public init() {
        onlooker = nil
    }

    /// Nobody but `onlooker`, who is told before everyone else.
    init(onlooker: @escaping Onlooker) {
        self.onlooker = onlooker
    }

    /// The object is gone: nothing comes any more.
    deinit {
        let subjects = state.withLock { exchange(&$0.subjects, with: nil) }
        for subject in (subjects ?? [:]).values { subject.onCompleted() }
    }

    func report<Receiver, Argument>(_ message: Message<Receiver, Argument>, _ phase: Phase, _ argument: Argument) {
        let subject = state.withLock { state -> PublishSubject<Argument>? in
            guard let subjects = state.subjects else { return nil }
            return subjects[Self.key(message.name, phase, Argument.self)] as? PublishSubject<Argument>
        }
        if let onlooker, let animated = argument as? Bool, let step = message.step ?? Appearance.Step(rawValue: message.name) {
            onlooker(step, phase, animated)
        }
        subject?.onNext(argument)
    }

    /// The arguments of a message, in one phase. Completes when the object is released.
    func observe<Argument: Sendable>(_ name: String, _ phase: Phase, _ type: Argument.Type) -> Observable<Argument> {
        state.withLock { state in
            let key = Self.key(name, phase, type)
            if let subject = state.subjects?[key] as? PublishSubject<Argument> { return subject }
            let subject = PublishSubject<Argument>()
            state.subjects = state.subjects ?? [:]
            state.subjects?[key] = subject
            return subject
        }
    }

    private static func key<Argument>(_ name: String, _ phase: Phase, _ type: Argument.Type) -> Key {
        Key(name: name, phase: phase, argument: ObjectIdentifier(type))
    }
}

/// A subject of any element, as far as its end goes.
protocol SubjectEnding: Sendable {
    func onCompleted()
}

extension PublishSubject: SubjectEnding {}
