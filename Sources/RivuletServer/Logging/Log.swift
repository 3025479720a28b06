import Dispatch
import Glibc
import Rivulet

/// Lines on standard error. Any thread may write, and none waits for whoever reads the other end: lines are written by a
/// queue of their own, at most ``capacity`` are waiting at a time, and what is more than that is dropped and counted.
///
/// Nobody hands it a viewer's key or a request's query: it prints what it is given.
final class Log: Sendable {
    let level: LogLevel

    private let format: LogFormat
    private let write: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "rivulet.log")
    private let pending = Lock(Pending())

    private struct Pending {
        var lines = 0
        var dropped = 0
    }

    static let capacity = 4_096

    /// - Parameter write: called on a queue of the log's own with one line at a time, its line end included.
    init(level: LogLevel, format: LogFormat, write: @escaping @Sendable (String) -> Void = Log.writeToStandardError) {
        self.level = level
        self.format = format
        self.write = write
    }

    convenience init(_ configuration: Configuration.Log) {
        self.init(level: configuration.level, format: configuration.format)
    }

    func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { add(.error, message, fields) }
    func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { add(.warning, message, fields) }
    func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) { add(.info, message, fields) }
    func debug(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:]) {
        guard level >= .debug else { return }
        add(.debug, message(), fields())
    }

    /// Returns once everything that was logged before is written, or after `limit`: whoever reads the other end may have
    /// stopped doing so, and must not keep the program from its end. Only for that end: it waits.
    /// - Returns: whether everything is written.
    @discardableResult
    func flush(atMost limit: DispatchTimeInterval = .seconds(1)) -> Bool {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        return written.wait(timeout: .now() + limit) == .success
    }

    private func add(_ level: LogLevel, _ message: String, _ fields: KeyValuePairs<String, String>) {
        guard level <= self.level else { return }
        let accepted = pending.withLock { pending in
            if pending.lines < Log.capacity {
                pending.lines += 1
                return true
            }
            pending.dropped += 1
            return false
        }
        guard accepted else { return }
        let line = LogLine(time: .now(), level: level, message: message, fields: fields.map { (name: $0.key, value: $0.value) })
        queue.async { [self] in
            write(line.formatted(as: format) + "\n")
            let dropped = pending.withLock { pending in
                pending.lines -= 1
                defer { pending.dropped = 0 }
                return pending.dropped
            }
            guard dropped > 0 else { return }
            let note = LogLine(time: .now(), level: .warning, message: "\(dropped) lines of the log were dropped", fields: [])
            write(note.formatted(as: format) + "\n")
        }
    }

    /// One system call a line, so that lines of several processes on one pipe do not mix. A line that can't be written, because
    /// the disk is full or whoever read it is gone, is dropped.
    @Sendable static func writeToStandardError(_ line: String) { write(line, to: STDERR_FILENO) }

    /// As ``writeToStandardError(_:)``.
    @Sendable static func writeToStandardOutput(_ line: String) { write(line, to: STDOUT_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        var rest = Array(line.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
