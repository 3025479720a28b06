/// A sequence of the elements that have a key in common.
public struct GroupedObservable<Key: Sendable, Element: Sendable>: ObservableType {
    /// The key.
    public let key: Key
    private let source: Observable<Element>

    /// The elements of `source`, whose key is `key`.
    public init(key: Key, source: Observable<Element>) {
        self.key = key
        self.source = source
    }

    /// Begins to deliver the elements to `observer`.
    public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        source.subscribe(observer)
    }

    /// The elements, without the key.
    public func asObservable() -> Observable<Element> { source }
}

extension ObservableType {
    /// The elements in inner sequences, one for each key. The source stays subscribed to until the output and all
    /// inner sequences are disposed.
    ///
    ///     source              --1--2--3--4--|
    ///     groupBy { $0 % 2 }  --a--b--------|
    ///     a                   --1-----3-----|
    ///     b                   -----2-----4--|
    ///
    /// - Parameter keySelector: computes an element's key; an error it throws ends all sequences.
    public func groupBy<Key: Hashable & Sendable>(
        keySelector: @escaping @Sendable (Element) throws -> Key
    ) -> Observable<GroupedObservable<Key, Element>> {
        let source = asObservable()
        return Wiring { sink, life in
            let users = SourceUsers()
            // First, for a group that ends at once must not be the last to need the source.
            users.use(until: life)
            source.start(GroupBySink(sink, life, users, keySelector), users.source)
        }
    }
}

/// Those who need a source of which the parts are observed one by one: it ends with the last of them.
final class SourceUsers: Sendable {
    let source = Life()
    private let count = Lock(0)

    func use(until life: Life) {
        count.withLock { $0 += 1 }
        life.add(
            Departure { [self] in
                let isLast = count.withLock { count in
                    count -= 1
                    return count == 0
                }
                if isLast { source.dispose() }
            })
    }

    /// What a subject sends, to users each of whom counts as long as its subscription.
    func sharing<Element: Sendable>(_ subject: PublishSubject<Element>) -> Observable<Element> {
        Wiring { [self] sink, life in
            use(until: life)
            subject.start(sink, life)
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class GroupBySink<Element: Sendable, Key: Hashable & Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<GroupedObservable<Key, Element>>
    private let life: Life
    private let users: SourceUsers
    private let keySelector: @Sendable (Element) throws -> Key
    /// Confined by the grammar.
    private let groups = Confined<[Key: PublishSubject<Element>]>([:])

    init(
        _ downstream: Sink<GroupedObservable<Key, Element>>, _ life: Life, _ users: SourceUsers,
        _ keySelector: @escaping @Sendable (Element) throws -> Key
    ) {
        self.downstream = downstream
        self.life = life
        self.users = users
        self.keySelector = keySelector
    }

    override func next(_ element: Element) {
        do { try group(of: element).onNext(element) } catch { terminate(.failed(error)) }
    }

    /// The group of an element, which is told of when it is new.
    @inline(never)
    private func group(of element: Element) throws -> PublishSubject<Element> {
        let key = try keySelector(element)
        if let group = groups.value[key] { return group }
        let group = PublishSubject<Element>()
        groups.value[key] = group
        if !life.isEnded {
            downstream.next(GroupedObservable(key: key, source: users.sharing(group)))
        }
        return group
    }

    override func terminate(_ ending: Ending) {
        guard users.source.end() else { return }
        users.source.tearDown()
        for group in groups.value.values { group.terminate(ending) }
        if !life.isEnded { downstream.terminate(ending) }
    }
}
