import Glibc
import Rivulet
import Testing

@testable import RivuletEvents

@Suite("The page actor's executor")
struct PageActorTests {
    /// With an executor like the pages', but that nobody else uses.
    @globalActor
    private actor OwnActor {
        static let shared = OwnActor()
        private let executor = FirstInFirstOutExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    }

    @Test("runs what a thread with turns sends on that thread, when the turn ends; a job sent meanwhile in the next")
    func turns() {
        let ran = Log<String>()
        let thread = UInt(pthread_self())
        EndOfTurn.withTurns {
            Task { @OwnActor in
                OwnActor.shared.assertIsolated()
                ran.append(thread == UInt(pthread_self()) ? "here" : "elsewhere")
                Task { @OwnActor in ran.append("then") }
            }
            #expect(ran.elements.isEmpty)
            EndOfTurn.runJobs()
            #expect(ran.elements == ["here"])
            EndOfTurn.runJobs()
            #expect(ran.elements == ["here", "then"])
        }
    }
}
