import Synchronization

/// The life of one subscription: begins with it, ends once, and then everything hung on it is disposed.
///
/// Every segment of a chain runs under a life. Its source looks at ``isEnded`` before each element and hangs on it
/// what must be undone; the segment's tail ends it.
package final class Life: Cancelable, Sendable {
    private let ended = Atomic<Bool>(false)
    private let teardown: Lock<Teardown>

    private struct Teardown {
        // One object is the common case: it needs no array, and nothing but its reference is copied and released.
        var first: (any Disposable & AnyObject)?
        var rest: [any Disposable] = []
        var onDisposed: (@Sendable () -> Void)?
        var isOver = false
    }

    /// Begins a life.
    /// - Parameter onDisposed: runs once, after everything else was disposed.
    package init(onDisposed: (@Sendable () -> Void)? = nil) {
        teardown = Lock(Teardown(onDisposed: onDisposed))
        Subscriptions.count.add(1, ordering: .relaxed)
    }

    deinit {
        if !isEnded { Subscriptions.count.subtract(1, ordering: .relaxed) }
    }

    /// Whether the subscription is over: nobody listens any more.
    package var isEnded: Bool { ended.load(ordering: .acquiring) }

    package var isDisposed: Bool { isEnded }

    /// Hangs a disposable on this life; it is disposed at once when the life is over.
    package func add(_ disposable: any Disposable) {
        let isOver = teardown.withLock { teardown in
            if !teardown.isOver { teardown.rest.append(disposable) }
            return teardown.isOver
        }
        if isOver { disposable.dispose() }
    }

    /// The same for an object.
    package func add(_ disposable: any Disposable & AnyObject) {
        let isOver = teardown.withLock { teardown in
            if teardown.isOver { return true }
            if teardown.first == nil, teardown.rest.isEmpty { teardown.first = disposable } else { teardown.rest.append(disposable) }
            return false
        }
        if isOver { disposable.dispose() }
    }

    /// Takes a disposable that was added off again without disposing it: what it would undo is gone by itself.
    func remove(_ disposable: some Disposable & AnyObject) {
        let removed: (any Disposable)? = teardown.withLock { teardown in
            if teardown.first === disposable { return exchange(&teardown.first, with: nil) }
            guard let index = teardown.rest.firstIndex(where: { ($0 as AnyObject) === disposable }) else { return nil }
            return teardown.rest.remove(at: index)
        }
        // Released here, outside the lock: a deinit may run anything.
        withExtendedLifetime(removed) {}
    }

    /// Marks the life as over; what hangs on it stays until ``tearDown()``.
    /// - Returns: false when it was over before: somebody else ended it, and will tear it down.
    func end() -> Bool {
        guard !ended.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        Subscriptions.count.subtract(1, ordering: .relaxed)
        return true
    }

    /// Disposes everything that hangs on this life. Only whoever got true from ``end()`` calls it, once.
    func tearDown() {
        let teardown = teardown.withLock { exchange(&$0, with: Teardown(isOver: true)) }
        teardown.first?.dispose()
        for disposable in teardown.rest { disposable.dispose() }
        teardown.onDisposed?()
    }

    /// Ends the life because its sequence ended: `notify` tells the observer, then the observer's `onDisposed` runs,
    /// then the source is undone, in RxSwift's order. Does nothing when the life is over already.
    func terminate(_ notify: () -> Void) {
        guard end() else { return }
        notify()
        let onDisposed = teardown.withLock { teardown in
            defer { teardown.onDisposed = nil }
            return teardown.onDisposed
        }
        onDisposed?()
        tearDown()
    }

    /// Ends the life from outside.
    package func dispose() {
        if end() { tearDown() }
    }

    /// A life for an inner subscription, which ends with this one at the latest. It stays on this life's list until
    /// then: for inner subscriptions without number there is ``LifeGroup``.
    func makeChild() -> Life {
        let child = Life()
        add(child)
        return child
    }
}

/// The number of live subscriptions of the whole process: the leak detector that is cheap enough for production.
public enum Subscriptions {
    static let count = Atomic<Int>(0)

    /// How many subscriptions, those that operators make inside included, have begun and not ended. Any thread; one
    /// relaxed atomic load.
    public static var live: Int { count.load(ordering: .relaxed) }
}
