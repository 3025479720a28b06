import Dispatch
import Testing

@testable import Rivulet

@Suite("Backlog, and observe(on:) above it")
struct BacklogTests {
    @Test func isFirstInFirstOutWhileItGrowsAndIsEmptiedInBetween() {
        let backlog = Backlog<String>()
        let received = Recorder<String>()
        let sink = RecordingSink(received)
        var expected: [String] = []
        for round in 1...50 {
            for number in 0..<round {
                backlog.append("element \(round).\(number)")
                expected.append("element \(round).\(number)")
            }
            // Every third round leaves some behind.
            var left = round % 3 == 0 ? round / 2 : 0
            while !backlog.isEmpty, left >= 0 {
                backlog.deliverFirst(to: sink)
                if round % 3 == 0 { left -= 1 }
            }
        }
        while !backlog.isEmpty { backlog.deliverFirst(to: sink) }
        #expect(received.entries == expected)
    }

    @Test func releasesWhatItDeliversAndWhatItNeverDelivers() {
        weak var delivered: Witness?
        weak var kept: Witness?
        do {
            let backlog = Backlog<Witness>()
            do {
                let (first, second) = (Witness(), Witness())
                (delivered, kept) = (first, second)
                backlog.append(first)
                backlog.append(second)
            }
            backlog.deliverFirst(to: Sink<Witness>())
            #expect(delivered == nil)
            #expect(kept != nil)
        }
        #expect(kept == nil)
    }

    @Test(arguments: [true, false])
    func aHundredThousandEventsChangeThreadsInOrder(isSerial: Bool) {
        let scheduler: any ImmediateSchedulerType =
            isSerial ? SerialDispatchQueueScheduler(qos: .default) : ConcurrentDispatchQueueScheduler(qos: .default)
        let subject = PublishSubject<Int>()
        let received = Recorder<Int>()
        let isOver = DispatchSemaphore(value: 0)
        let subscription = subject.observe(on: scheduler)
            .subscribe(onNext: { received.record($0) }, onCompleted: { isOver.signal() })
        for number in 0..<100_000 { subject.onNext(number) }
        subject.onCompleted()
        #expect(isOver.wait(timeout: .now() + 60) == .success)
        #expect(received.entries == Array(0..<100_000))
        subscription.dispose()
    }

    @Test func whatWaitsIsNotDeliveredOnceDisposed() {
        let queue = DispatchQueue(label: "suspended")
        let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "observing")
        let subject = PublishSubject<Int>()
        let received = Recorder<Int>()
        queue.suspend()
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { received.record($0) })
        subject.onNext(1)
        subject.onNext(2)
        subscription.dispose()
        queue.resume()
        queue.sync {}
        #expect(received.entries == [])
    }

    private final class Witness: Sendable {}

    private final class RecordingSink: Sink<String>, @unchecked Sendable {
        private let recorder: Recorder<String>

        init(_ recorder: Recorder<String>) {
            self.recorder = recorder
        }

        override func next(_ element: String) { recorder.record(element) }
    }
}
