extension Reactive where Base: LifetimeProviding {
    /// How long the object lives.
    public var lifetime: Lifetime { .of(base) }

    /// A binding target that works on the object, which it does not keep, on the main thread.
    ///
    ///     extension Reactive where Base: Table {
    ///         var reloadData: BindingTarget<()> { makeBindingTarget { base, _ in base.reloadData() } }
    ///     }
    ///
    /// - Parameter action: gets the object and a value.
    public func makeBindingTarget<Value: Sendable>(
        _ action: @escaping @MainActor @Sendable (Base, Value) -> Void
    ) -> BindingTarget<Value> {
        makeBindingTarget(on: UIScheduler()) { base, value in
            // Sound: a `UIScheduler` runs this on the main queue, which is the main actor's.
            MainActor.assumeIsolated { action(base, value) }
        }
    }

    /// A binding target that works on the object, which it does not keep, on `scheduler`.
    ///
    /// - Parameters:
    ///   - scheduler: runs the action.
    ///   - action: gets the object and a value.
    public func makeBindingTarget<Value: Sendable>(
        on scheduler: any Scheduler, _ action: @escaping @Sendable (Base, Value) -> Void
    ) -> BindingTarget<Value> {
        BindingTarget(on: scheduler, lifetime: lifetime) { [weak base] value in
            if let base { action(base, value) }
        }
    }
}
