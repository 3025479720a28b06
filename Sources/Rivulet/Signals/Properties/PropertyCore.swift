/// What is behind a property: its value, and who observes it.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class PropertyCore<Value: Sendable>: Observable<Value>, @unchecked Sendable {
    fileprivate let roster = Roster()
    /// Touched under the roster's lock only.
    private let latest: Confined<Value>
    /// Whether somebody holds the value: nobody else may change it. Touched under the roster's lock only.
    private let isHeld = Confined(false)
    /// Locked by whoever holds the value, so that others can wait for that.
    private let turn = Lock(())

    init(_ value: Value) {
        latest = Confined(value)
    }

    deinit { roster.abandon() }

    var value: Value { roster.read { latest.value } }

    // Values travel in variables and parameters of their own: the type of a tuple or an optional that holds one would be
    // looked up at run time for every event.

    /// Puts a new value in, and tells those who observe.
    func set(_ new: Value) {
        var old = new
        exchange(new, &old)
    }

    /// Puts a new value in, and tells those who observe. The old one comes out in `old`, where the new one was too.
    @inline(__always)
    func exchange(_ new: Value, _ old: inout Value) {
        var isCommitted = false
        deliver(new, commit(new, &old, unlessHeld: true, &isCommitted))
        if !isCommitted { waitAndExchange(new, &old) }
    }

    private func waitAndExchange(_ new: Value, _ old: inout Value) {
        var isCommitted = false
        deliver(new, turn.withLock { _ in commit(new, &old, unlessHeld: false, &isCommitted) })
    }

    /// Changes the value, alone: `change` runs once, and no other change comes between.
    func modify<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
        // The values leave the lock, to be delivered and released outside of it.
        var new: Value?
        var old: Value?
        var delivery: Roster.Delivery?
        let result = try hold { held in
            var value = held
            let result = try change(&value)
            new = value
            var isCommitted = false
            delivery = commit(value, &value, unlessHeld: false, &isCommitted)
            old = value
            return result
        }
        if let new { deliver(new, delivery) }
        withExtendedLifetime(old) {}
        return result
    }

    /// Reads the value while nobody can change it.
    func withValue<Result>(_ read: (Value) throws -> Result) rethrows -> Result { try hold(read) }

    /// Ends the property: nobody can change it any more.
    func complete() { roster.terminate(.completed) }

    /// Runs `body` while nobody else can change the value.
    ///
    /// The closure is the user's, and yet runs under a lock, which is what it asks for. It is a lock of its own: reading the
    /// value, observing, and disposing of observations from inside are free.
    private func hold<Result>(_ body: (Value) throws -> Result) rethrows -> Result {
        try turn.withLock { _ in
            let value = roster.read {
                isHeld.value = true
                return latest.value
            }
            defer { roster.read { isHeld.value = false } }
            return Transfer(try body(value))
        }.value
    }

    /// Accepts a value, unless it must wait for whoever holds the old one, which is handed back, to be released outside of
    /// the locks.
    @inline(__always)
    private func commit(_ new: Value, _ old: inout Value, unlessHeld: Bool, _ isCommitted: inout Bool) -> Roster.Delivery? {
        roster.begin {
            if unlessHeld, isHeld.value { return false }
            swap(&latest.value, &old)
            isCommitted = true
            return true
        } orLater: {
            { $0.next(new) }
        }
    }

    @inline(__always)
    private func deliver(_ value: Value, _ delivery: Roster.Delivery?) {
        if let delivery { roster.deliver(value, delivery) }
    }

    override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

    /// The value, and each that comes after it.
    override func run(_ sink: Sink<Value>, _ life: Life) {
        let closing = roster.add(sink, life) { closing in
            let value = latest.value
            return { sink.next(value) }
        }
        if closing != nil, !life.isEnded { sink.terminate(.completed) }
    }
}

/// Carries a value of the caller's own out of a lock that it took itself.
///
/// `@unchecked Sendable`: the value does not leave the thread; `withLock` cannot know.
private struct Transfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// The changes of a property, without the value it has now: what its signal is made of.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class PropertyChanges<Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let core: PropertyCore<Value>

    init(_ core: PropertyCore<Value>) {
        self.core = core
    }

    override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        if core.roster.add(sink, life) != nil { sink.terminate(.interrupted) }
    }
}
