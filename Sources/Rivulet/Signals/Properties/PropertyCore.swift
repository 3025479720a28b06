/// What is behind a property: its value, and who observes it.
final class PropertyCore<Value: Sendable>: Observable<Value>, @unchecked Sendable {
    fileprivate let roster = Roster()
    /// Touched under the roster's lock only.
    private let latest: Confined<Value>
    /// Held by whoever changes the value, from reading the old one to putting the new one in.
    private let turn = Lock(())

    init(_ value: Value) {
        latest = Confined(value)
    }

    var value: Value { roster.read { latest.value } }

    // Values travel in variables and parameters of their own: the type of a tuple or an optional that holds one would be
    // looked up at run time for every event.

    /// Puts a new value in, and tells those who observe.
    func set(_ new: Value) {
        var old = new
        exchange(&old)
    }

    /// Puts a new value in, tells those who observe, and leaves the old one in its place.
    func exchange(_ value: inout Value) {
        let new = value
        var old = value
        let entries: Roster.Entries? = turn.withLock { _ in commit(new, &old) }
        deliver(new, to: entries)
        value = old
    }

    /// Changes the value, alone: `change` runs once, and no other change comes between.
    func modify<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
        var new = value
        var old = new
        var entries: Roster.Entries?
        // The closure is the user's, and yet runs under a lock, which is what it asks for. It is a lock of its own: reading
        // the value, observing, and disposing of observations from inside are free.
        let result = try turn.withLock { _ in
            new = value
            let result = try change(&new)
            old = new
            entries = commit(new, &old)
            return Transfer(result)
        }
        deliver(new, to: entries)
        withExtendedLifetime(old) {}
        return result.value
    }

    /// Reads the value while nobody can change it.
    func withValue<Result>(_ read: (Value) throws -> Result) rethrows -> Result {
        try turn.withLock { _ in Transfer(try read(value)) }.value
    }

    /// Ends the property: nobody can change it any more.
    func complete() { roster.terminate(.completed) }

    /// Accepts a value. The old one is handed back, to be released outside of the locks.
    private func commit(_ new: Value, _ old: inout Value) -> Roster.Entries? {
        roster.begin({ swap(&latest.value, &old) }, orLater: { { $0.next(new) } })
    }

    private func deliver(_ value: Value, to entries: Roster.Entries?) {
        guard let entries else { return }
        entries.next(value)
        roster.finish()
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
