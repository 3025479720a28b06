/// What all subjects have in common: a roster of observers.
///
/// `@unchecked Sendable`, as every sequence: `let`s only, and the roster changes under a lock of its own.
public class Subject<Element: Sendable>: Observable<Element>, ObserverType, Cancelable, @unchecked Sendable {
    let roster = Roster()

    deinit { roster.abandon() }

    /// Whether anyone observes it now.
    public final var hasObservers: Bool { roster.hasEntries }

    /// Whether it was disposed.
    public final var isDisposed: Bool {
        if case .disposed = roster.closing { true } else { false }
    }

    public final func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): onNext(element)
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }

    /// Sends an element.
    public func onNext(_ element: Element) {}

    /// Ends the sequence with a failure.
    public func onError(_ error: any Error) { roster.terminate(.failed(error)) }

    /// Ends the sequence.
    public func onCompleted() { roster.terminate(.completed) }

    /// Ends the sequence, as a source did.
    final func terminate(_ ending: Ending) {
        switch ending {
        case .completed: onCompleted()
        case .failed(let error): onError(error)
        case .interrupted: roster.terminate(.interrupted)
        }
    }

    /// Lets go of all observers without a word; who comes later gets ``RxError/disposed(object:)``.
    public final func dispose() { roster.dispose() }

    /// Subjects deliver on their own account, not on the subscriber's trampoline.
    final override func start(_ sink: Sink<Element>, _ life: Life) { run(sink, life) }

    final func tell(_ sink: Sink<Element>, _ closing: Roster.Closing) {
        switch closing {
        case .ended(let ending): sink.terminate(ending)
        case .disposed: sink.terminate(.failed(RxError.disposed(object: self)))
        }
    }
}
