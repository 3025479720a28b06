/// A sequence that is an observer too: what is sent to it goes to those who observe it.
///
/// The rules are the same for every subject (and differ from RxSwift's, where events nest): an event sent from inside
/// a delivery, or by another thread during one, is queued and delivered after the one under way has reached every
/// observer; it goes to those who observed when it was sent; sending never blocks.
public protocol SubjectType<Element>: ObservableType {
    associatedtype Observer: ObserverType

    /// The observer's side.
    func asObserver() -> Observer
}
