// From one vocabulary to the other. Nothing is lost but the type of the failure, and an interruption: to an `Observable` it
// is the end without an event.

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
