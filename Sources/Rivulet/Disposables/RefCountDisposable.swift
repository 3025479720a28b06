/// Disposes another disposable when this was disposed and everyone who retained it has let go.
public final class RefCountDisposable: Cancelable, Sendable {
    private struct State {
        var underlying: (any Disposable)?
        var retainers = 0
        var isDisposed = false
    }

    private let state: Lock<State>

    /// One that disposes `disposable` in the end.
    public init(disposable: any Disposable) {
        state = Lock(State(underlying: disposable))
    }

    /// Whether the other one was disposed.
    public var isDisposed: Bool { state.withLock { $0.underlying == nil } }

    /// Puts the end off until what is returned is disposed.
    public func retain() -> any Disposable {
        let isOver = state.withLock { state in
            if state.underlying != nil { state.retainers += 1 }
            return state.underlying == nil
        }
        return isOver ? Disposables.create() : Disposables.create { [self] in release { $0.retainers -= 1 } }
    }

    /// Disposes the other one, as soon as nobody retains it.
    public func dispose() { release { $0.isDisposed = true } }

    private func release(_ change: (inout State) -> Void) {
        let underlying: (any Disposable)? = state.withLock { state in
            change(&state)
            guard state.isDisposed, state.retainers == 0 else { return nil }
            return exchange(&state.underlying, with: nil)
        }
        underlying?.dispose()
    }
}
