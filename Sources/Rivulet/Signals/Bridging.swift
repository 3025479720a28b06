// From one vocabulary to the other. Nothing is lost but the type of the failure, and an interruption: to an `Observable` it
// is the end without an event.
//
// Where one name follows different rules, each vocabulary keeps its own:
//
//                      RxSwift's, on Observable                        ReactiveSwift's, on Signal and SignalProducer
//   sample             sends an element once; ends with either         sends it each time it is asked; completes with both
//   take(until:)       the notifier's completion does nothing          it completes the sequence
//   skip(until:)       likewise                                        it opens the sequence
//   zip                completes when all have completed               as soon as one has that has no value left
//   throttle           what waits is sent before the completion        is dropped; the end comes at once
//   debounce           what waits is sent at the completion            is dropped, or the completion waits with it
//   timeout            counts from each element                        counts from the start, until the end
//   combineLatest      of no sequences: one empty array                completes
//   flatMap            an inner interruption ends all, silently        counts as a completion of the inner sequence
//   never              lets go of its observer                         keeps it until it is interrupted
//   of a sequence      takes turns on the current thread               sends at once
//   disposing          ends without an event                           interrupts, if it is a producer that was started

extension Signal: ObservableConvertibleType {
    public typealias Element = Value

    /// This signal as an observable sequence.
    public func asObservable() -> Observable<Value> { source }
}

extension SignalProducer: ObservableConvertibleType {
    public typealias Element = Value

    /// This producer as an observable sequence: subscribing starts it.
    public func asObservable() -> Observable<Value> { source }
}

extension SignalProducer where Error == any Swift.Error {
    /// An observable sequence as a producer: starting it subscribes.
    public init(_ observable: some ObservableConvertibleType<Value>) {
        self.init(unchecked: observable.asObservable())
    }
}

extension Signal where Error == any Swift.Error {
    /// An observable sequence as a signal: it is subscribed to now, once, and shared.
    public init(_ observable: some ObservableConvertibleType<Value>) {
        self.init(hot: observable.asObservable())
    }
}
