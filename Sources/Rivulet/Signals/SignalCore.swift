/// What is behind a signal: its observers, and what must be undone when it ends.
///
/// Who keeps whom: the *input* keeps the core, and through its roster the observers; the *handle* keeps the core, and is
/// kept by the ``Signal``s and by the life of each observer. So the handle goes when nobody is interested any more, and
/// the input when nothing can come any more; either is the end.
final class SignalCore<Value: Sendable>: Sendable {
    let roster = Roster()
    private let upstream: (any Disposable)?

    /// A core that disposes `upstream` when it ends.
    init(upstream: (any Disposable)?) {
        self.upstream = upstream
    }

    func next(_ value: Value) { roster.send(value) }

    /// Sends a value of a source that sends one at a time by itself, so that nothing can be under way.
    func nextAlone(_ value: Value) { roster.present?.next(value) }

    deinit { roster.abandon() }

    func terminate(_ ending: Ending) {
        roster.terminate(ending)
        upstream?.dispose()
    }

    /// Nobody is interested any more.
    func abandon() {
        roster.dispose()
        upstream?.dispose()
    }
}

/// The side of a signal that is observed.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
final class SignalHandle<Value: Sendable>: Observable<Value>, Disposable, @unchecked Sendable {
    private let core: SignalCore<Value>

    init(_ core: SignalCore<Value>) {
        self.core = core
    }

    deinit { core.abandon() }

    override func start(_ sink: Sink<Value>, _ life: Life) { run(sink, life) }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        // The observer's life keeps the handle; there is nothing to undo.
        life.add(self)
        if core.roster.add(sink, life) != nil { sink.terminate(.interrupted) }
    }

    func dispose() {}
}

/// The side of a signal that is sent to, by anyone.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class SignalInput<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let core: SignalCore<Value>

    init(_ core: SignalCore<Value>) {
        self.core = core
    }

    deinit { core.terminate(.interrupted) }

    override func next(_ value: Value) { core.next(value) }

    override func terminate(_ ending: Ending) { core.terminate(ending) }
}

/// The side of a derived signal that its source sends to, one event at a time.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class DerivedSignalInput<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let core: SignalCore<Value>

    init(_ core: SignalCore<Value>) {
        self.core = core
    }

    deinit { core.terminate(.interrupted) }

    override func next(_ value: Value) { core.nextAlone(value) }

    override func terminate(_ ending: Ending) { core.terminate(ending) }
}

/// The end of a chain: passes events on to a sink that knows nothing of lives.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
final class PassingTail<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let target: Sink<Value>
    private let life: Life

    init(_ target: Sink<Value>, _ life: Life) {
        self.target = target
        self.life = life
    }

    override func next(_ value: Value) {
        if !life.isEnded { target.next(value) }
    }

    override func terminate(_ ending: Ending) {
        life.terminate { target.terminate(ending) }
    }
}
