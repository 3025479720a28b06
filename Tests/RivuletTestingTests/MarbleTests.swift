import Rivulet
import RivuletTesting
import Testing

@Suite("Marble diagrams")
struct MarbleTests {
    @Test("draw elements, groups and ends, a frame each")
    func events() throws {
        #expect(try marbles("-a-(bc)|") == [next(210, "a"), next(230, "b"), next(230, "c"), completed(240)])
        #expect(try marbles("1X", values: ["1": 7], start: 0, frame: 5) == [next(0, 7), error(5, TestError.dummyError)])
    }

    @Test("that make no sense are refused")
    func errors() {
        for diagram in ["(a", "a)", "((a))", "|a", "-?-"] {
            #expect(throws: MarbleError.self, "\(diagram)") { try marbles(diagram, values: ["a": 1]) }
        }
    }

    @Test("show what an observer received")
    func drawn() throws {
        let scheduler = TestScheduler()
        let source = scheduler.createHotObservable(try marbles("-a-(bc)--|"))
        #expect(scheduler.start { source.map { $0.uppercased() } }.marbles() == "-A-(BC)--|")
    }
}

@Suite("Blocking")
struct BlockingTests {
    @Test("waits for the end, and throws the failure or a timeout")
    func waits() throws {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "blocking-tests")
        let source = Observable.of(1, 2, 3).observe(on: scheduler)
        #expect(try source.toBlocking().toArray() == [1, 2, 3])
        #expect(try source.toBlocking().first() == 1)
        #expect(try source.toBlocking().last() == 3)
        #expect(throws: RxError.self) { try source.toBlocking().single() }
        #expect(throws: TestError.self) { try Observable<Int>.error(testError).toBlocking().toArray() }
        #expect(throws: RxError.self) { try Observable<Int>.never().toBlocking(timeout: 0.01).first() }
    }
}
