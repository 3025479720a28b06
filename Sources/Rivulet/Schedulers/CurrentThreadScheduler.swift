import Glibc

/// Runs actions on the thread that schedules them: the first at once, those scheduled meanwhile after it, in turn. So
/// sources that schedule each element here interleave fairly, and recursion needs no stack.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
    /// The one there is.
    public static let instance = CurrentThreadScheduler()

    private init() {}

    /// Whether nothing is running on this thread's trampoline: an action scheduled now would run at once.
    public static var isScheduleRequired: Bool { Trampoline.current == nil }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        if Self.isScheduleRequired {
            var result: any Disposable = NopDisposable.noOp
            Self.trampoline { result = action(state) }
            return result
        }
        let inner = SerialDisposable()
        Self.enqueue {
            if !inner.isDisposed { inner.inner = action(state) }
        }
        return inner
    }

    /// Runs `body` as the first action of a new trampoline, then what was scheduled meanwhile. Only while
    /// ``isScheduleRequired``.
    static func trampoline(_ body: () -> Void) {
        var trampoline = Trampoline()
        withUnsafeMutablePointer(to: &trampoline) { trampoline in
            Trampoline.current = trampoline
            defer { Trampoline.current = nil }
            body()
            while let action = trampoline.pointee.popFirst() { action() }
        }
    }

    /// Runs `action` in its turn: at once when no trampoline runs on this thread, else after those that wait.
    static func enqueue(_ action: @escaping () -> Void) {
        if let trampoline = Trampoline.current { trampoline.pointee.append(action) } else { trampoline(action) }
    }

    /// Whether other actions wait on this thread's trampoline: a source in a loop lets them have their turn.
    static var hasWaitingActions: Bool { Trampoline.current?.pointee.isEmpty == false }
}

/// The actions that wait on one thread. Confined to it: reached through a thread-specific pointer only.
private struct Trampoline {
    private var actions: [() -> Void] = []
    private var position = 0

    /// The one that runs on this thread, if any. A subscription begins one, so it lives on the stack, not on the heap: in
    /// ``CurrentThreadScheduler/trampoline(_:)``, which takes it out again before it returns.
    static var current: UnsafeMutablePointer<Trampoline>? {
        get { specific.pointer }
        set { specific.pointer = newValue }
    }

    private static let specific = ThreadSpecific<Trampoline>()

    var isEmpty: Bool { actions.isEmpty }

    mutating func append(_ action: @escaping () -> Void) { actions.append(action) }

    /// Takes the next action out before it runs, so that it is released after it, not when the trampoline ends.
    mutating func popFirst() -> (() -> Void)? {
        if position == actions.count { return nil }
        let action = exchange(&actions[position], with: {})
        position += 1
        if position == actions.count {
            actions.removeAll(keepingCapacity: true)
            position = 0
        }
        return action
    }
}
