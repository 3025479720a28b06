/// Sends what it receives to those who observe it, and the last element to each who begins to.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
public final class BehaviorSubject<Element: Sendable>: Subject<Element>, SubjectType, @unchecked Sendable {
    /// The face of this subject that takes events.
    public typealias SubjectObserverType = BehaviorSubject<Element>

    /// Touched under the roster's lock only.
    private let latest: Confined<Element>

    /// A subject whose element is `value` until it receives one.
    public init(value: Element) {
        latest = Confined(value)
        super.init()
    }

    /// The last element sent.
    /// - Throws: the error the subject failed with, or ``RxError/disposed(object:)``.
    public func value() throws -> Element {
        switch roster.closing {
        case .disposed: throw RxError.disposed(object: self)
        case .ended(.failed(let error)): throw error
        default: return latestElement
        }
    }

    var latestElement: Element { roster.read { latest.value } }

    public override func onNext(_ element: Element) {
        if let delivery = keep(element) { roster.deliver(element, delivery) }
    }

    // Apart from the delivery: what observers do next need not have the room for the replaced element on the stack.
    @inline(never)
    private func keep(_ element: Element) -> Roster.Delivery? {
        // What it replaces is released here, outside the lock.
        var replaced = element
        return roster.accept(element) { swap(&latest.value, &replaced) }
    }

    public func asObserver() -> BehaviorSubject<Element> { self }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        let closing = roster.add(sink, life) { closing in
            guard closing == nil else { return nil }
            let element = latest.value
            return { sink.next(element) }
        }
        if let closing { tell(sink, closing) }
    }
}
