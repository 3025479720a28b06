extension Disposable {
    /// Puts this into a bag, to be disposed with it.
    public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// Disposes what is in it when it goes away: the way to tie subscriptions to the life of an object.
public final class DisposeBag: Sendable {
    private struct State {
        var disposables: [any Disposable] = []
        var sweepAt = 32
    }

    private let state = Lock(State())

    /// An empty bag.
    public init() {}

    /// A bag of those given.
    public convenience init(disposing disposables: any Disposable...) {
        self.init(disposing: disposables)
    }

    /// A bag of those given.
    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    /// A bag of those that a builder lists.
    public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
        self.init()
        insert(builder())
    }

    deinit {
        for disposable in state.withLock({ exchange(&$0.disposables, with: []) }) { disposable.dispose() }
    }

    /// Adds a disposable. Amortised constant time: subscriptions that ended by themselves are dropped now and then, so
    /// that a long-lived bag does not keep them.
    public func insert(_ disposable: any Disposable) {
        let ended: [any Disposable] = state.withLock { state in
            state.disposables.append(disposable)
            guard state.disposables.count >= state.sweepAt else { return [] }
            var (kept, ended): ([any Disposable], [any Disposable]) = ([], [])
            for disposable in state.disposables {
                if let life = disposable as? Life, life.isEnded { ended.append(life) } else { kept.append(disposable) }
            }
            state.disposables = kept
            state.sweepAt = max(32, kept.count * 2)
            return ended
        }
        withExtendedLifetime(ended) {}
    }

    /// Adds disposables.
    public func insert(_ disposables: any Disposable...) { insert(disposables) }

    /// Adds disposables.
    public func insert(_ disposables: [any Disposable]) {
        for disposable in disposables { insert(disposable) }
    }

    /// Adds the disposables that a builder lists.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

    /// Collects disposables, a line each.
    @resultBuilder
    public struct DisposableBuilder {
        /// Collects the lines of a block.
        public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] { disposables }
    }
}
