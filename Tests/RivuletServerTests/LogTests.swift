import Dispatch
import Rivulet
import Testing

@testable import RivuletServer

@Suite("The log")
struct LogTests {
    private let time = Timestamp(seconds: 1_709_210_096, nanoseconds: 7_999_999)

    @Test("text for people")
    func text() {
        let line = LogLine(time: time, level: .info, message: "listening", fields: [("port", "80"), ("path", "a b"), ("empty", "")])
        #expect(line.formatted(as: .text) == #"2024-02-29T12:34:56.007Z info listening port=80 path="a b" empty="""#)
    }

    @Test("one JSON object a line for machines")
    func json() {
        let line = LogLine(time: time, level: .error, message: "a \"b\"\n", fields: [("path", "\\日本\u{2028}\u{7F}")])
        #expect(
            line.formatted(as: .json)
                == #"{"time":"2024-02-29T12:34:56.007Z","level":"error","message":"a \"b\"\n","path":"\\日本\u2028\u007f"}"#)
    }

    @Test("nothing that a client sent ends a line, forges a field or moves the cursor")
    func hostileText() {
        let line = LogLine(time: time, level: .info, message: "x\r\ny", fields: [("a", "1 b=2"), ("c", "\u{1B}[2J\u{202E}"), ("d", "e=f")])
        let text = line.formatted(as: .text)
        #expect(text.hasSuffix(#"x\r\ny a="1 b=2" c="\u001b[2J\u202e" d="e=f""#))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("lines below the level are not written")
    func levels() {
        let lines = Lines()
        let log = Log(level: .warning, format: .text, write: lines.add)
        log.error("one")
        log.warning("two")
        log.info("three")
        log.debug("four")
        log.flush(atMost: .seconds(60))
        #expect(lines.all.count == 2)
        #expect(lines.all.first?.hasSuffix(" error one\n") == true)
    }

    @Test("a reader that is stuck stops nobody: what does not fit is dropped and counted")
    func stuckReader() {
        let lines = Lines()
        let gate = Gate()
        let log = Log(level: .info, format: .text) { line in
            gate.pass()
            lines.add(line)
        }
        for number in 0..<Log.capacity + 10 { log.info("line \(number)") }
        #expect(!log.flush(atMost: .milliseconds(1)), "nor whoever waits for the end")
        gate.open()
        #expect(log.flush(atMost: .seconds(60)))
        #expect(lines.all.count == Log.capacity + 1)
        #expect(lines.all.contains { $0.hasSuffix("warning 10 lines of the log were dropped\n") })
    }
}

private final class Lines: Sendable {
    private let lines = Lock([String]())
    var all: [String] { lines.withLock { $0 } }
    @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Holds up whoever passes until it is opened.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func pass() {
        semaphore.wait()
        semaphore.signal()
    }
    func open() { semaphore.signal() }
}
