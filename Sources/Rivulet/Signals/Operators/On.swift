extension Signal {
    /// Calls closures on the way, once for each event however many observe the result, and passes everything on.
    ///
    ///     source  --1--2--|
    ///     called    v  v  c
    ///     on      --1--2--|
    ///
    /// - Parameters:
    ///   - event: before each event.
    ///   - failed: before the failure.
    ///   - completed: before the completion.
    ///   - interrupted: before the interruption.
    ///   - terminated: before the end, whichever it is.
    ///   - disposed: when the resulting signal is over: it ended, or nobody is interested in it any more.
    ///   - value: before each value.
    public func on(
        event: (@Sendable (Event) -> Void)? = nil,
        failed: (@Sendable (Error) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        interrupted: (@Sendable () -> Void)? = nil,
        terminated: (@Sendable () -> Void)? = nil,
        disposed: (@Sendable () -> Void)? = nil,
        value: (@Sendable (Value) -> Void)? = nil
    ) -> Signal {
        let taps = Taps<Value>(
            Error.self, event: event, failed: failed, completed: completed, interrupted: interrupted, terminated: terminated,
            disposed: disposed, value: value)
        return Signal(hot: Tapped(source, taps))
    }
}

extension SignalProducer {
    /// Calls closures on the way, and passes everything on.
    ///
    ///     source  --1--2--|
    ///     called  s v  v  c
    ///     on      --1--2--|
    ///
    /// - Parameters:
    ///   - starting: before the producer is started.
    ///   - started: after it was started.
    ///   - event: before each event.
    ///   - failed: before the failure.
    ///   - completed: before the completion.
    ///   - interrupted: before the interruption; also when whoever started this disposes of it.
    ///   - terminated: before the end, whichever it is.
    ///   - disposed: when the start is over.
    ///   - value: before each value.
    public func on(
        starting: (@Sendable () -> Void)? = nil,
        started: (@Sendable () -> Void)? = nil,
        event: (@Sendable (ProducedSignal.Event) -> Void)? = nil,
        failed: (@Sendable (Error) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        interrupted: (@Sendable () -> Void)? = nil,
        terminated: (@Sendable () -> Void)? = nil,
        disposed: (@Sendable () -> Void)? = nil,
        value: (@Sendable (Value) -> Void)? = nil
    ) -> SignalProducer {
        var taps = Taps<Value>(
            Error.self, event: event, failed: failed, completed: completed, interrupted: interrupted, terminated: terminated,
            disposed: disposed, value: value)
        taps.starting = starting
        taps.started = started
        taps.hearsOfDisposal = true
        return SignalProducer(unchecked: Tapped(source, taps))
    }
}

/// What to call on the way.
private struct Taps<Value: Sendable>: Sendable {
    let value: (@Sendable (Value) -> Void)?
    let ending: @Sendable (Ending) -> Void
    let disposed: (@Sendable () -> Void)?
    var starting: (@Sendable () -> Void)?
    var started: (@Sendable () -> Void)?
    /// Whether being disposed of from outside is an interruption.
    var hearsOfDisposal = false

    init<Failure: Error>(
        _ failure: Failure.Type,
        event: (@Sendable (Signal<Value, Failure>.Event) -> Void)?, failed: (@Sendable (Failure) -> Void)?,
        completed: (@Sendable () -> Void)?, interrupted: (@Sendable () -> Void)?, terminated: (@Sendable () -> Void)?,
        disposed: (@Sendable () -> Void)?, value: (@Sendable (Value) -> Void)?
    ) {
        if let event {
            self.value = {
                event(.value($0))
                value?($0)
            }
        } else {
            self.value = value
        }
        ending = { ending in
            event?(Signal<Value, Failure>.Event(ending))
            switch ending {
            case .completed: completed?()
            case .failed(let error): failed?(Signal<Value, Failure>.typed(error))
            case .interrupted: interrupted?()
            }
            terminated?()
        }
        self.disposed = disposed
    }
}

/// `@unchecked Sendable`, as every sequence: `let`s only, and what changes is in a `Lock` or belongs to a subscription.
private final class Tapped<Value: Sendable>: Observable<Value>, @unchecked Sendable {
    private let upstream: Upstream<Value>
    private let taps: Taps<Value>

    init(_ source: Observable<Value>, _ taps: Taps<Value>) {
        upstream = Upstream(source)
        self.taps = taps
    }

    override func run(_ sink: Sink<Value>, _ life: Life) {
        taps.starting?()
        let tap = TapSink(sink, taps)
        if taps.hearsOfDisposal || taps.disposed != nil { life.add(Departure(tap.departed)) }
        upstream.start(tap, life)
        taps.started?()
    }
}

/// `@unchecked Sendable`, as every sink: `let`s only, and what changes is in a `Lock`, an `Atomic` or a `Confined`.
private final class TapSink<Value: Sendable>: Sink<Value>, @unchecked Sendable {
    private let downstream: Sink<Value>
    private let taps: Taps<Value>
    private let hasEnded = BooleanDisposable()

    init(_ downstream: Sink<Value>, _ taps: Taps<Value>) {
        self.downstream = downstream
        self.taps = taps
    }

    override func next(_ value: Value) {
        taps.value?(value)
        downstream.next(value)
    }

    override func terminate(_ ending: Ending) {
        hasEnded.dispose()
        taps.ending(ending)
        downstream.terminate(ending)
    }

    func departed() {
        if taps.hearsOfDisposal, !hasEnded.isDisposed { taps.ending(.interrupted) }
        taps.disposed?()
    }
}
