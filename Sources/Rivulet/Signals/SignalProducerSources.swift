extension Observable {
    /// A sequence of one element, or of a failure.
    static func of<Failure: Error>(_ result: Result<Element, Failure>) -> Observable<Element> {
        switch result {
        case .success(let element): .just(element)
        case .failure(let error): .error(error)
        }
    }
}

/// What a start handler produces.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class Started<Value: Sendable, Failure: Error>: Observable<Value>, @unchecked Sendable {
    typealias Handler = @Sendable (Signal<Value, Failure>.Observer, Lifetime) -> Void

    private let handler: Handler

    init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        let (lifetime, token) = Lifetime.make()
        let input = StartInput(GatedSink(sink, life))
        life.add(token)
        handler(Signal<Value, Failure>.Observer(sink: input), lifetime)
    }
}

/// The side of a start that its handler sends to. When nobody keeps it any more, be it as an observer or behind a signal
/// that it observes, nothing can come, and the start is interrupted.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class StartInput<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let gated: GatedSink<Value>

    init(_ gated: GatedSink<Value>) {
        self.gated = gated
    }

    deinit { gated.terminate(.interrupted) }

    override func next(_ value: Value) { gated.next(value) }

    override func terminate(_ ending: Ending) { gated.terminate(ending) }
}

/// The elements of a sequence, as fast as they can be taken. (RxSwift's `from` takes turns on the current thread's
/// trampoline instead, so that two of them interleave; ReactiveSwift's producers do not.)
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class Sequenced<Values: Sequence & Sendable>: Observable<Values.Element>, @unchecked Sendable
where Values.Element: Sendable {
    private let values: Values

    init(_ values: Values) {
        self.values = values
    }

    override func start(_ sink: Sink<Values.Element>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Values.Element>, _ life: Life) {
        for value in values {
            sink.next(value)
            if life.isEnded { return }
        }
        sink.terminate(.completed)
    }
}

/// Nothing ever happens. Unlike RxSwift's `never`, it keeps its sink until the subscription is over: a signal whose input
/// has gone would be interrupted.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class Silent<Value: Sendable>: Observable<Value>, @unchecked Sendable {
    override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        life.add(Departure { withExtendedLifetime(sink) {} })
    }
}

/// The end of a chain that can be interrupted from outside: then the observer is told, in its turn.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class InterruptibleSink<Value: Sendable>: Sink<Value>, Cancelable, @unchecked Sendable {
    /// Confined by the gate; let go at the end, for whoever started the chain may keep this.
    private let target: Confined<AnySink?>
    private let life: Life
    private let gate = Gate()

    init(_ target: Sink<Value>, _ life: Life) {
        self.target = Confined(target)
        self.life = life
    }

    var isDisposed: Bool { life.isEnded }

    func dispose() { terminate(.interrupted) }

    override func next(_ value: Value) {
        if life.isEnded { return }
        if gate.enter() {
            deliver(value)
            gate.leave()
        } else {
            gate.later { [self] in deliver(value) }
        }
    }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        if gate.enter() {
            finish(ending)
            gate.leave()
        } else {
            gate.later { [self] in finish(ending) }
        }
    }

    private func deliver(_ value: Value) {
        guard !life.isEnded, let sink = target.value else { return }
        // Sound: the initialiser took a sink of this element.
        unsafeDowncast(sink, to: Sink<Value>.self).next(value)
    }

    private func finish(_ ending: Ending) {
        exchange(&target.value, with: nil)?.terminate(ending)
        life.tearDown()
    }
}
