import Synchronization

extension ObservableType {
    /// The elements; when the source fails, those of another sequence.
    ///
    ///     source  --1--2--X
    ///     other           --8--9--|
    ///     catch   --1--2----8--9--|
    ///
    /// - Parameter handler: makes the other sequence; an error it throws ends the sequence.
    public func `catch`(_ handler: @escaping @Sendable (any Error) throws -> Observable<Element>) -> Observable<Element> {
        let source = asObservable()
        return Wiring { sink, life in
            // The source has a life of its own, for its failure is not the end.
            let input = life.makeChild()
            let tail = TailSink<Element>(input) {
                sink.next($0)
            } ended: { ending in
                guard case .failed(let error) = ending else { return sink.terminate(ending) }
                do { try handler(error).start(sink, life) } catch { sink.terminate(.failed(error)) }
            }
            source.start(tail, input)
        }
    }

    /// The elements; when the source fails, a last one.
    ///
    ///     source             --1--2--X
    ///     catchAndReturn(9)  --1--2--9|
    public func catchAndReturn(_ element: Element) -> Observable<Element> { `catch` { _ in .just(element) } }

    /// The elements of the first sequence; when one fails, those of the next.
    ///
    ///     a                  --1--X
    ///     b                       --2--X
    ///     c                            --3--|
    ///     catch([a, b, c])   --1----2----3--|
    public static func `catch`<Sequence: Swift.Sequence & Sendable>(sequence: Sequence) -> Observable<Element>
    where Sequence.Element == Observable<Element> {
        Successive(sequence, count: nil, .afterFailure)
    }

    /// The elements; when the source fails, it is subscribed to again, without limit.
    ///
    ///     source  --1--X
    ///     retry   --1----1----1---…
    public func retry() -> Observable<Element> {
        retry(.max)
    }

    /// The elements; when the source fails, it is subscribed to again.
    ///
    ///     source    --1--X
    ///     retry(2)  --1----1--X
    ///
    /// - Parameter maxAttemptCount: how often it is subscribed to in all, 1 or more.
    public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
        let count = max(0, maxAttemptCount)
        return Successive(Swift.repeatElement(asObservable(), count: count), count: count, .afterFailure)
    }

    /// The elements; when the source fails, it is subscribed to again as soon as a trigger sends something.
    ///
    ///     source       --1--2--X
    ///     trigger      ------------o
    ///     retry(when:) --1--2--------1--2--…
    ///
    /// - Parameter notificationHandler: gets the failures as elements, and makes the trigger, which is subscribed to once.
    ///   Its end takes the place of the failure that waits for it, or of the next one.
    public func retry<TriggerObservable: ObservableType>(
        when notificationHandler: @escaping @Sendable (Observable<any Error>) -> TriggerObservable
    ) -> Observable<Element> {
        retry(asObservable(), as: (any Error).self, notificationHandler) { $0 }
    }

    /// The elements; when the source fails with an error of one type, it is subscribed to again as soon as a trigger
    /// sends something. Other errors end the sequence.
    ///
    ///     source        --1--2--X
    ///     trigger       ------------o
    ///     retry(when:)  --1--2--------1--2--…
    ///
    /// - Parameter notificationHandler: gets the failures as elements, and makes the trigger; see ``retry(when:)-(_)``.
    public func retry<TriggerObservable: ObservableType, Failure: Error>(
        when notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable
    ) -> Observable<Element> {
        retry(asObservable(), as: Failure.self, notificationHandler) { $0 as? Failure }
    }

    private func retry<TriggerObservable: ObservableType, Failure: Sendable>(
        _ source: Observable<Element>, as type: Failure.Type,
        _ notificationHandler: @escaping @Sendable (Observable<Failure>) -> TriggerObservable,
        _ cast: @escaping @Sendable (any Error) -> Failure?
    ) -> Observable<Element> {
        Wiring { sink, life in
            let failures = PublishSubject<Failure>()
            let attempts = RetryAttempts(source, sink, life) { error in
                guard let failure = cast(error) else { return false }
                failures.onNext(failure)
                return true
            }
            let triggers = Life()
            life.add(triggers)
            let tail = TailSink<TriggerObservable.Element>(triggers) { _ in
                attempts.triggered()
            } ended: {
                attempts.triggerEnded($0)
            }
            notificationHandler(failures.asObservable()).asObservable().start(tail, triggers)
            attempts.advance()
        }
    }
}

/// The attempts of `retry(when:)`. At constant stack, also when failure and trigger are synchronous.
private final class RetryAttempts<Element: Sendable>: Sendable {
    let junction: Junction<Element>
    private let source: Observable<Element>
    private let current = SerialDisposable()
    private let failed: @Sendable (any Error) -> Bool
    private let turns = Atomic<Int>(0)
    /// Whether the last attempt has failed, and its trigger has not come.
    private let isWaiting = Atomic<Bool>(false)
    /// What the trigger ended with, once it has.
    private let lastTrigger = Lock<Ending?>(nil)

    init(
        _ source: Observable<Element>, _ sink: Sink<Element>, _ life: Life, failed: @escaping @Sendable (any Error) -> Bool
    ) {
        junction = Junction(sink, life)
        self.source = source
        self.failed = failed
        life.add(current)
    }

    func triggered() {
        if isWaiting.exchange(false, ordering: .acquiringAndReleasing) { advance() }
    }

    func triggerEnded(_ ending: Ending) {
        lastTrigger.withLock { $0 = ending }
        // Behind what was just stored: an attempt that fails meanwhile sees it, or is seen here.
        if isWaiting.load(ordering: .sequentiallyConsistent) { junction.terminate(ending) }
    }

    func advance() {
        if turns.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { return }
        repeat { attempt() } while turns.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }

    private func attempt() {
        if junction.life.isEnded { return }
        let input = Life()
        current.inner = input
        let tail = TailSink<Element>(input) { [self] in
            junction.next($0)
        } ended: { [self] ending in
            guard case .failed(let error) = ending else { return junction.terminate(ending) }
            isWaiting.store(true, ordering: .sequentiallyConsistent)
            if !failed(error) { return junction.terminate(ending) }
            if let trigger = lastTrigger.withLock({ $0 }), isWaiting.load(ordering: .acquiring) { junction.terminate(trigger) }
        }
        source.start(tail, input)
    }
}
