import Rivulet

/// Where notifications are posted and observed: typed, by name, from any thread.
///
/// A bus keeps nothing: who observes late gets nothing old. Attach a ``Journal``, and every notification that was
/// declared is journaled first, so that it goes out on the event streams, and then reaches the observers here.
public final class NotificationBus: Sendable {
    private struct State {
        var declarations: [String: Declaration] = [:]
        /// The subject of each notification that was ever observed, a `PublishSubject` of its postings.
        var subjects: [Key: any Sendable] = [:]
        var journal: (any Journal)?
        /// Counts what was attached, so that an old attachment does not end a newer one.
        var attachments = 0
    }

    /// Two notifications of one name with different payloads are two.
    private struct Key: Hashable {
        let name: String
        let payload: ObjectIdentifier
    }

    private let state: Lock<State>
    private let failed = PublishSubject<NotificationFailure>()

    /// The bus that notifications are posted on when no other is named.
    public static let `default` = NotificationBus()

    /// A bus that knows the notifications of the house: `mainTab`, `appDidBecomeActive`, `latestNotificationAtUpdated`,
    /// `notificationsChecked`, `myProfileUpdated`, `webViewClosed` and `message`.
    public init() {
        state = Lock(State(declarations: Dictionary(uniqueKeysWithValues: Self.wellKnown.map { ($0.name, $0) })))
    }

    // MARK: Declaring

    /// Makes a notification known by its name, so that ``submit(_:body:)`` takes it and the journal gets it. Once more
    /// for the same notification does nothing.
    public func declare<Payload>(_ notification: TypedNotification<Payload>) throws(DeclarationError) {
        let name = notification.name
        if Self.reservedNames.contains(name) { throw .reserved(name) }
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard !name.isEmpty, name.utf8.count <= 128, isPlain else { throw .malformed(name) }
        let declaration = Declaration(notification)
        try state.withLock { (state) throws(DeclarationError) in
            if let other = state.declarations[name], other.payload != declaration.payload { throw .taken(name) }
            state.declarations[name] = declaration
        }
    }

    /// The names of all declared notifications, in alphabetical order.
    public var declaredNames: [String] { state.withLock { $0.declarations.keys.sorted() } }

    /// Journals what is posted from now on, in place of a journal attached before.
    /// - Returns: what ends that.
    public func attach(_ journal: some Journal) -> any Disposable {
        let attachment = state.withLock { state in
            state.journal = journal
            state.attachments += 1
            return state.attachments
        }
        return Disposables.create(with: { [self] in
            state.withLock { state in
                if state.attachments == attachment { state.journal = nil }
            }
        })
    }

    // MARK: Posting and observing

    /// Posts a notification: journals it, if a journal is attached and the notification declared, and then sends it to
    /// those who observe it.
    ///
    /// Without a journal, observers on no scheduler of their own have been called when this returns, on this thread
    /// (unless another is just delivering the same notification: then that one goes on with this).
    ///
    /// - Parameters:
    ///   - notification: which it is.
    ///   - payload: what it carries.
    ///   - completion: called once, on any thread: with the id it was journaled under, nil without a journal; or with why
    ///     nobody gets it. ``failures`` tells that too.
    public func post<Payload>(
        _ notification: TypedNotification<Payload>, _ payload: Payload,
        completion: @escaping @Sendable (Result<EventID?, any Error>) -> Void = { _ in }
    ) {
        post(notification, Posting(payload: payload, origin: nil), completion: completion)
    }

    /// Posts a notification and says where it came from, so that a bridge does not send it back there.
    package func post<Payload>(
        _ notification: TypedNotification<Payload>, _ posting: Posting<Payload>,
        completion: @escaping @Sendable (Result<EventID?, any Error>) -> Void = { _ in }
    ) {
        let (subject, journal) = state.withLock { state in
            let isDeclared = state.declarations[notification.name]?.payload == ObjectIdentifier(Payload.self)
            let subject = state.subjects[Self.key(notification)] as? PublishSubject<Posting<Payload>>
            return (subject, isDeclared ? state.journal : nil)
        }
        guard let journal else {
            subject?.onNext(posting)
            return completion(.success(nil))
        }
        let entry: Entry
        do {
            let data = try PayloadCoder.encode(posting.payload)
            entry = Entry(channel: .notifications, event: notification.name, data: data)
        } catch {
            failed.onNext(NotificationFailure(name: notification.name, error: error))
            return completion(.failure(error))
        }
        journal.append(entry) { [failed] result in
            switch result {
            case .success(let id):
                subject?.onNext(posting)
                completion(.success(id))
            case .failure(let error):
                failed.onNext(NotificationFailure(name: notification.name, error: error))
                completion(.failure(error))
            }
        }
    }

    /// What is posted under a notification from the subscription on. Never fails, never completes.
    public func observe<Payload>(_ notification: TypedNotification<Payload>) -> Observable<Payload> {
        postings(of: notification).map(\.payload)
    }

    /// What is posted under a notification from the subscription on, delivered on `scheduler`.
    public func observe<Payload>(
        _ notification: TypedNotification<Payload>, on scheduler: any ImmediateSchedulerType
    ) -> Observable<Payload> {
        observe(notification).observe(on: scheduler)
    }

    /// What is posted under a notification, and from where.
    package func postings<Payload>(of notification: TypedNotification<Payload>) -> Observable<Posting<Payload>> {
        state.withLock { state in
            let key = Self.key(notification)
            if let subject = state.subjects[key] as? PublishSubject<Posting<Payload>> { return subject }
            let subject = PublishSubject<Posting<Payload>>()
            state.subjects[key] = subject
            return subject
        }
    }

    /// Notifications that nobody got, because they could not be written as JSON or not be journaled.
    public var failures: Observable<NotificationFailure> { failed }

    private static func key<Payload>(_ notification: TypedNotification<Payload>) -> Key {
        Key(name: notification.name, payload: ObjectIdentifier(Payload.self))
    }

    // MARK: From outside

    /// Posts, for each subscription, the notification that somebody sent as a name and JSON.
    ///
    /// Its one element is the id it was journaled under, nil without a journal. Fails with a ``NotificationRejection``, and
    /// then nothing was posted, or with what ``post(_:_:completion:)`` fails with.
    ///
    /// - Parameters:
    ///   - name: of a declared notification.
    ///   - body: its payload in JSON; empty is the same as `{}` for one that carries nothing.
    public func submit(_ name: String, body: [UInt8]) -> Observable<EventID?> {
        .create { [self] observer in
            guard let declaration = state.withLock({ $0.declarations[name] }) else {
                observer.onError(NotificationRejection.unknownName(name))
                return Disposables.create()
            }
            do {
                try declaration.post(self, body) { result in
                    switch result {
                    case .success(let id):
                        observer.onNext(id)
                        observer.onCompleted()
                    case .failure(let error): observer.onError(error)
                    }
                }
            } catch {
                observer.onError(error)
            }
            return Disposables.create()
        }
    }
}

/// A payload on its way through a bus.
package struct Posting<Payload: Sendable>: Sendable {
    package let payload: Payload
    /// The bridge that it came over; nil when it was posted here.
    package let origin: ObjectIdentifier?

    package init(payload: Payload, origin: ObjectIdentifier?) {
        self.payload = payload
        self.origin = origin
    }
}

/// A notification with its type forgotten: how to post it from JSON.
struct Declaration: Sendable {
    let name: String
    let payload: ObjectIdentifier
    let post:
        @Sendable (NotificationBus, _ body: [UInt8], _ completion: @escaping @Sendable (Result<EventID?, any Error>) -> Void)
            throws(NotificationRejection) -> Void

    init<Payload>(_ notification: TypedNotification<Payload>) {
        name = notification.name
        payload = ObjectIdentifier(Payload.self)
        post = { (bus, body, completion) throws(NotificationRejection) in
            bus.post(notification, try PayloadCoder.decode(body), completion: completion)
        }
    }
}
