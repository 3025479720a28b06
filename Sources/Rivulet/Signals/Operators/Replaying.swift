extension SignalProducer {
    /// A producer that starts this one once, at its own first start, and shares it: each start gets the last `capacity`
    /// values (0 or more) so far, then those that come, then the end, even after it. It is interrupted when the returned
    /// producer and all its starts are gone.
    ///
    ///     source                 --1--2--3--4--|
    ///     started here                  s
    ///     replayLazily(upTo: 1)         (2)3--4--|
    public func replayLazily(upTo capacity: Int) -> SignalProducer {
        precondition(capacity >= 0, "A capacity is not negative.")
        return SignalProducer(unchecked: ReplayedLazily(source, capacity: capacity))
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class ReplayedLazily<Value: Sendable>: Observable<Value>, Disposable, @unchecked Sendable {
    private let upstream: Upstream<Value>
    private let subject: ReplaySubject<Value>
    private let life = Life()
    private let hasStarted = Lock(false)

    init(_ source: Observable<Value>, capacity: Int) {
        upstream = Upstream(source)
        subject = .create(bufferSize: capacity)
    }

    deinit { life.dispose() }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        // The observer's life keeps this; there is nothing to undo.
        life.add(self)
        subject.run(sink, life)
        if hasStarted.withLock({ exchange(&$0, with: true) }) { return }
        let tail = TailSink<Value>(self.life) { [subject] value in
            subject.onNext(value)
        } ended: { [subject] ending in
            subject.terminate(ending)
        }
        upstream.start(tail, self.life)
    }

    func dispose() {}
}
