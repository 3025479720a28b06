import Rivulet
import RivuletTesting
import Testing

@Suite("Every operator in virtual time")
struct EveryOperatorInTimeTests {
    @Test("sends what it should when it should, and lets go of its source in time", arguments: timedTable)
    func sends(operator: TimedCase) {
        let scheduler = TestScheduler()
        let source = scheduler.createHotObservable([
            .next(150, 1), .next(210, 2), .next(230, 3), .next(270, 4), .next(340, 5), .completed(400),
        ])
        let result = scheduler.start { `operator`.apply(source.asObservable(), scheduler) }
        let events = result.events.map { event in
            switch event.value {
            case .next(let element): "\(event.time):\(element)"
            case .completed: "\(event.time)|"
            case .error: "\(event.time)X"
            }
        }
        #expect(events.joined(separator: " ") == `operator`.expected)
        #expect(source.subscriptions.map(\.unsubscribe).max() == `operator`.released)
    }

    @Test("no operator is left out, but for those that only take more sequences")
    func complete() {
        let more = operatorTable.map(\.name).filter { $0.contains("_:_:_:") }
        #expect(Set(timedTable.map(\.name)) == Set(operatorTable.map(\.name)).subtracting(more))
    }
}
