/// Sends the last element it received, once it completes, to those who observe it and to each who comes later.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
public final class AsyncSubject<Element: Sendable>: Subject<Element>, SubjectType, @unchecked Sendable {
    /// The face of this subject that takes events.
    public typealias SubjectObserverType = AsyncSubject<Element>

    /// Touched under the roster's lock only.
    private let last = Confined<Element?>(nil)

    /// A subject without an element.
    public override init() { super.init() }

    public override func onNext(_ element: Element) {
        var replaced: Element? = element
        roster.commit { swap(&last.value, &replaced) }
    }

    public override func onError(_ error: any Error) {
        var released: Element?
        roster.terminate(.failed(error)) {
            released = exchange(&self.last.value, with: nil)
            return nil
        }
        withExtendedLifetime(released) {}
    }

    public override func onCompleted() {
        roster.terminate(.completed) {
            guard let element = self.last.value else { return nil }
            return { $0.next(element) }
        }
    }

    public func asObserver() -> AsyncSubject<Element> { self }

    override func run(_ sink: Sink<Element>, _ life: Life) {
        var element: Element?
        let closing = roster.add(sink, life) { closing in
            if case .ended(.completed) = closing { element = last.value }
            return nil
        }
        guard let closing else { return }
        if let element { sink.next(element) }
        if !life.isEnded { tell(sink, closing) }
    }
}
