import Rivulet
import Testing

@Suite("Combining")
struct CombiningTests {
    private let a = Signal<Int, Trouble>.pipe()
    private let b = Signal<Int, Trouble>.pipe()

    @Test("combineLatest: after each value once all have sent one; completes with the last")
    func combineLatest() {
        let log = Signal.combineLatest(a.output, b.output).map { "\($0)\($1)" }.record {
            a.input.send(value: 1)
            b.input.send(value: 5)
            a.input.send(value: 2)
            b.input.sendCompleted()
            a.input.send(value: 3)
            a.input.sendCompleted()
        }
        #expect(log == ["15", "25", "35", "|"])
    }

    @Test("combineLatest: is interrupted when one of them is")
    func interruption() {
        let log = a.output.combineLatest(with: b.output).map { "\($0)\($1)" }.record { b.input.sendInterrupted() }
        #expect(log == ["#"])
    }

    @Test("zip: in step; completes when one has completed that has nothing left")
    func zip() {
        let log = Signal.zip(a.output, b.output).map { "\($0)\($1)" }.record {
            a.input.send(value: 1)
            a.input.send(value: 2)
            b.input.send(value: 5)
            a.input.sendCompleted()
            b.input.send(value: 6)
        }
        #expect(log == ["15", "26", "|"])
    }

    @Test("merge: as they come; an interrupted one counts as completed")
    func merge() {
        let log = Signal.merge(a.output, b.output).record {
            a.input.send(value: 1)
            b.input.send(value: 2)
            a.input.sendInterrupted()
            b.input.send(value: 3)
            b.input.sendCompleted()
        }
        #expect(log == ["1", "2", "3", "|"])
    }

    @Test("takes any number of sources, of any kind")
    func many() {
        let text = SignalProducer<String, Never>(value: "x")
        let number = Property(value: 1)
        #expect(SignalProducer.combineLatest(text, number, text).map { "\($0)\($1)\($2)" }.log == ["x1x", "|"])
        #expect(SignalProducer.zip(text, number).map { "\($0)\($1)" }.log == ["x1", "|"])
        #expect(SignalProducer.combineLatest([text, text]).log == [#"["x", "x"]"#, "|"])
        #expect(SignalProducer.zip([text, text]).log == [#"["x", "x"]"#, "|"])
        #expect(SignalProducer.merge([text, text]).log == ["x", "x", "|"])
        #expect(SignalProducer.merge(text, text, text).log == ["x", "x", "x", "|"])
        #expect(SignalProducer<[Int], Never>.combineLatest([SignalProducer<[Int], Never>]()).log == ["|"])
        let four = Signal.combineLatest(a.output, b.output, a.output, b.output).map { "\($0)\($1)\($2)\($3)" }
        #expect(
            four.record {
                a.input.send(value: 1)
                b.input.send(value: 2)
            }.last == "1212")
    }

    @Test("sample: as often as it is asked for; completes when both have")
    func sample() {
        let (sampler, ask) = Signal<String, Never>.pipe()
        let log = a.output.sample(with: sampler).map { "\($0)\($1)" }.record {
            ask.send(value: "early")
            a.input.send(value: 1)
            ask.send(value: "x")
            ask.send(value: "y")
            a.input.sendCompleted()
            ask.send(value: "z")
            ask.sendCompleted()
        }
        #expect(log == ["1x", "1y", "1z", "|"])
    }

    @Test("withLatest: ends as its own signal does, whatever becomes of the other")
    func withLatest() {
        let (other, otherInput) = Signal<String, Never>.pipe()
        let log = a.output.withLatest(from: other).map { "\($0)\($1)" }.record {
            a.input.send(value: 1)
            otherInput.send(value: "x")
            a.input.send(value: 2)
            otherInput.sendInterrupted()
            a.input.send(value: 3)
            a.input.sendCompleted()
        }
        #expect(log == ["2x", "3x", "|"])
    }

    @Test("booleans")
    func booleans() {
        let (yes, no) = (Property(value: true), Property(value: false))
        #expect(yes.and(no).value == false)
        #expect(yes.or(no).value == true)
        #expect(yes.negate().value == false)
        #expect(Property.all([yes, yes]).value == true)
        #expect(Property.any([no, no]).value == false)
        #expect(yes.producer.and(no.producer).log == ["false", "|"])
    }

    @Test("properties")
    func properties() {
        let (x, y) = (MutableProperty(1), MutableProperty("a"))
        let both = Property.combineLatest(x, y).map { "\($0)\($1)" }
        let inStep = Property.zip(x, y).map { "\($0)\($1)" }
        x.value = 2
        #expect(both.value == "2a")
        #expect(inStep.value == "1a")
        y.value = "b"
        #expect(inStep.value == "2b")
        let chosen = MutableProperty(x)
        let inner = chosen.flatten(.latest)
        x.value = 7
        #expect(inner.value == 7)
        chosen.value = MutableProperty(9)
        #expect(inner.value == 9)
        #expect(x.combinePrevious(0).map { $0 + $1 }.value == 7)
        #expect(x.filter(initial: 0) { $0 > 10 }.value == 0)
        #expect(Property.combineLatest([x, x])?.value == [7, 7])
    }
}
