/// How long something lives, as seen by those who want to end with it. Ends when its ``Token`` is disposed or gone.
public final class Lifetime: Sendable {
    private let disposables: CompositeDisposable

    /// The lifetime that ends with `token`.
    public convenience init(_ token: Token) {
        self.init(token.disposables)
    }

    private init(_ disposables: CompositeDisposable) {
        self.disposables = disposables
    }

    /// A lifetime and the token that ends it.
    public static func make() -> (lifetime: Lifetime, token: Token) {
        let token = Token()
        return (Lifetime(token), token)
    }

    /// Whether it has ended.
    public var hasEnded: Bool { disposables.isDisposed }

    /// Runs `action` when the lifetime ends, at once if it has; on the thread that ends it.
    /// - Returns: what takes the action back; nil when the lifetime has ended.
    @discardableResult
    public func observeEnded(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        disposables += action
    }

    /// Disposes `disposable` when the lifetime ends, at once if it has.
    /// - Returns: what takes it back without disposing it; nil when the lifetime has ended.
    @discardableResult
    public static func += (lifetime: Lifetime, disposable: (any Disposable)?) -> (any Disposable)? {
        lifetime.disposables += disposable
    }

    /// Ends a lifetime when it is disposed or goes away.
    public final class Token: Disposable, Sendable {
        fileprivate let disposables = CompositeDisposable()

        /// The token of a lifetime yet to be made.
        public init() {}

        deinit { dispose() }

        /// Ends the lifetime.
        public func dispose() { disposables.dispose() }
    }
}
