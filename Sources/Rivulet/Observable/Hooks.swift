import Synchronization

/// What happens where nobody said what should.
public enum Hooks {
    /// Gets where the sequence was subscribed to, empty unless ``recordCallStackOnError``, and the error it failed with.
    public typealias DefaultErrorHandler = @Sendable (_ subscriptionCallStack: [String], _ error: any Error) -> Void

    /// Tells where the program is: the frames of the stack, innermost first.
    public typealias CustomCaptureSubscriptionCallstack = @Sendable () -> [String]

    private static let handler = Lock<DefaultErrorHandler>({ _, _ in })
    private static let capture = Lock<CustomCaptureSubscriptionCallstack>({ [] })
    private static let isRecording = Atomic<Bool>(false)

    /// Called when a sequence fails that was subscribed to without `onError`. Does nothing, unless set. Any thread.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }

    /// Whether each subscription asks ``customCaptureSubscriptionCallstack`` where it is made, for the
    /// ``defaultErrorHandler`` to know. False, unless set. Any thread.
    public static var recordCallStackOnError: Bool {
        get { isRecording.load(ordering: .relaxed) }
        set { isRecording.store(newValue, ordering: .relaxed) }
    }

    /// Tells where a subscription is made. Knows nothing, unless set: the core has no way to look at the stack. Any thread.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { capture.withLock { $0 } }
        set { capture.withLock { $0 = newValue } }
    }

    /// What to do with the failure of a sequence that is subscribed to here without `onError`; nil: tell the
    /// ``defaultErrorHandler``, which gets no call stack.
    static func unhandled() -> (@Sendable (any Error) -> Void)? {
        if !recordCallStackOnError { return nil }
        let callStack = customCaptureSubscriptionCallstack()
        return { defaultErrorHandler(callStack, $0) }
    }
}
