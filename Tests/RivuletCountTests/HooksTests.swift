import Rivulet
import Testing

/// The hooks are the process's, so each of these runs in a process of its own.
@Suite("Hooks")
struct HooksTests {
    @Test("an unhandled failure goes to the default handler, with where it was subscribed to")
    func defaultHandler() async {
        await #expect(processExitsWith: .success) {
            struct Failure: Error {}
            let seen = BehaviorRelay<[[String]]>(value: [])
            Hooks.defaultErrorHandler = { callStack, error in
                precondition(error is Failure)
                seen.accept(seen.value + [callStack])
            }
            Hooks.customCaptureSubscriptionCallstack = { ["here"] }
            _ = Observable<Int>.error(Failure()).subscribe()
            Hooks.recordCallStackOnError = true
            _ = Observable<Int>.error(Failure()).subscribe()
            _ = Observable<Int>.error(Failure()).subscribe(onError: { _ in })
            precondition(seen.value == [[], ["here"]])
        }
    }
}
