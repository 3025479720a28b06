import Rivulet
import Testing

@Suite("Property")
struct PropertyTests {
    @Test("has a value, which its producer begins with and its signal does not")
    func mutable() {
        let recorder = EventLog()
        var property: MutableProperty<Int>? = MutableProperty(1)
        property?.producer.start(recorder.observer("p"))
        property?.signal.observe(recorder.observer("s"))
        property?.value = 2
        #expect(property?.swap(3) == 2)
        #expect(
            property?.modify { (value: inout Int) -> String in
                value += 1
                return "done"
            } == "done")
        #expect(property?.withValue { $0 } == 4)
        property = nil
        #expect(recorder.log == ["p1", "p2", "s2", "p3", "s3", "p4", "s4", "p|", "s|"])
    }

    @Test("its producer outlives it: the last value, then the end")
    func producerAfterwards() {
        var property: MutableProperty<Int>? = MutableProperty(1)
        property?.value = 5
        let (producer, signal) = (property?.producer, property?.signal)
        property = nil
        #expect(producer?.log == ["5", "|"])
        #expect(signal?.record {} == ["#"])
    }

    @Test("delivers what is set from inside a delivery after it; the value is the last one set")
    func reentrance() {
        let property = MutableProperty(0)
        let recorder = EventLog()
        let observation = property.producer.startWithValues { value in
            if value == 1 {
                property.value = 2
                recorder.note("now \(property.value)")
            }
        }
        property.producer.startWithValues { recorder.note("\($0)") }
        property.value = 1
        #expect(recorder.log == ["0", "now 2", "1", "2"])
        observation.dispose()
    }

    @Test("loses no modification, whatever threads make them, and observers see each in order")
    func concurrentModifications() async {
        let property = MutableProperty(0)
        let seen = MutableProperty<[Int]>([])
        property.signal.observeValues { value in seen.modify { $0.append(value) } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<250 { property.modify { $0 += 1 } } }
            }
        }
        #expect(property.value == 1000)
        #expect(seen.value == Array(1...1000))
    }

    @Test("what is set waits for a modification under way, and none gets lost between them")
    func swapsAmongModifications() async {
        let property = MutableProperty(0)
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<2_000 { property.modify { $0 += 1 } }
                    return 0
                }
                group.addTask { (0..<2_000).reduce(0) { sum, _ in sum + property.swap(0) } }
            }
            return await group.reduce(0, +)
        }
        #expect(taken + property.value == 4_000)
    }

    @Test("composed ones follow their source while somebody is interested")
    func composed() {
        let source = MutableProperty(1)
        let recorder = EventLog()
        var doubled: Property<Int>? = source.map { value in
            recorder.note("map \(value)")
            return value * 2
        }
        source.value = 2
        #expect(doubled?.value == 4)
        let observation = doubled?.signal.observe(recorder.observer())
        doubled = nil
        source.value = 3
        observation?.dispose()
        source.value = 4
        #expect(recorder.log == ["map 1", "map 2", "map 3", "6"])
    }

    @Test("ends when its source does, and keeps its last value")
    func sourceGone() {
        let recorder = EventLog()
        var source: MutableProperty<Int>? = MutableProperty(1)
        let view = source.map { Property($0) }
        view?.producer.start(recorder.observer())
        source?.value = 2
        source = nil
        #expect(recorder.log == ["1", "2", "|"])
        #expect(view?.value == 2)
    }

    @Test("made of a value and what follows it")
    func initialThen() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let property = Property(initial: 0, then: signal)
        let bound = MutableProperty(initial: 10, then: signal)
        input.send(value: 1)
        #expect(property.value == 1)
        #expect(bound.value == 1)
        #expect(Property(value: 3).producer.log == ["3", "|"])
    }

    @Test("a binding ends with the target's lifetime, the source, or the disposable")
    func bindings() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let target = MutableProperty(0)
        let optional = MutableProperty<Int?>(nil)
        var shortLived: MutableProperty<Int>? = MutableProperty(0)
        weak let gone = shortLived
        let binding = target <~ signal
        optional <~ signal
        if let shortLived { shortLived <~ signal }
        input.send(value: 1)
        #expect(shortLived?.value == 1)
        shortLived = nil
        #expect(gone == nil)
        binding?.dispose()
        input.send(value: 2)
        #expect(target.value == 1)
        #expect(optional.value == 2)
    }

    @Test("a lifetime's signal completes when it ends")
    func lifetimeEnded() {
        let (lifetime, token) = Lifetime.make()
        #expect(lifetime.ended.map { _ in }.record { token.dispose() } == ["|"])
        #expect(lifetime.ended.map { _ in }.record {} == ["#"])
        #expect(Lifetime.empty.hasEnded)
    }
}
