/// Runs a closure when the life it hangs on is over. A life disposes once, so this needs no guard of its own.
final class Departure: Disposable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    func dispose() { action() }
}
