import Dispatch

// These stop the calling thread until the producer has something to say: for tests and for scripts. Never call them on a
// thread that the producer needs.

extension SignalProducer {
    /// Starts the producer and waits for its first value.
    /// - Returns: the value, or the failure; nil when the producer ends without either.
    public func first() -> Result<Value, Error>? { take(first: 1).single() }

    /// Starts the producer and waits for its end.
    /// - Returns: the only value, or the failure; nil when there was no value or more than one.
    public func single() -> Result<Value, Error>? {
        let values = take(first: 2).collect().outcome()
        switch values {
        case .success(let values): return values.count == 1 ? .success(values[0]) : nil
        case .failure(let error): return .failure(error)
        case nil: return nil
        }
    }

    /// Starts the producer and waits for its end.
    /// - Returns: the last value, or the failure; nil when there was no value.
    public func last() -> Result<Value, Error>? { take(last: 1).single() }

    /// Starts the producer and waits for its end.
    /// - Returns: success, or the failure.
    public func wait() -> Result<(), Error> { then(SignalProducer<(), Error>(value: ())).last() ?? .success(()) }

    /// The one value of a producer that sends at most one, waited for.
    private func outcome() -> Result<Value, Error>? {
        let semaphore = DispatchSemaphore(value: 0)
        let outcome = MutableProperty<Result<Value, Error>?>(nil)
        startWithSignal { signal, _ in
            signal.observe { event in
                switch event {
                case .value(let value): outcome.value = .success(value)
                case .failed(let error): outcome.value = .failure(error)
                case .completed, .interrupted: break
                }
                if event.isTerminating { semaphore.signal() }
            }
        }
        semaphore.wait()
        return outcome.value
    }
}
