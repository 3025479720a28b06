/// Tells whether any of the work it tracks is under way: an observable of `Bool` that begins with the present value and
/// only sends changes.
///
///     let activity = ActivityIndicator()
///     let articles = loadArticles().trackActivity(activity)
///     activity.asObservable()   // false, then true while articles load, then false
public final class ActivityIndicator: ObservableConvertibleType {
    private struct State {
        var count = 0
        var sent = false
        var isSending = false
    }

    private let state = Lock(State())
    private let relay = BehaviorRelay(value: false)

    /// An indicator without work.
    public init() {}

    /// Whether work is under way now.
    public var isActive: Bool { state.withLock { $0.count > 0 } }

    public func asObservable() -> Observable<Bool> { relay.asObservable().distinctUntilChanged() }

    /// Begins a piece of work.
    func begin() { change { $0.count += 1 } }

    /// Begins a piece of work, if none is under way.
    func beginAlone() -> Bool {
        var hasBegun = false
        change { state in
            if state.count > 0 { return }
            state.count = 1
            hasBegun = true
        }
        return hasBegun
    }

    /// Ends a piece of work.
    func end() { change { $0.count -= 1 } }

    /// Changes the state under the lock; sends what comes of it outside, one thread at a time, until what was sent last
    /// is true.
    private func change(_ change: (inout State) -> Void) {
        var value: Bool? = state.withLock { state in
            change(&state)
            return state.isSending ? nil : Self.next(&state)
        }
        while let sending = value {
            relay.accept(sending)
            value = state.withLock { Self.next(&$0) }
        }
    }

    private static func next(_ state: inout State) -> Bool? {
        let isActive = state.count > 0
        state.isSending = isActive != state.sent
        if !state.isSending { return nil }
        state.sent = isActive
        return isActive
    }
}

extension ObservableConvertibleType {
    /// The same sequence, whose subscriptions count as work for `activityIndicator` until they are over.
    ///
    ///     source         --1--2--|
    ///     indicator      t-------f
    ///     trackActivity  --1--2--|
    public func trackActivity(_ activityIndicator: ActivityIndicator) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            activityIndicator.begin()
            source.start(sink, life)
            life.add(Departure { activityIndicator.end() })
        }
    }
}

extension ObservableType {
    /// The elements of an inner sequence for each element that comes while `lock` is idle; the inner sequence counts as
    /// its work, so that the same job never runs twice at once, whoever shares the lock and on whatever threads.
    ///
    ///     source               --a--b--------c--|
    ///     a's inner              ----1-|
    ///     c's inner                           --2-|
    ///     flatMap(withLock:)   ------1----------2-|
    ///
    /// - Parameters:
    ///   - lock: what lets one inner sequence run at a time.
    ///   - selector: makes the inner sequence; an error it throws ends the sequence, as an inner error does.
    public func flatMap<Inner: ObservableConvertibleType>(
        withLock lock: ActivityIndicator, _ selector: @escaping @Sendable (Element) throws -> Inner
    ) -> Observable<Inner.Element> {
        flatMap { element -> Observable<Inner.Element> in
            guard lock.beginAlone() else { return .empty() }
            let inner: Observable<Inner.Element>
            do {
                inner = try selector(element).asObservable()
            } catch {
                lock.end()
                throw error
            }
            return Locked(inner, lock)
        }
    }
}

/// A sequence that is the work of a lock, which it ends. Subscribed to once, by `flatMap`.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Locked<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let lock: ActivityIndicator

    init(_ source: Observable<Element>, _ lock: ActivityIndicator) {
        upstream = Upstream(source)
        self.lock = lock
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        upstream.start(sink, life)
        life.add(Departure { [lock] in lock.end() })
    }

    override func deliverAtOnce(to sink: Sink<Element>) -> Bool {
        guard upstream.source.deliverAtOnce(to: sink) else { return false }
        lock.end()
        return true
    }
}
