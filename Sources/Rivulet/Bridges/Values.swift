import Synchronization

extension ObservableConvertibleType {
    /// The elements as an asynchronous sequence, which ends or throws as this does. Subscribed to at once; cancelling
    /// the task that iterates, or dropping the sequence, disposes the subscription.
    ///
    /// Elements that nobody has asked for yet are kept without limit; ``values(bufferingPolicy:)`` sets one.
    public var values: AsyncThrowingStream<Element, any Error> { values(bufferingPolicy: .unbounded) }

    /// The elements as an asynchronous sequence; see ``values``.
    /// - Parameter bufferingPolicy: what to do with elements that nobody has asked for yet.
    public func values(
        bufferingPolicy: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream(bufferingPolicy: bufferingPolicy) { continuation in
            let subscription = asObservable().subscribe(
                onNext: { continuation.yield($0) },
                onError: { continuation.finish(throwing: $0) },
                onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

/// One resumption of a waiting task, by whoever comes first: the outcome, or cancellation. Without a lock: an atomic
/// decides.
private final class OneShot<Success: Sendable>: Sendable {
    private let isDone = Atomic<Bool>(false)
    private let continuation: CheckedContinuation<Success, any Error>

    init(_ continuation: CheckedContinuation<Success, any Error>) {
        self.continuation = continuation
    }

    func resume(_ result: Result<Success, any Error>) {
        if !isDone.exchange(true, ordering: .acquiringAndReleasing) { continuation.resume(with: result) }
    }
}

/// Waits for an outcome; cancelling the task disposes the subscription, and throws.
private func outcome<Success: Sendable>(
    _ subscribe: @escaping @Sendable (@escaping @Sendable (Result<Success, any Error>) -> Void) -> any Disposable
) async throws -> Success {
    let disposables = CompositeDisposable()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let once = OneShot(continuation)
            // Added to a composite that is disposed already, it resumes at once: no cancellation is missed.
            disposables.add { once.resume(.failure(CancellationError())) }
            if !disposables.isDisposed { disposables.insert(subscribe { once.resume($0) }) }
        }
    } onCancel: {
        disposables.dispose()
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// The element. Cancelling the task disposes the subscription and throws `CancellationError`.
    public var value: Element {
        get async throws {
            try await outcome { done in
                subscribe(onSuccess: { done(.success($0)) }, onFailure: { done(.failure($0)) })
            }
        }
    }

    /// A single of what an asynchronous closure returns or throws, run once for each subscription in a task of its own,
    /// which is cancelled with the subscription.
    ///
    ///     the task  -----returns 1
    ///     create    -----1|
    ///
    /// - Parameters:
    ///   - detached: whether the task inherits nothing from where it is subscribed to.
    ///   - priority: the priority of the task.
    ///   - work: what gives the element, or throws the failure.
    public static func create(
        detached: Bool = false, priority: TaskPriority? = nil, work: @Sendable @escaping () async throws -> Element
    ) -> Single<Element> {
        create { observer in
            let operation: @Sendable () async -> Void = {
                do { observer(.success(try await work())) } catch { observer(.failure(error)) }
            }
            return Disposables.create(cancelling: Task(detached: detached, priority: priority, operation))
        }
    }
}

extension Task where Success == Void, Failure == Never {
    /// A task that inherits from where it is made, or not.
    fileprivate init(detached: Bool, priority: TaskPriority?, _ operation: @escaping @Sendable () async -> Void) {
        self = detached ? .detached(priority: priority, operation: operation) : Task(priority: priority, operation: operation)
    }
}

extension Disposables {
    /// One that cancels a task.
    fileprivate static func create(cancelling task: Task<Void, Never>) -> any Disposable { create { task.cancel() } }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// The element, or nil if there is none. Cancelling the task disposes the subscription and throws
    /// `CancellationError`.
    public var value: Element? {
        get async throws {
            try await outcome { done in
                subscribe(
                    onSuccess: { done(.success($0)) }, onError: { done(.failure($0)) }, onCompleted: { done(.success(nil)) })
            }
        }
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Returns when it completes. Cancelling the task disposes the subscription and throws `CancellationError`.
    public var value: Void {
        get async throws {
            try await outcome { done in
                subscribe(onCompleted: { done(.success(())) }, onError: { done(.failure($0)) })
            }
        }
    }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
    /// The elements as an observable: each subscription iterates anew, in a task of its own, which is cancelled with the
    /// subscription. A `CancellationError` of the sequence completes it; other errors are its failure.
    ///
    ///     the loop      --1--2--ends
    ///     asObservable  --1--2--|
    ///
    /// - Parameters:
    ///   - detached: whether the task inherits nothing from where it is subscribed to.
    ///   - priority: the priority of the task.
    public func asObservable(detached: Bool = false, priority: TaskPriority? = nil) -> Observable<Element> {
        .create { observer in
            let operation: @Sendable () async -> Void = {
                do {
                    for try await element in self { observer.onNext(element) }
                    observer.onCompleted()
                } catch is CancellationError {
                    observer.onCompleted()
                } catch {
                    observer.onError(error)
                }
            }
            return Disposables.create(cancelling: Task(detached: detached, priority: priority, operation))
        }
    }
}
