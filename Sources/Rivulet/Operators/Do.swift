import Synchronization

extension ObservableType {
    /// Calls closures on the way, and passes everything on.
    ///
    ///     source  --1--2--|
    ///     called    n  n  c
    ///     do      --1--2--|
    ///
    /// - Parameters:
    ///   - onNext: before each element; an error it throws ends the sequence.
    ///   - afterNext: after each element; an error it throws ends the sequence.
    ///   - onError: before the failure; an error it throws takes the failure's place.
    ///   - afterError: after the failure.
    ///   - onCompleted: before the completion; an error it throws takes its place.
    ///   - afterCompleted: after the completion.
    ///   - onSubscribe: before the source is subscribed to.
    ///   - onSubscribed: after the source was subscribed to.
    ///   - onDispose: when the subscription is over, however it ended; the last of all.
    public func `do`(
        onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
        onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
        onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
        onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
        onDispose: (@Sendable () -> Void)? = nil
    ) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            onSubscribe?()
            let farewell = onDispose.map(Farewell.init)
            source.start(
                DoSink(
                    sink, life, farewell, onNext: onNext, afterNext: afterNext, onError: onError, afterError: afterError,
                    onCompleted: onCompleted, afterCompleted: afterCompleted), life)
            onSubscribed?()
            if let farewell { life.add(farewell) }
        }
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class DoSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let life: Life
    private let farewell: Farewell?
    private let onNext: (@Sendable (Element) throws -> Void)?
    private let afterNext: (@Sendable (Element) throws -> Void)?
    private let onError: (@Sendable (any Error) throws -> Void)?
    private let afterError: (@Sendable (any Error) throws -> Void)?
    private let onCompleted: (@Sendable () throws -> Void)?
    private let afterCompleted: (@Sendable () throws -> Void)?

    init(
        _ downstream: Sink<Element>, _ life: Life, _ farewell: Farewell?,
        onNext: (@Sendable (Element) throws -> Void)?, afterNext: (@Sendable (Element) throws -> Void)?,
        onError: (@Sendable (any Error) throws -> Void)?, afterError: (@Sendable (any Error) throws -> Void)?,
        onCompleted: (@Sendable () throws -> Void)?, afterCompleted: (@Sendable () throws -> Void)?
    ) {
        self.downstream = downstream
        self.life = life
        self.farewell = farewell
        self.onNext = onNext
        self.afterNext = afterNext
        self.onError = onError
        self.afterError = afterError
        self.onCompleted = onCompleted
        self.afterCompleted = afterCompleted
    }

    override func next(_ element: Element) {
        do {
            try onNext?(element)
            downstream.next(element)
            try afterNext?(element)
        } catch {
            if !life.isEnded { downstream.terminate(.failed(error)) }
        }
    }

    override func terminate(_ ending: Ending) {
        let isHeld = farewell?.hold() ?? false
        defer { if isHeld { farewell?.dispose() } }
        do {
            switch ending {
            case .completed: try onCompleted?()
            case .failed(let error): try onError?(error)
            case .interrupted: break
            }
        } catch {
            return downstream.terminate(.failed(error))
        }
        downstream.terminate(ending)
        // Too late for an error to go anywhere.
        switch ending {
        case .completed: try? afterCompleted?()
        case .failed(let error): try? afterError?(error)
        case .interrupted: break
        }
    }
}

/// Calls `onDispose` when the subscription is over, behind what is to be done after the end, if that is what ended it.
private final class Farewell: Disposable, Sendable {
    /// What it waits for: the subscription, and an end that is being passed on.
    private let reasons = Atomic<Int>(1)
    private let onDispose: @Sendable () -> Void

    init(_ onDispose: @escaping @Sendable () -> Void) {
        self.onDispose = onDispose
    }

    /// Waits for ``dispose()`` once more; false when everything is said.
    func hold() -> Bool { reasons.add(1, ordering: .relaxed).oldValue > 0 }

    func dispose() {
        if reasons.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { onDispose() }
    }
}
