import Dispatch
import Rivulet

/// What a sequence did within a time limit.
public enum MaterializedSequenceResult<Element: Sendable>: Sendable {
    /// It completed, after these elements.
    case completed(elements: [Element])
    /// It failed, or did not end in time (`RxError.timeout`), after these elements.
    case failed(elements: [Element], error: any Error)
}

/// A sequence to wait for, on the thread that asks. For tests of what runs on real threads; never call it on a thread
/// that the sequence needs.
public struct BlockingObservable<Element: Sendable>: Sendable {
    let source: Observable<Element>
    let timeout: DispatchTimeInterval

    /// Waits for the end and tells what came.
    public func materialize() -> MaterializedSequenceResult<Element> { collect(atMost: .max) }

    /// Waits for the end.
    /// - Returns: all elements.
    /// - Throws: the failure, or `RxError.timeout`.
    public func toArray() throws -> [Element] { try elements(of: collect(atMost: .max)) }

    /// Waits for the first element, or the end.
    /// - Throws: the failure, or `RxError.timeout`.
    public func first() throws -> Element? { try elements(of: collect(atMost: 1)).first }

    /// Waits for the end.
    /// - Returns: the last element, if there is one.
    /// - Throws: the failure, or `RxError.timeout`.
    public func last() throws -> Element? { try elements(of: collect(atMost: .max)).last }

    /// Waits for the only element.
    /// - Throws: the failure, `RxError.noElements`, `RxError.moreThanOneElement` or `RxError.timeout`.
    public func single() throws -> Element {
        let elements = try elements(of: collect(atMost: 2))
        if elements.count > 1 { throw RxError.moreThanOneElement }
        guard let element = elements.first else { throw RxError.noElements }
        return element
    }

    private func elements(of result: MaterializedSequenceResult<Element>) throws -> [Element] {
        switch result {
        case .completed(let elements): return elements
        case .failed(_, let error): throw error
        }
    }

    private func collect(atMost count: Int) -> MaterializedSequenceResult<Element> {
        let outcome = Outcome<Element>()
        let subscription = source.take(count).subscribe(
            onNext: { element in outcome.elements.withLock { $0.append(element) } },
            onError: { outcome.end($0) }, onCompleted: { outcome.end(nil) })
        defer { subscription.dispose() }
        return outcome.wait(atMost: timeout)
    }
}

/// Where the waiting thread and the sequence meet.
private final class Outcome<Element: Sendable>: Sendable {
    let elements = Lock<[Element]>([])
    private let error = Lock<(any Error)?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    func end(_ error: (any Error)?) {
        self.error.withLock { $0 = error }
        ended.signal()
    }

    func wait(atMost timeout: DispatchTimeInterval) -> MaterializedSequenceResult<Element> {
        let inTime = ended.wait(timeout: .now() + timeout) == .success
        let error = inTime ? error.withLock { $0 } : RxError.timeout
        let elements = elements.withLock { $0 }
        return error.map { .failed(elements: elements, error: $0) } ?? .completed(elements: elements)
    }
}

extension ObservableConvertibleType {
    /// The sequence to wait for.
    /// - Parameter timeout: how long to wait, in seconds.
    public func toBlocking(timeout: Double = 10) -> BlockingObservable<Element> {
        BlockingObservable(source: asObservable(), timeout: .nanoseconds(Int(max(0, min(timeout, 1e9)) * 1e9)))
    }
}
