import Dispatch
import Synchronization
import Testing

@testable import Rivulet

@Suite("Gate: one owner at a time, nobody waits")
struct GateTests {
    @Test func jobOfTheOwnersOwnThreadRunsAfterTheCurrentOneInOrder() {
        let gate = Gate()
        let recorder = Recorder<String>()
        #expect(gate.enter())
        gate.later { recorder.record("first") }
        gate.later {
            recorder.record("second")
            gate.later { recorder.record("queued by the second") }
            recorder.record("end of the second")
        }
        #expect(recorder.entries.isEmpty)
        gate.leave()
        #expect(recorder.entries == ["first", "second", "end of the second", "queued by the second"])
        #expect(gate.enter())
        gate.leave()
    }

    @Test func laterOnAnIdleGateRunsAtOnce() {
        let gate = Gate()
        let recorder = Recorder<Int>()
        gate.later { recorder.record(1) }
        #expect(recorder.entries == [1])
    }

    @Test func eightThreadsNeverOverlapAndLoseNothing() {
        let gate = Gate()
        // Confined by the gate under test: a race here is what the sanitizer would report, and a wrong sum what we would see.
        let sum = Confined(0)
        let isInside = Atomic<Bool>(false)
        let overlaps = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<10_000 {
                @Sendable func work() {
                    if isInside.exchange(true, ordering: .relaxed) { overlaps.add(1, ordering: .relaxed) }
                    sum.value += 1
                    isInside.store(false, ordering: .relaxed)
                }
                if thread.isMultiple(of: 2), gate.enter() {
                    work()
                    gate.leave()
                } else {
                    gate.later(work)
                }
            }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(sum.value == 80_000)
    }

    @Test func aMillionNestedJobsNeedNoStack() {
        let gate = Gate()
        let count = Confined(0)
        @Sendable func turn() {
            count.value += 1
            if count.value < 1_000_000 { gate.later(turn) }
        }
        gate.later(turn)
        #expect(count.value == 1_000_000)
    }
}
