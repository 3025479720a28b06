import Rivulet

/// What a reader of a request body gets for one demand.
enum BodyPiece: Sendable {
    case bytes(ArraySlice<UInt8>)
    case end
    case failed(any Error)
}

/// The way of a request's content from its connection to whoever reads it. One piece for one demand: the connection
/// reads on, or opens its window, only when somebody waits for more.
final class BodyChannel: Sendable {
    typealias Receiver = @Sendable (BodyPiece) -> Void

    private struct State {
        var arrived: [ArraySlice<UInt8>] = []
        var ending: BodyPiece?
        var waiting: Receiver?
    }

    /// The length that the head declared, in bytes.
    let length: Int?
    private let state = Lock(State())
    private let demand: @Sendable () -> Void

    /// - Parameter demand: called when somebody waits and nothing is here; any thread.
    init(length: Int?, demand: @escaping @Sendable () -> Void) {
        self.length = length
        self.demand = demand
    }

    /// Hands the next piece to `receive`, now or when it comes; once. Any thread, one demand at a time.
    func next(_ receive: @escaping Receiver) {
        enum Step {
            case deliver(BodyPiece)
            case wait
        }
        let step: Step = state.withLock { state in
            if !state.arrived.isEmpty { return .deliver(.bytes(state.arrived.removeFirst())) }
            if let ending = state.ending { return .deliver(ending) }
            if state.waiting != nil { return .deliver(.failed(RequestBodyError.readTwice)) }
            state.waiting = receive
            return .wait
        }
        switch step {
        case .deliver(let piece): receive(piece)
        case .wait: demand()
        }
    }

    /// Takes back a demand: its receiver is told that the reading was cancelled.
    func cancel() {
        let waiting = state.withLock { $0.waiting.take() }
        waiting?(.failed(CancellationError()))
    }

    /// Whether somebody waits for a piece.
    var isWanted: Bool { state.withLock { $0.waiting != nil } }

    /// Brings a piece that arrived.
    func supply(_ bytes: ArraySlice<UInt8>) {
        let waiting: Receiver? = state.withLock { state in
            if state.ending != nil { return nil }
            guard let waiting = state.waiting.take() else {
                // Small pieces are put together, or a client could make each of its bytes cost a hundred.
                if let last = state.arrived.last, last.count < 4096 {
                    state.arrived[state.arrived.count - 1].append(contentsOf: bytes)
                } else {
                    state.arrived.append(bytes)
                }
                return nil
            }
            return waiting
        }
        waiting?(.bytes(bytes))
    }

    /// Says that nothing follows: `.end`, or a failure, which also throws away what nobody has read yet.
    func end(_ ending: BodyPiece) {
        let waiting: Receiver? = state.withLock { state in
            if state.ending != nil { return nil }
            state.ending = ending
            if case .failed = ending { state.arrived = [] }
            return state.waiting.take()
        }
        waiting?(ending)
    }
}
