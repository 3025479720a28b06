import Dispatch
import FoundationEssentials
import Synchronization

/// Runs actions on the main queue; at once, when it is called there and nothing waits.
///
/// The main queue runs only where something runs it: `dispatchMain()` or a run loop on the process's main thread.
///
/// `@unchecked Sendable`: what it inherits is a queue and what goes with it, in `let`s; it adds an `Atomic`.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
    private let waiting = Atomic<Int>(0)

    /// The one for `observe(on:)`.
    public static let instance = MainScheduler()

    /// One that never runs an action at once, even when called on the main queue.
    public static let asyncInstance = SerialDispatchQueueScheduler(queue: .main, leeway: .nanoseconds(0))

    /// Another one; it does as ``instance`` does.
    public init() {
        super.init(queue: .main, leeway: .nanoseconds(0))
    }

    /// Stops the program when not on the main thread: for code that must never run elsewhere.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        precondition(isMainThread, errorMessage ?? "Not on the main thread.")
    }

    /// Stops the program when not on the main thread.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        ensureExecutingOnScheduler(errorMessage: errorMessage)
    }

    public override func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let scheduled = SingleAssignmentDisposable()
        perform {
            if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
        }
        return scheduled
    }

    package override func perform(_ action: @escaping @Sendable () -> Void) {
        let before = waiting.add(1, ordering: .acquiringAndReleasing).oldValue
        if before == 0, isMainThread {
            action()
            waiting.subtract(1, ordering: .releasing)
        } else {
            queue.async { [self] in
                action()
                waiting.subtract(1, ordering: .releasing)
            }
        }
    }
}
