import Dispatch
import Rivulet

private let eventCount = 50_000

/// The rows, with the aims that follow from what the best of the other libraries take.
func coreRows() -> [CoreRow] {
    let total = Total()
    let end = HandWritten.End(total)
    let add = total.adding

    /// A row whose pipeline is fed by a subject.
    func row(
        _ key: String, _ name: String, aim: Double, deliveries: Int = 1, limit: HandWritten, events: Int = eventCount,
        _ subscribe: (PublishSubject<Int>) -> Void
    ) -> CoreRow {
        let subject = PublishSubject<Int>()
        subscribe(subject)
        return CoreRow(key: key, name: name, aim: aim, events: events, total: total) {
            for number in 0..<events / deliveries { subject.onNext(number) }
        } limit: {
            for number in 0..<events / deliveries { limit.next(number) }
        }
    }

    var tenMaps: HandWritten = end
    for _ in 0..<10 { tenMaps = HandWritten.Map(tenMaps) { $0 &+ 1 } }
    let mapAndFilter = HandWritten.Map(HandWritten.Filter(end) { $0 >= 0 }) { $0 &+ 1 }

    return [
        row("a", "subject to one subscriber", aim: 25, limit: end) { _ = $0.subscribe(onNext: add) },
        row("b", "subject, map, filter, subscriber", aim: 40, limit: mapAndFilter) {
            _ = $0.map { $0 &+ 1 }.filter { $0 >= 0 }.subscribe(onNext: add)
        },
        row("c", "ten maps", aim: 150, limit: tenMaps) { subject in
            var chain = subject.asObservable()
            for _ in 0..<10 { chain = chain.map { $0 &+ 1 } }
            _ = chain.subscribe(onNext: add)
        },
        row("d", "flatMap(just)", aim: 200, limit: HandWritten.Map(end) { $0 }) {
            _ = $0.flatMap { Observable.just($0) }.subscribe(onNext: add)
        },
        row("e", "combineLatest of two", aim: 60, limit: HandWritten.Stateful(end) { $1 &+ 1 }) { subject in
            let other = BehaviorSubject(value: 1)
            _ = Observable.combineLatest(subject, other) { $0 &+ $1 }.subscribe(onNext: add)
        },
        row(
            "f", "subject to 100 subscribers, per delivery", aim: 10, deliveries: 100,
            limit: HandWritten.Fan(Array(repeating: end, count: 100)), events: eventCount * 10
        ) { subject in
            for _ in 0..<100 { _ = subject.subscribe(onNext: add) }
        },
        subscribeAndDispose(total),
        mergeOfFour(end, total),
        row(
            "i", "share(replay: 1) to ten subscribers, per event", aim: 200,
            limit: HandWritten.Fan(Array(repeating: end, count: 10))
        ) { subject in
            let shared = subject.share(replay: 1)
            for _ in 0..<10 { _ = shared.subscribe(onNext: add) }
        },
        behaviorSubject(end, total),
        mutableProperty(end, total),
        row("l", "scan", aim: 40, limit: HandWritten.Stateful(end) { $0 &+ $1 }) {
            _ = $0.scan(0) { $0 &+ $1 }.subscribe(onNext: add)
        },
        row("m", "distinctUntilChanged", aim: 40, limit: HandWritten.Stateful(end) { $1 }) {
            _ = $0.distinctUntilChanged().subscribe(onNext: add)
        },
        observeOn(end, total),
    ]
}

private func subscribeAndDispose(_ total: Total) -> CoreRow {
    let subject = PublishSubject<Int>()
    let chain = subject.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &- 1 }
    let count = eventCount / 10
    let add = total.adding
    return CoreRow(key: "g", name: "subscribe and dispose, three operators", aim: 700, events: count, total: nil) {
        for _ in 0..<count { chain.subscribe(onNext: add).dispose() }
    } limit: {
        for number in 0..<count {
            // As many objects as there are links, made and released.
            let chain = HandWritten.Map(HandWritten.Filter(HandWritten.Map(HandWritten.End(total)) { $0 }) { $0 >= 0 }) { $0 }
            chain.next(number)
        }
    }
}

private func mergeOfFour(_ end: HandWritten, _ total: Total) -> CoreRow {
    let subjects = (0..<4).map { _ in PublishSubject<Int>() }
    _ = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: total.adding)
    return CoreRow(key: "h", name: "merge of four", aim: 60, events: eventCount, total: total) {
        for number in 0..<eventCount { subjects[number & 3].onNext(number) }
    } limit: {
        for number in 0..<eventCount { end.next(number) }
    }
}

private func behaviorSubject(_ end: HandWritten, _ total: Total) -> CoreRow {
    let subject = BehaviorSubject(value: 0)
    _ = subject.subscribe(onNext: total.adding)
    let limit = HandWritten.Stateful(end) { $1 }
    return CoreRow(key: "j", name: "BehaviorSubject: set and observe", aim: 40, events: eventCount, total: total) {
        for number in 0..<eventCount { subject.onNext(number) }
    } limit: {
        for number in 0..<eventCount { limit.next(number) }
    }
}

private func mutableProperty(_ end: HandWritten, _ total: Total) -> CoreRow {
    let property = MutableProperty(0)
    property.producer.startWithValues(total.adding)
    let limit = HandWritten.Stateful(end) { $1 }
    return CoreRow(key: "k", name: "MutableProperty: set and observe", aim: 40, events: eventCount, total: total) {
        for number in 0..<eventCount { property.value = number }
    } limit: {
        for number in 0..<eventCount { limit.next(number) }
    }
}

private func observeOn(_ end: HandWritten, _ total: Total) -> CoreRow {
    let queue = DispatchQueue(label: "rivulet-bench.limit")
    return CoreRow(key: "n", name: "observe(on: serial queue), end to end", aim: 300, events: eventCount, total: total) {
        let done = DispatchSemaphore(value: 0)
        let subject = PublishSubject<Int>()
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "rivulet-bench")
        _ = subject.observe(on: scheduler).subscribe(onNext: total.adding, onCompleted: { done.signal() })
        for number in 0..<eventCount { subject.onNext(number) }
        subject.onCompleted()
        done.wait()
    } limit: {
        // One dispatch for each event.
        let done = DispatchSemaphore(value: 0)
        for number in 0..<eventCount { queue.async { total.add(number) } }
        queue.async { done.signal() }
        done.wait()
    }
}
