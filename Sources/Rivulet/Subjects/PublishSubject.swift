/// Sends what it receives to those who observe it at that moment.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
public final class PublishSubject<Element: Sendable>: Subject<Element>, SubjectType, @unchecked Sendable {
    /// The face of this subject that takes events.
    public typealias SubjectObserverType = PublishSubject<Element>

    /// A subject without observers.
    public override init() { super.init() }

    public override func onNext(_ element: Element) { roster.send(element) }

    public func asObserver() -> PublishSubject<Element> { self }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        if let closing = roster.add(sink, life) { tell(sink, closing) }
    }
}
