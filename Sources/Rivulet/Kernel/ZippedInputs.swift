/// `zip` of any number of inputs, of any types: a closure adds them, and returns another that takes one element of each
/// and makes an element of them. That one is called only when each has one to give.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class Zip<Result: Sendable>: Observable<Result>, @unchecked Sendable {
    /// When the output completes, on which the two vocabularies differ.
    enum Completion {
        /// RxSwift's: when all inputs have, or when an element comes and all others have.
        case whenAllEnded
        /// ReactiveSwift's: as soon as one has that has no element left to give.
        case whenOneIsExhausted
    }

    private let completion: Completion
    private let wire: UpstreamValue<@Sendable (Inputs) -> @Sendable () throws -> Result>

    init(completion: Completion = .whenAllEnded, _ wire: @escaping @Sendable (Inputs) -> @Sendable () throws -> Result) {
        self.completion = completion
        self.wire = UpstreamValue(wire)
    }

    override func run(_ sink: Sink<Result>, _ life: Life) {
        let inputs = Inputs()
        let makeResult = wire.value(inputs)
        let state = ZipState(Junction(sink, life), inputs.connections.value.count, completion, makeResult)
        for (index, connect) in inputs.connections.value.enumerated() { connect(state, index) }
    }

    /// Collects the inputs while they are being wired.
    final class Inputs: Sendable {
        /// Confined to the thread that wires.
        fileprivate let connections = Confined<[@Sendable (ZipState<Result>, Int) -> Void]>([])

        /// Adds an input.
        func add<Source: ObservableType>(_ source: Source) -> QueuedInput<Source.Element> {
            let input = QueuedInput<Source.Element>()
            connections.value.append { state, index in
                let junction = state.junction
                if junction.life.isEnded { return }
                let life = junction.life.makeChild()
                source.asObservable().start(ZipSink(state, input, index, life), life)
            }
            return input
        }
    }
}

/// What one input sent and was not taken yet. Confined by the gate of the operator it belongs to.
final class QueuedInput<Value: Sendable>: Sendable {
    fileprivate let elements = Backlog<Value>()

    /// Takes the oldest element out. Only asked once there is one.
    var taken: Value {
        precondition(!elements.isEmpty, "asked before every input had an element")
        return elements.takeFirst()
    }
}

/// Confined by the junction's gate.
private final class ZipState<Result: Sendable>: Sendable {
    let junction: Junction<Result>
    private let completion: Zip<Result>.Completion
    private let makeResult: @Sendable () throws -> Result
    private let inputs: Confined<[Input]>

    private struct Input {
        var count = 0
        var isDone = false
    }

    init(
        _ junction: Junction<Result>, _ count: Int, _ completion: Zip<Result>.Completion,
        _ makeResult: @escaping @Sendable () throws -> Result
    ) {
        self.junction = junction
        self.completion = completion
        self.makeResult = makeResult
        inputs = Confined(Array(repeating: Input(), count: count))
    }

    /// - Returns: whether there is a result to send.
    @inline(never)
    func keep<Value: Sendable>(_ element: Value, _ input: QueuedInput<Value>, _ index: Int) -> Bool {
        if junction.life.isEnded { return false }
        input.elements.append(element)
        inputs.value[index].count += 1
        if inputs.value.allSatisfy({ $0.count > 0 }) {
            for index in inputs.value.indices { inputs.value[index].count -= 1 }
            return true
        }
        if inputs.value.indices.allSatisfy({ $0 == index || inputs.value[$0].isDone }) { junction.downstream.terminate(.completed) }
        return false
    }

    func sendResult() {
        do { junction.downstream.next(try makeResult()) } catch { return junction.downstream.terminate(.failed(error)) }
        if !junction.life.isEnded { completeIfExhausted(junction.downstream) }
    }

    func received(_ ending: Ending, _ index: Int, _ sink: Sink<Result>) {
        guard case .completed = ending else { return sink.terminate(ending) }
        inputs.value[index].isDone = true
        if inputs.value.allSatisfy(\.isDone) { sink.terminate(.completed) } else { completeIfExhausted(sink) }
    }

    @inline(never)
    private func completeIfExhausted(_ sink: Sink<Result>) {
        guard case .whenOneIsExhausted = completion else { return }
        if inputs.value.contains(where: { $0.isDone && $0.count == 0 }) { sink.terminate(.completed) }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ZipSink<Value: Sendable, Result: Sendable>: Sink<Value>, @unchecked Sendable {
    private let state: ZipState<Result>
    private let input: QueuedInput<Value>
    private let index: Int
    private let life: Life

    init(_ state: ZipState<Result>, _ input: QueuedInput<Value>, _ index: Int, _ life: Life) {
        self.state = state
        self.input = input
        self.index = index
        self.life = life
    }

    override func next(_ element: Value) {
        if state.junction.enter() {
            if state.keep(element, input, index) { state.sendResult() }
            state.junction.leave()
        } else {
            nextLater(element)
        }
    }

    // Apart: see `Junction`.
    @inline(never)
    private func nextLater(_ element: Value) {
        state.junction.perform { [state, input, index] _ in
            if state.keep(element, input, index) { state.sendResult() }
        }
    }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        state.junction.perform { [state, index] sink in state.received(ending, index, sink) }
    }
}
