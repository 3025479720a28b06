/// The lives of an operator's inner subscriptions (`flatMap`, `merge`): any number of them, each removed as it ends.
final class LifeGroup: Disposable, Sendable {
    private let state = Lock(State())

    private struct State {
        var lives: [Life?] = []
        var vacant: [Int] = []
        var isOver = false
    }

    /// A place in the group, to leave by.
    struct Seat: Sendable {
        fileprivate let index: Int
    }

    /// Adds a life, or ends it at once when the group is over. Constant time.
    func add(_ life: Life) -> Seat? {
        let seat: Seat? = state.withLock { state in
            if state.isOver { return nil }
            if let index = state.vacant.popLast() {
                state.lives[index] = life
                return Seat(index: index)
            }
            state.lives.append(life)
            return Seat(index: state.lives.count - 1)
        }
        if seat == nil { life.dispose() }
        return seat
    }

    /// Takes a life out, without ending it. Constant time.
    func leave(_ seat: Seat?) {
        guard let seat else { return }
        let life: Life? = state.withLock { state in
            guard !state.isOver else { return nil }
            defer {
                state.lives[seat.index] = nil
                state.vacant.append(seat.index)
            }
            return state.lives[seat.index]
        }
        withExtendedLifetime(life) {}
    }

    /// Ends every life in the group, and each that comes later.
    func dispose() {
        let lives = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.lives
        }
        for life in lives { life?.dispose() }
    }
}
