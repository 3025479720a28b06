/// Holds the disposable of the newest in a row of actions, each begun after the one before or in its place.
///
/// Not a ``SerialDisposable``: an action may run, and begin the next one, on another thread before the call that
/// scheduled it has returned its disposable; put in then, that late one would push out its own successor.
final class Succession: Cancelable, Sendable {
    private struct State {
        var newest: UInt64 = 0
        var held: (any Disposable)?
        var isDisposed = false
    }

    private let state = Lock(State())

    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Begins the next action, unless this is disposed; the one before is disposed first.
    func next(_ begin: () -> any Disposable) {
        let (number, previous): (UInt64?, (any Disposable)?) = state.withLock { state in
            if state.isDisposed { return (nil, nil) }
            state.newest += 1
            return (state.newest, exchange(&state.held, with: nil))
        }
        guard let number else { return }
        previous?.dispose()
        let disposable = begin()
        let isUnwanted = state.withLock { state in
            if state.isDisposed { return true }
            if state.newest == number { state.held = disposable }
            return false
        }
        if isUnwanted { disposable.dispose() }
    }

    /// Disposes the newest action; none begins any more.
    func dispose() {
        let held = state.withLock { state in
            state.isDisposed = true
            return exchange(&state.held, with: nil)
        }
        held?.dispose()
    }
}
