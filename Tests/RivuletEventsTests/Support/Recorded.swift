import Rivulet

/// What an observable has sent so far, and how it ended.
final class Recorded<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isCompleted = false
        var error: (any Error)?
    }

    private let state = Lock(State())
    private let bag = DisposeBag()

    init(_ source: Observable<Element>) {
        source.subscribe(
            onNext: { [weak self] element in self?.state.withLock { $0.elements.append(element) } },
            onError: { [weak self] error in self?.state.withLock { $0.error = error } },
            onCompleted: { [weak self] in self?.state.withLock { $0.isCompleted = true } }
        ).disposed(by: bag)
    }

    var elements: [Element] { state.withLock { $0.elements } }
    var isCompleted: Bool { state.withLock { $0.isCompleted } }
    var error: (any Error)? { state.withLock { $0.error } }
}

/// A list that any thread may add to.
final class Log<Element: Sendable>: Sendable {
    fileprivate let state = Lock<[Element]>([])

    func append(_ element: Element) { state.withLock { $0.append(element) } }

    var elements: [Element] { state.withLock { $0 } }
}

extension Log {
    func removeAll() { state.withLock { $0 = [] } }
}
