import Rivulet
import RivuletTesting
import Testing

/// Contract 5: constant stack and linear time, up to a million elements, inner sequences, attempts and observers.
///
/// A million of everything needs a build with optimisation: `swift test -c release --filter SizeTests`. Without it an event
/// takes fifty times as long, so what has a queue, a buffer, a trampoline or a list in it is run with a twentieth of that,
/// and each operator, most of which are made of those, with less. What is wrong does not escape: recursion shows in where
/// the stack is, long before it overflows, and what is quadratic takes a hundred times as long for ten times as many,
/// whatever they are ten times of.
@Suite("Size")
struct SizeTests {
    private static let most = isOptimized ? 1_000_000 : 50_000
    private static let mostForEach = isOptimized ? 1_000_000 : 5_000

    /// Runs `body` with so many and with a tenth, and checks the stack and the time that it took.
    private func checkGrowth(to most: Int, _ name: String, _ body: (_ count: Int, _ probe: StackProbe) -> Void) {
        func seconds(_ count: Int) -> Double {
            let probe = StackProbe()
            let begin = threadSeconds()
            Supply.$count.withValue(count) { body(count, probe) }
            let elapsed = threadSeconds() - begin
            // One byte for each would be more.
            #expect(probe.depth < 8_000, "\(name), \(count)")
            return elapsed
        }
        _ = seconds(100)
        let small = seconds(most / 10)
        // Ten times as many in ten times the time; quadratic would be a hundred times. The rest is for a busy machine.
        #expect(seconds(most) < small * 40 + 0.1, "\(name)")
    }

    @Test("what repeats or waits", arguments: sizeTable)
    func repeats(case: SizeCase) {
        checkGrowth(to: Self.most, `case`.name) { count, probe in
            `case`.run(count, probe)
            #expect((count...2 * count).contains(probe.count))
        }
    }

    @Test("every operator, as its source sends", arguments: everyOperator.filter(\.subscribesAtOnce))
    func everyOperatorIsSent(operator: OperatorCase) {
        checkGrowth(to: Self.mostForEach, `operator`.name) { count, probe in
            let source = PublishSubject<Int>()
            let subscription = `operator`.apply(source).subscribe(onNext: { _ in probe.touch() })
            for number in 0..<count { source.onNext(number) }
            source.onCompleted()
            subscription.dispose()
        }
    }

    @Test("every operator, of a synchronous source", arguments: operatorTable.filter(\.subscribesAtOnce))
    func everyOperatorDrains(operator: OperatorCase) {
        checkGrowth(to: Self.mostForEach, `operator`.name) { count, probe in
            `operator`.apply(.range(start: 0, count: count)).subscribe(onNext: { _ in probe.touch() }).dispose()
        }
    }

    @Test("every operator of producers", arguments: producerTable)
    func everyProducerOperator(operator: ProducerCase) {
        checkGrowth(to: Self.mostForEach, `operator`.name) { count, probe in
            let (signal, input) = Signal<Int, Failure>.pipe()
            let subscription = `operator`.apply(Producer(signal)).start { _ in probe.touch() }
            for number in 0..<count { input.send(value: number) }
            input.sendCompleted()
            subscription.dispose()
        }
    }

    @Test("every operator of properties", arguments: propertyTable)
    func everyPropertyOperator(operator: PropertyCase) {
        checkGrowth(to: Self.mostForEach, `operator`.name) { count, probe in
            let source = MutableProperty(0)
            let property = `operator`.apply(Property(source))
            property.signal.observeValues { _ in probe.touch() }
            for number in 1...count { source.value = number }
            withExtendedLifetime(property) {}
        }
    }
}
