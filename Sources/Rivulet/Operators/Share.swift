/// How long the elements that ``ObservableType/share(replay:scope:)`` keeps are kept.
public enum SubjectLifetimeScope: Sendable {
    /// As long as anyone is subscribed; whoever comes after that, or after the end, begins anew.
    case whileConnected
    /// For ever: whoever comes after the end gets the last elements and the end.
    case forever
}

extension ObservableType {
    /// One subscription to the source, shared by all subscribers: it begins with the first of them and ends with the
    /// last.
    ///
    ///     source            --1--2--3--4--|
    ///     first             --1--2--3--4--|
    ///     subscribed here        s
    ///     share(replay: 1)       (2)3--4--|
    ///
    /// - Parameters:
    ///   - replay: how many of the last elements a late subscriber gets at once, 0 or more.
    ///   - scope: how long these are kept.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        switch scope {
        case .whileConnected:
            return Share(asObservable(), replay: replay)
        case .forever:
            if replay == 0 { return multicast(PublishSubject()).refCount() }
            return multicast(ReplaySubject.create(bufferSize: replay)).refCount()
        }
    }
}

/// One state machine for all of sharing: a connection is made under the lock, together with the count of those it
/// serves, so that concurrent first subscribers cannot make two and a late one cannot join what is being let go.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Share<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let upstream: Upstream<Element>
    private let replay: Int
    private let state = Lock(State())

    private struct State {
        var connection: Connection?
    }

    private final class Connection: Sendable {
        let subject: Subject<Element>
        let life = Life()
        /// Touched under the lock of the state only.
        let subscribers = Confined(0)

        init(_ subject: Subject<Element>) {
            self.subject = subject
        }
    }

    init(_ source: Observable<Element>, replay: Int) {
        upstream = Upstream(source)
        self.replay = replay
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let (connection, isFirst) = join()
        connection.subject.run(sink, life)
        // Behind the subscription: an observer leaves the subject before the subject may lose its source.
        life.add(Departure { [self] in leave(connection) })
        if isFirst { upstream.start(ConnectionSink(self, connection), connection.life) }
    }

    private func join() -> (Connection, isFirst: Bool) {
        state.withLock { state in
            let isFirst = state.connection == nil
            let connection =
                state.connection ?? Connection(replay == 0 ? PublishSubject() : ReplaySubject.create(bufferSize: replay))
            connection.subscribers.value += 1
            state.connection = connection
            return (connection, isFirst)
        }
    }

    private func leave(_ connection: Connection) {
        let isLast = state.withLock { state in
            connection.subscribers.value -= 1
            guard connection.subscribers.value == 0 else { return false }
            if state.connection === connection { state.connection = nil }
            return true
        }
        if isLast { connection.life.dispose() }
    }

    /// What the source ended with goes to those present; whoever subscribes from now on begins anew.
    private func sourceEnded(_ connection: Connection) {
        state.withLock { state in
            if state.connection === connection { state.connection = nil }
        }
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class ConnectionSink: Sink<Element>, @unchecked Sendable {
        private let share: Share<Element>
        private let connection: Connection

        init(_ share: Share<Element>, _ connection: Connection) {
            self.share = share
            self.connection = connection
        }

        override func next(_ element: Element) { connection.subject.onNext(element) }

        override func terminate(_ ending: Ending) {
            guard connection.life.end() else { return }
            share.sourceEnded(connection)
            connection.subject.terminate(ending)
            connection.life.tearDown()
        }
    }
}
