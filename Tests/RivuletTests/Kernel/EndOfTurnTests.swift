import Rivulet
import Testing

@Suite("The end of a turn")
struct EndOfTurnTests {
    @Test("is there on a thread that has turns, and only for as long as it has them")
    func threads() {
        #expect(!EndOfTurn.perform {})
        EndOfTurn.withTurns {
            #expect(EndOfTurn.isEmpty)
            #expect(EndOfTurn.perform {})
            #expect(!EndOfTurn.isEmpty)
        }
        #expect(!EndOfTurn.perform {})
        #expect(EndOfTurn.isEmpty)
    }

    @Test("runs what waits in order; what comes meanwhile waits for the next, and the rest for the last")
    func order() {
        var ran: [Int] = []
        EndOfTurn.withTurns {
            _ = EndOfTurn.perform {
                ran.append(1)
                _ = EndOfTurn.perform { ran.append(3) }
            }
            _ = EndOfTurn.perform { ran.append(2) }
            #expect(ran.isEmpty)
            EndOfTurn.runJobs()
            #expect(ran == [1, 2])
            EndOfTurn.runJobs()
            #expect(ran == [1, 2, 3])
            _ = EndOfTurn.perform {
                ran.append(4)
                // There is no later turn: it says so.
                #expect(!EndOfTurn.perform {})
            }
        }
        #expect(ran == [1, 2, 3, 4])
    }
}

@Suite("Bytes put together in place")
struct OutputSpanTests {
    @Test(
        "numbers are written as the standard library writes them",
        arguments: [0, 9, 10, 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, .max])
    func numbers(number: UInt64) {
        let decimal = [UInt8](upTo: 20) { $0.append(decimal: number) }
        #expect(String(decoding: decimal, as: UTF8.self) == String(number))
        let hexadecimal = [UInt8](upTo: 16) { $0.append(hexadecimal: number) }
        let digits = String(number, radix: 16)
        #expect(String(decoding: hexadecimal, as: UTF8.self) == String(repeating: "0", count: 16 - digits.count) + digits)
    }

    @Test("text and bytes stand as they are")
    func text() {
        let bytes = [UInt8](upTo: 16) { output in
            output.append("a: ")
            output.append("多重".utf8.span)
            output.append(0x0A)
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "a: 多重\n")
    }
}
