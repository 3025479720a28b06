/// Any number of disposables that are disposed together. RxSwift's `insert`/`remove(for:)` and ReactiveSwift's
/// `add`/`+=` are two faces of this one class.
public final class CompositeDisposable: Cancelable, Sendable {
    /// Names one disposable of a composite, to remove it by.
    public struct DisposeKey: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private let members: Members

    /// An empty composite.
    public convenience init() {
        self.init([any Disposable]())
    }

    /// A composite of those given.
    public init(_ disposables: some Sequence<any Disposable>) {
        var state = State()
        for disposable in disposables { _ = state.insert(disposable) }
        members = Members(state)
    }

    /// Lets its members go, without disposing them: one of them may hold what takes it out.
    deinit { _ = members.state.withLock { $0.disposeAll() } }

    /// A composite of those given.
    public convenience init(disposables: [any Disposable]) {
        self.init(disposables)
    }

    /// A composite of those given.
    public convenience init(_ disposable1: any Disposable, _ disposable2: any Disposable, _ disposables: any Disposable...) {
        self.init([disposable1, disposable2] + disposables)
    }

    public var isDisposed: Bool { members.state.withLock { $0.isDisposed } }

    /// How many disposables are in it now.
    public var count: Int { members.state.withLock { $0.count } }

    /// Adds a disposable, or disposes it at once when the composite is disposed. Amortised constant time.
    /// - Returns: what ``remove(for:)`` takes; nil when the composite is disposed.
    @discardableResult
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        let key = members.state.withLock { $0.insert(disposable) }
        if key == nil { disposable.dispose() }
        return key
    }

    /// Removes a disposable and disposes it. Takes time by the logarithm of their number.
    public func remove(for key: DisposeKey) {
        members.take(key)?.dispose()
    }

    /// Adds a disposable, or disposes it at once when the composite is disposed.
    /// - Returns: what takes it out again without disposing it; nil when there was nothing to add or no room any more.
    @discardableResult
    public func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
        guard let disposable, let key = insert(disposable) else { return nil }
        return AnyDisposable { [members] in _ = members.take(key) }
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
        for disposable in members.state.withLock({ $0.disposeAll() }) { disposable?.dispose() }
    }
}

// MARK: Inside

extension CompositeDisposable {
    /// The members, apart: what takes one out holds these and not the composite. A weak reference to the composite instead would
    /// make a side table for it, which outlives the reference, is slower to count in, and takes as much room.
    private final class Members: Sendable {
        let state: Lock<State>

        init(_ state: sending State) { self.state = Lock(state) }

        func take(_ key: DisposeKey) -> (any Disposable)? { state.withLock { $0.take(key) } }
    }

    private struct State {
        /// In order of insertion, which is that of their numbers: most composites have two or three, for which a list takes less
        /// room and time than a table with hashes. A removed one leaves its place until more than half of all are empty.
        private var places: [(number: UInt64, disposable: (any Disposable)?)] = []
        private(set) var count = 0
        private var nextNumber: UInt64 = 0
        private(set) var isDisposed = false

        mutating func insert(_ disposable: any Disposable) -> DisposeKey? {
            if isDisposed { return nil }
            defer { nextNumber += 1 }
            places.append((nextNumber, disposable))
            count += 1
            return DisposeKey(number: nextNumber)
        }

        mutating func take(_ key: DisposeKey) -> (any Disposable)? {
            let place = place(of: key.number)
            guard place < places.count, places[place].number == key.number, let taken = places[place].disposable.take() else {
                return nil
            }
            count -= 1
            if places.count > 2 * count + Self.spare { places = places.filter { $0.disposable != nil } }
            return taken
        }

        /// So many empty places are no reason to make the list anew.
        private static let spare = 8

        /// Where a number is, or would be.
        private func place(of number: UInt64) -> Int {
            var range = places.startIndex..<places.endIndex
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                range = places[middle].number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return range.lowerBound
        }

        mutating func disposeAll() -> [(any Disposable)?] {
            isDisposed = true
            count = 0
            return exchange(&places, with: []).map(\.disposable)
        }
    }
}
