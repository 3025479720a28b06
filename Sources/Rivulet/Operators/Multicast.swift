/// A sequence that is not set going by subscribing to it, but by connecting it.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Sets the sequence going; disposing what is returned stops it for all subscribers.
    func connect() -> any Disposable
}

/// A sequence whose subscribers share one subscription to its source, which ``connect()`` makes.
///
/// `@unchecked Sendable`, as every sequence: open to its kinds, which hold `let`s only, as a test verifies.
public class ConnectableObservable<Element: Sendable>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    /// Subscribes to the source, unless that is done.
    public func connect() -> any Disposable { Disposables.create() }
}

extension ObservableType {
    /// Sends the source's events through a subject to all subscribers, once connected.
    ///
    ///     source              --1--2--3--|
    ///     connected here      c
    ///     subscribed here         s
    ///     multicast              -2--3--|
    public func multicast<Subject: SubjectType>(_ subject: Subject) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element {
        multicast(makeSubject: { subject })
    }

    /// Sends the source's events through a subject to all subscribers, once connected.
    ///
    ///     source              --1--2--3--|
    ///     connected here      c
    ///     subscribed here         s
    ///     multicast              -2--3--|
    ///
    /// - Parameter makeSubject: makes the subject, for each connection another.
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        Multicast(asObservable(), makeSubject)
    }

    /// Shares the source inside `selector`, for each subscription anew.
    ///
    ///     source                          --1--2--|
    ///     selector merges it with itself  --11-22-|
    ///     multicast                       --11-22-|
    ///
    /// - Parameters:
    ///   - subjectSelector: makes the subject that the source's events go through.
    ///   - selector: makes the sequence to subscribe to of the shared one, which may be used any number of times.
    public func multicast<Subject: SubjectType, Result: Sendable>(
        _ subjectSelector: @escaping @Sendable () throws -> Subject,
        selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result> where Subject.Observer.Element == Element {
        let source = asObservable()
        return Wiring { sink, life in
            do {
                let connectable = source.multicast(try subjectSelector())
                try selector(connectable).start(sink, life)
                life.add(connectable.connect())
            } catch {
                sink.terminate(.failed(error))
            }
        }
    }

    /// ``multicast(_:)`` through a ``PublishSubject``.
    ///
    ///     source     --1--2--3--4--|
    ///     connected  ----c
    ///     publish    -----2--3--4--|
    public func publish() -> ConnectableObservable<Element> { multicast(makeSubject: { PublishSubject() }) }

    /// ``multicast(_:)`` through a ``ReplaySubject`` of the last `bufferSize` elements.
    ///
    ///     source           --1--2--3--4--|
    ///     connected        c
    ///     subscribed here           s
    ///     replay(1)                 (3)4--|
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        multicast(makeSubject: { ReplaySubject.create(bufferSize: bufferSize) })
    }

    /// ``multicast(_:)`` through a ``ReplaySubject`` of everything.
    ///
    ///     source           --1--2--3--4--|
    ///     connected        c
    ///     subscribed here           s
    ///     replayAll                 (123)4--|
    public func replayAll() -> ConnectableObservable<Element> { multicast(makeSubject: { ReplaySubject.createUnbounded() }) }
}

extension ConnectableObservableType {
    /// Connects with the first subscriber, and disconnects with the last.
    ///
    ///     subscribed      -s-----s--x-----x
    ///     connected       -c--------------d
    public func refCount() -> Observable<Element> { RefCount(self) }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Multicast<Source: Sendable, Subject: SubjectType>: ConnectableObservable<Subject.Element>, @unchecked Sendable
where Subject.Observer.Element == Source {
    private let upstream: Upstream<Source>
    private let makeSubject: @Sendable () -> Subject
    private let state = Lock(State())

    private struct State {
        var subject: Subject?
        var connection: Life?
    }

    init(_ source: Observable<Source>, _ makeSubject: @escaping @Sendable () -> Subject) {
        upstream = Upstream(source)
        self.makeSubject = makeSubject
    }

    override func start(_ sink: Sink<Element>, _ life: Life) { subject().asObservable().start(sink, life) }

    override func connect() -> any Disposable {
        let subject = subject()
        let connection = Life()
        let (current, isNew): (Life, Bool) = state.withLock { state in
            if let current = state.connection { return (current, false) }
            state.connection = connection
            state.subject = subject
            return (connection, true)
        }
        if !isNew { return current }
        connection.add(Departure { [weak self] in self?.disconnected(connection) })
        let observer = subject.asObserver()
        if let subject = observer as? Rivulet.Subject<Source> {
            upstream.start(SubjectTail(subject, connection), connection)
        } else {
            upstream.start(ObserverTail(observer, connection), connection)
        }
        return connection
    }

    /// The subject of this connection; made outside the lock, for the user's closure makes it.
    private func subject() -> Subject {
        if let subject = state.withLock({ $0.subject }) { return subject }
        let fresh = makeSubject()
        return state.withLock { state in
            let subject = state.subject ?? fresh
            state.subject = subject
            return subject
        }
    }

    private func disconnected(_ connection: Life) {
        let subject: Subject? = state.withLock { state in
            guard state.connection === connection else { return nil }
            state.connection = nil
            return exchange(&state.subject, with: nil)
        }
        withExtendedLifetime(subject) {}
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class RefCount<Source: ConnectableObservableType>: Observable<Source.Element>, @unchecked Sendable {
    private let source: UpstreamValue<Source>
    private let state = Lock(State())

    private struct State {
        var subscribers = 0
        // Those who subscribed to an earlier connection do not count for this one.
        var connectionNumber = 0
        var connection: SingleAssignmentDisposable?
    }

    init(_ source: Source) {
        self.source = UpstreamValue(source)
    }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let number = state.withLock { $0.connectionNumber }
        let input = life.makeChild()
        source.value.asObservable().start(RefCountSink(self, number, sink, input), input)
        if life.isEnded { return }
        let connection: SingleAssignmentDisposable? = state.withLock { state in
            guard state.connectionNumber == number else { return nil }
            state.subscribers += 1
            guard state.subscribers == 1 else { return nil }
            let connection = SingleAssignmentDisposable()
            state.connection = connection
            return connection
        }
        connection?.setDisposable(source.value.connect())
        life.add(Departure { [self] in leave(number) })
    }

    private func leave(_ number: Int) {
        let connection: SingleAssignmentDisposable? = state.withLock { state in
            guard state.connectionNumber == number, state.subscribers > 0 else { return nil }
            state.subscribers -= 1
            return state.subscribers == 0 ? exchange(&state.connection, with: nil) : nil
        }
        connection?.dispose()
    }

    private func sourceEnded(_ number: Int) {
        let connection: SingleAssignmentDisposable? = state.withLock { state in
            guard state.connectionNumber == number else { return nil }
            state.connectionNumber += 1
            state.subscribers = 0
            return exchange(&state.connection, with: nil)
        }
        connection?.dispose()
    }

    /// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
    private final class RefCountSink: Sink<Element>, @unchecked Sendable {
        private let refCount: RefCount
        private let connectionNumber: Int
        private let downstream: Sink<Element>
        private let life: Life

        init(_ refCount: RefCount, _ connectionNumber: Int, _ downstream: Sink<Element>, _ life: Life) {
            self.refCount = refCount
            self.connectionNumber = connectionNumber
            self.downstream = downstream
            self.life = life
        }

        override func next(_ element: Element) { downstream.next(element) }

        override func terminate(_ ending: Ending) {
            guard life.end() else { return }
            life.tearDown()
            refCount.sourceEnded(connectionNumber)
            downstream.terminate(ending)
        }
    }
}

/// The tail of a sequence whose events go to a subject of ours. An ``ObserverTail`` would do as well, but calls through a witness:
/// `publish().refCount()` then takes 432 bytes of stack in place of the 400 that two levels may (contract 5).
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class SubjectTail<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let subject: Subject<Element>
    private let life: Life

    init(_ subject: Subject<Element>, _ life: Life) {
        self.subject = subject
        self.life = life
    }

    override func next(_ element: Element) { subject.onNext(element) }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        switch ending {
        case .completed: subject.onCompleted()
        case .failed(let error): subject.onError(error)
        case .interrupted: break
        }
    }
}

/// The tail of a sequence whose events go to a subject of somebody else's making.
///
/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class ObserverTail<Observer: ObserverType>: Sink<Observer.Element>, @unchecked Sendable {
    private let observer: Observer
    private let life: Life

    init(_ observer: Observer, _ life: Life) {
        self.observer = observer
        self.life = life
    }

    override func next(_ element: Observer.Element) { observer.onNext(element) }

    override func terminate(_ ending: Ending) {
        guard life.end() else { return }
        life.tearDown()
        switch ending {
        case .completed: observer.onCompleted()
        case .failed(let error): observer.onError(error)
        case .interrupted: break
        }
    }
}
