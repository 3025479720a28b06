/// What happens where nobody said what should.
public enum Hooks {
    /// Gets the call stack of a subscription, empty as long as nobody captures it, and the error it failed with.
    public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    private static let handler = Lock<DefaultErrorHandler>({ _, _ in })

    /// Called when a sequence fails that was subscribed to without `onError`. Does nothing, unless set. Any thread.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }
}
