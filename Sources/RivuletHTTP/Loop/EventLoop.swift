import CLinux
import Glibc
import Rivulet
import Synchronization

/// A thread that waits for sockets, timers and jobs, and does what they ask for, one thing after the other.
///
/// A connection lives and dies on one loop, so whatever belongs to it needs no lock. A loop is a scheduler of the core:
/// `observe(on: request.exchange.loop)` brings events to the thread where the response is written. Nothing that runs on
/// a loop may block: everybody else of the same loop waits meanwhile.
public final class EventLoop: SchedulerType {
    /// Which of the server's loops this is, from 0.
    public let index: Int

    let context: ServerContext
    let thread = LoopThread()
    private let core: LoopBound<LoopCore>
    private let inbox = Inbox()
    private let bell: Bell
    private let handle = Lock<pthread_t?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let timerNumber = Atomic<UInt64>(0)

    /// A loop that does not run yet.
    /// - Throws: ``ServerError/system(call:code:)`` when the system is out of descriptors.
    init(index: Int, context: ServerContext) throws(ServerError) {
        self.index = index
        self.context = context
        bell = try Bell()
        core = LoopBound(try LoopCore(bell: bell.descriptor, context: context), on: thread)
    }

    deinit {
        if let handle = takeHandle() { pthread_detach(handle) }
    }

    /// Whether the caller runs on this loop's thread.
    public var isCurrent: Bool { thread.isCurrent }

    /// Runs a job on the loop's thread, in the order of the calls; later in this turn when called on that thread. Any
    /// thread; never waits. A job for a loop that has ended is dropped.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        if isOver.load(ordering: .acquiring) { return }
        // The loop looks at its inbox before it goes to sleep, so it need not ring for itself.
        if inbox.push(job), !isCurrent { bell.ring() }
    }

    /// Runs a job now when called on the loop's thread, otherwise like ``execute(_:)``.
    func executeInline(_ job: @escaping @Sendable () -> Void) {
        if isCurrent { job() } else { execute(job) }
    }

    // MARK: Scheduler

    public var now: RxTime { LoopClock.date }

    public func schedule<StateType: Sendable>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let scheduled = SingleAssignmentDisposable()
        execute {
            if !scheduled.isDisposed { scheduled.setDisposable(action(state)) }
        }
        return scheduled
    }

    public func scheduleRelative<StateType: Sendable>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let scheduled = SerialDisposable()
        let number = timerNumber.add(1, ordering: .relaxed).newValue
        let time = LoopClock.now + dueTime.clampedNanoseconds
        scheduled.inner = Disposables.create { [weak self] in
            guard let self else { return }
            self.executeInline { self.core.value.cancelAction(number) }
        }
        executeInline { [core] in
            if scheduled.isDisposed { return }
            core.value.scheduleAction(number, at: time) {
                if !scheduled.isDisposed { scheduled.inner = action(state) }
            }
        }
        return scheduled
    }

    // MARK: Inside

    /// What the loop owns. On its thread only.
    var confined: LoopCore { core.value }

    /// Begins to run, on a thread of its own, until ``stop()``.
    func start() throws(ServerError) {
        var handle = pthread_t()
        let code = pthread_create(&handle, nil, runEventLoop, Unmanaged.passRetained(self).toOpaque())
        guard code == 0 else {
            Unmanaged.passUnretained(self).release()
            throw .system(call: "pthread_create", code: code)
        }
        self.handle.withLock { $0 = handle }
    }

    /// Ends the loop after the jobs that are in its inbox now; `completion` runs on its thread, last of all.
    func stop(_ completion: @escaping @Sendable () -> Void) {
        execute { [core] in core.value.stop(completion) }
    }

    /// Waits until the thread has let go of everything that was the loop's. After ``stop(_:)``, when that is a matter of
    /// microseconds; never on the loop's own thread.
    func join() {
        if let handle = takeHandle() { pthread_join(handle, nil) }
    }

    private func takeHandle() -> pthread_t? {
        handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
    }

    fileprivate func run() {
        thread.becomeCurrent()
        let core = self.core.value
        core.begin()
        EndOfTurn.withTurns {
            while core.isRunning {
                core.turn(jobsWait: !inbox.isEmpty || !EndOfTurn.isEmpty)
                runJobs()
                EndOfTurn.runJobs()
                // What those jobs have published is written in this turn, not the next.
                runJobs()
                core.finishTurn()
            }
            isOver.store(true, ordering: .releasing)
            core.end()
        }
        // Whatever came in since is dropped with its captures, here and not at some later time.
        _ = inbox.takeAll()
        core.completion?()
    }

    private func runJobs() {
        guard !inbox.isEmpty else { return }
        for job in inbox.takeAll() { job() }
    }
}

/// The entry of a loop's thread: a plain function, for a closure could be isolated to an actor.
private func runEventLoop(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let loop else { return nil }
    // Signals are the main thread's: a handler here would interrupt the loop's calls.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
    Unmanaged<EventLoop>.fromOpaque(loop).takeRetainedValue().run()
    return nil
}

/// What wakes a loop that waits: an eventfd.
private final class Bell: Sendable {
    let descriptor: Int32

    init() throws(ServerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system(call: "eventfd", code: errno) }
    }

    deinit { close(descriptor) }

    func ring() { _ = eventfd_write(descriptor, 1) }
}
