/// Runs actions where they are scheduled, at once.
public final class ImmediateScheduler: ImmediateSchedulerType {
    /// One of them; they are all alike.
    public init() {}

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        action(state)
    }
}
