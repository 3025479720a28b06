/// Any number of disposables that are disposed together. RxSwift's `insert`/`remove(for:)` and ReactiveSwift's
/// `add`/`+=` are two faces of this one class.
public final class CompositeDisposable: Cancelable, Sendable {
    /// Names one disposable of a composite, to remove it by.
    public struct DisposeKey: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private struct State {
        // In order of insertion; a removed one leaves nothing behind.
        var disposables: [UInt64: any Disposable] = [:]
        var nextNumber: UInt64 = 0
        var isDisposed = false
    }

    private let state: Lock<State>

    /// An empty composite.
    public convenience init() {
        self.init([any Disposable]())
    }

    /// A composite of those given.
    public init(_ disposables: some Sequence<any Disposable>) {
        var state = State()
        for disposable in disposables {
            state.disposables[state.nextNumber] = disposable
            state.nextNumber += 1
        }
        self.state = Lock(state)
    }

    /// A composite of those given.
    public convenience init(disposables: [any Disposable]) {
        self.init(disposables)
    }

    /// A composite of those given.
    public convenience init(_ disposable1: any Disposable, _ disposable2: any Disposable, _ disposables: any Disposable...) {
        self.init([disposable1, disposable2] + disposables)
    }

    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// How many disposables are in it now.
    public var count: Int { state.withLock { $0.disposables.count } }

    /// Adds a disposable, or disposes it at once when the composite is disposed. Constant time.
    /// - Returns: what ``remove(for:)`` takes; nil when the composite is disposed.
    @discardableResult
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        let key: DisposeKey? = state.withLock { state in
            if state.isDisposed { return nil }
            defer { state.nextNumber += 1 }
            state.disposables[state.nextNumber] = disposable
            return DisposeKey(number: state.nextNumber)
        }
        if key == nil { disposable.dispose() }
        return key
    }

    /// Removes a disposable and disposes it. Constant time.
    public func remove(for key: DisposeKey) {
        take(key)?.dispose()
    }

    /// Adds a disposable, or disposes it at once when the composite is disposed.
    /// - Returns: what takes it out again without disposing it; nil when there was nothing to add or no room any more.
    @discardableResult
    public func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
        guard let disposable, let key = insert(disposable) else { return nil }
        return AnyDisposable { [weak self] in _ = self?.take(key) }
    }

    /// Adds an action to run when the composite is disposed, or runs it at once when it is.
    @discardableResult
    public func add(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        add(AnyDisposable(action))
    }

    /// Adds a disposable: `add(_:)` as an operator.
    @discardableResult
    public static func += (composite: CompositeDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
        composite.add(disposable)
    }

    /// Adds an action to run when the composite is disposed.
    @discardableResult
    public static func += (composite: CompositeDisposable, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        composite.add(action)
    }

    /// Disposes all, in the order they were added.
    public func dispose() {
        let disposables = state.withLock { state in
            state.isDisposed = true
            return exchange(&state.disposables, with: [:])
        }
        for (_, disposable) in disposables.sorted(by: { $0.key < $1.key }) { disposable.dispose() }
    }

    private func take(_ key: DisposeKey) -> (any Disposable)? {
        state.withLock { $0.disposables.removeValue(forKey: key.number) }
    }
}
