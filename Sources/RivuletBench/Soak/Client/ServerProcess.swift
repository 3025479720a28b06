import Dispatch
import Glibc
import Rivulet

/// A server that was started for the run, and its log.
final class ServerProcess: Sendable {
    private let process: pid_t
    private let log = LogLines()
    private let exitStatus = Lock<Int32?>(nil)
    let endpoint: Endpoint

    /// Starts a program and waits until its log says where it listens.
    init(_ path: String, _ arguments: [String]) throws(ClientError) {
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { throw ClientError("pipe") }
        defer { close(pipe[1]) }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        process = try spawn([path, "--port", "0", "--host", "127.0.0.1"] + arguments, standardError: pipe[1])
        log.collect(from: pipe[0])
        var port: UInt16?
        while port == nil, !log.isOver {
            usleep(5_000)
            port = log.lines.lazy.compactMap { $0.firstMatch(of: #/listening on http:\/\/127\.0\.0\.1:([0-9]+)/#) }.first
                .flatMap { UInt16($0.output.1) }
        }
        guard let port else {
            throw ClientError(saying: "\(path) does not listen: \(log.lines.joined(separator: "\n"))")
        }
        endpoint = Endpoint(host: "127.0.0.1", port: port)
    }

    /// The lines of its log that contain a text.
    func log(containing text: String) -> [String] { log.lines.filter { $0.contains(text) } }

    /// Ends the server in order, and otherwise after 15 s. Once more only says again how that went.
    /// - Returns: its exit status, or the negated signal.
    func stop() -> Int32 {
        exitStatus.withLock { exitStatus in
            if let exitStatus { return exitStatus }
            let status = end(process)
            exitStatus = status
            return status
        }
    }
}

/// What comes out of a pipe, line by line.
private final class LogLines: Sendable {
    private struct State {
        var lines: [String] = []
        var isOver = false
    }

    private let state = Lock(State())

    var lines: [String] { state.withLock { $0.lines } }
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Reads to the end, on a thread of its own: a log that nobody reads loses lines.
    func collect(from descriptor: Int32) {
        DispatchQueue(label: "rivulet-bench.server-log").async { [self] in
            var rest: [UInt8] = []
            while !isOver {
                let bytes = Self.read(descriptor)
                let lines = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = lines.last.map(Array.init) ?? []
                state.withLock { state in
                    state.lines += lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
                    state.isOver = bytes.isEmpty
                }
            }
            close(descriptor)
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}
