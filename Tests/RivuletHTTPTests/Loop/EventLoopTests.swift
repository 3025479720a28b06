import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("An event loop")
struct EventLoopTests {
    private func withLoop<Result: Sendable>(_ body: (EventLoop) async throws -> Result) async throws -> Result {
        let loop = try EventLoop(
            index: 0, context: ServerContext(limits: Limits(), logger: { _, _, _ in }, handler: { _ in .never() }))
        try loop.start()
        let result = try await body(loop)
        await withCheckedContinuation { continuation in loop.stop { continuation.resume() } }
        return result
    }

    @Test("runs jobs on its thread, in order, also those that come from a job")
    func jobs() async throws {
        let numbers = try await withLoop { loop in
            let numbers = Lock<[Int]>([])
            return await withCheckedContinuation { (continuation: CheckedContinuation<[Int], Never>) in
                loop.execute {
                    numbers.withLock { $0.append(loop.isCurrent ? 1 : -1) }
                    loop.execute {
                        numbers.withLock { $0.append(3) }
                        continuation.resume(returning: numbers.withLock { $0 })
                    }
                    loop.executeInline { numbers.withLock { $0.append(2) } }
                }
            }
        }
        #expect(numbers == [1, 2, 3])
    }

    @Test("fires timers in the order of their times, and none that was cancelled")
    func timers() async throws {
        let numbers = try await withLoop { loop in
            let numbers = Lock<[Int]>([])
            return await withCheckedContinuation { (continuation: CheckedContinuation<[Int], Never>) in
                @Sendable func at(_ milliseconds: Int, _ number: Int) -> any Disposable {
                    loop.scheduleRelative(number, dueTime: .milliseconds(milliseconds)) { number in
                        let soFar = numbers.withLock { numbers in
                            numbers.append(number)
                            return numbers
                        }
                        if number == 4 { continuation.resume(returning: soFar) }
                        return Disposables.create()
                    }
                }
                loop.execute {
                    _ = at(40, 4)
                    _ = at(20, 2)
                    at(10, 1).dispose()
                    _ = at(30, 3)
                }
            }
        }
        #expect(numbers == [2, 3, 4])
    }

    @Test("drops jobs once it has ended")
    func over() async throws {
        final class Canary: Sendable {}
        weak var canary: Canary?
        let loop = try await withLoop { $0 }
        do {
            let strong = Canary()
            canary = strong
            loop.execute {
                _ = strong
                Issue.record("ran after the end")
            }
        }
        #expect(canary == nil)
    }
}
