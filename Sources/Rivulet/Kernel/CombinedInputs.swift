import Synchronization

/// `combineLatest` of any number of inputs, of any types: a closure adds them, and returns another that makes an
/// element of what they sent last. That one is called only when each has sent something.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class CombineLatest<Result: Sendable>: Observable<Result>, @unchecked Sendable {
    private let wire: UpstreamValue<@Sendable (Inputs) -> @Sendable () throws -> Result>

    init(_ wire: @escaping @Sendable (Inputs) -> @Sendable () throws -> Result) {
        self.wire = UpstreamValue(wire)
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        let inputs = Inputs()
        let makeResult = wire.value(inputs)
        let state = CombineLatestState(sink, life, inputs.connections.value.count, makeResult)
        for connect in inputs.connections.value { connect(state) }
    }

    /// Collects the inputs while they are being wired.
    final class Inputs: Sendable {
        /// Confined to the thread that wires.
        fileprivate let connections = Confined<[@Sendable (CombineLatestState<Result>) -> Void]>([])

        /// Adds an input.
        func add<Source: ObservableType>(_ source: Source) -> LatestInput<Source.Element> {
            let input = LatestInput<Source.Element>()
            connections.value.append { state in
                if state.life.isEnded { return }
                let life = state.life.makeChild()
                source.asObservable().start(CombineLatestSink(state, input, life), life)
            }
            return input
        }
    }
}

/// What one input sent last. Confined by the gate of the operator it belongs to.
final class LatestInput<Value: Sendable>: Sendable {
    fileprivate let value = Latest<Value>()

    /// The last element. Only asked once there is one.
    @inline(__always)
    var latest: Value { value.knownValue }
}

/// Confined by its gate, but for what is said otherwise.
private final class CombineLatestState<Result: Sendable>: Sendable {
    let life: Life
    private let gate = Gate()
    private let downstream: Sink<Result>
    private let makeResult: @Sendable () throws -> Result
    /// Inputs that have not sent anything yet.
    private let silent: Confined<Int>
    /// Inputs that have not ended.
    private let running: Confined<Int>

    init(_ downstream: Sink<Result>, _ life: Life, _ count: Int, _ makeResult: @escaping @Sendable () throws -> Result) {
        self.downstream = downstream
        self.life = life
        self.makeResult = makeResult
        silent = Confined(count)
        running = Confined(count)
    }

    @inline(__always)
    func next<Value: Sendable>(_ element: Value, _ input: LatestInput<Value>) {
        if gate.enter() {
            if keep(element, input) { sendResult() }
            gate.leave()
        } else {
            nextLater(element, input)
        }
    }

    // Apart: see `Junction`.
    @inline(never)
    private func nextLater<Value: Sendable>(_ element: Value, _ input: LatestInput<Value>) {
        gate.later { [self] in if keep(element, input) { sendResult() } }
    }

    func inputTerminated(_ ending: Ending) {
        if gate.enter() {
            receive(ending)
            gate.leave()
        } else {
            gate.later { [self] in receive(ending) }
        }
    }

    /// - Returns: whether there is a result to send.
    @inline(never)
    private func keep<Value: Sendable>(_ element: Value, _ input: LatestInput<Value>) -> Bool {
        if life.isEnded { return false }
        if input.value.set(element) { silent.value -= 1 }
        if silent.value == 0 { return true }
        // When all others have ended, those that are silent stay so.
        if running.value == 1 { downstream.terminate(.completed) }
        return false
    }

    private func sendResult() {
        do { downstream.next(try makeResult()) } catch { downstream.terminate(.failed(error)) }
    }

    private func receive(_ ending: Ending) {
        if life.isEnded { return }
        guard case .completed = ending else { return downstream.terminate(ending) }
        running.value -= 1
        if running.value == 0 { downstream.terminate(.completed) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class CombineLatestSink<Value: Sendable, Result: Sendable>: Sink<Value>, @unchecked Sendable {
    private let state: CombineLatestState<Result>
    private let input: LatestInput<Value>
    private let life: Life

    init(_ state: CombineLatestState<Result>, _ input: LatestInput<Value>, _ life: Life) {
        self.state = state
        self.input = input
        self.life = life
    }

    override func next(_ element: Value) { state.next(element, input) }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        state.inputTerminated(ending)
    }
}
