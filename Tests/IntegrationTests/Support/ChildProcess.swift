import Foundation
import Rivulet

/// A process with its output collected while it runs.
///
/// Not Foundation's, which leaks a few bytes when a process ends at a bad moment (seen by Address Sanitizer).
final class ChildProcess: Sendable {
    let processIdentifier: Int32

    /// How it ended, as `waitpid` says it; nil until it has been waited for. Until then nobody else has its number.
    private let ending = Lock<Int32?>(nil)
    private let output = Lock(Output())

    private struct Output {
        var standardOutput: [UInt8] = []
        var standardError: [UInt8] = []
        var open = 2
    }

    struct NotStarted: Error {
        let executable: String
        let code: Int32
    }

    var standardOutput: String { String(decoding: standardOutputBytes, as: UTF8.self) }
    var standardOutputBytes: [UInt8] { output.withLock { $0.standardOutput } }
    var standardError: String { String(decoding: output.withLock { $0.standardError }, as: UTF8.self) }
    var isRunning: Bool { ending.withLock { wait(&$0, WNOHANG) == nil } }

    /// - Parameters:
    ///   - executable: a path, or a name that is looked for in `PATH`.
    ///   - environment: in addition to that of the tests.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil
    ) throws {
        let (standardOutput, standardError) = (try DescriptorPair(), try DescriptorPair())
        let standardInput = try input.map { _ in try DescriptorPair() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let standardInput {
            posix_spawn_file_actions_adddup2(&actions, standardInput.reading, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, standardOutput.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, standardError.writing, 2)
        // The tests' own settings of the server must not leak into it.
        let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("RIVULET_") }.merging(environment) { $1 }
        var argv = ([executable] + arguments).map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var processIdentifier: pid_t = 0
        let code = DescriptorPair.inheritance.withLock { _ in
            posix_spawnp(&processIdentifier, executable, &actions, nil, &argv, &envp)
        }
        self.processIdentifier = processIdentifier
        for descriptor in [standardOutput.writing, standardError.writing, standardInput?.reading].compactMap({ $0 }) { close(descriptor) }
        // The readers see the end at once where nothing was started.
        collect(standardOutput.reading, \.standardOutput)
        collect(standardError.reading, \.standardError)
        let inputHandle = standardInput.map { FileHandle(fileDescriptor: $0.writing, closeOnDealloc: true) }
        guard code == 0 else {
            ending.withLock { $0 = 0 }
            throw NotStarted(executable: executable, code: code)
        }
        try inputHandle?.write(contentsOf: Data(input ?? []))
        try inputHandle?.close()
    }

    deinit {
        kill(SIGKILL)
        ending.withLock { _ = wait(&$0, 0) }
    }

    func kill(_ signal: Int32) {
        ending.withLock { if wait(&$0, WNOHANG) == nil { _ = Foundation.kill(processIdentifier, signal) } }
    }

    /// Waits for the end, and for the output up to its end. Returns the exit status, or the negated signal.
    @discardableResult
    func waitForExit(within seconds: Double = Deadline.patience) throws -> Int32 {
        try eventually("the end of process \(processIdentifier)", within: seconds) { isRunning ? nil : () }
        // A grandchild may hold the pipes open for longer; what the process itself wrote is there by then.
        try? eventually("the end of the output", within: 20) { output.withLock { $0.open } == 0 ? () : nil }
        let status = ending.withLock { wait(&$0, 0) ?? 0 }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    /// - Returns: nil when it has not ended.
    private func wait(_ ending: inout Int32?, _ options: Int32) -> Int32? {
        var status: Int32 = 0
        if ending == nil, waitpid(processIdentifier, &status, options) == processIdentifier { ending = status }
        return ending
    }

    /// Reads to the end, on a thread of its own, and closes.
    private func collect(_ descriptor: Int32, _ path: any WritableKeyPath<Output, [UInt8]> & Sendable) {
        Thread.detachNewThread { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                self?.output.withLock { output in
                    output[keyPath: path] += buffer.prefix(max(0, count))
                    if count <= 0 { output.open -= 1 }
                }
                if count <= 0 { break }
            }
            close(descriptor)
        }
    }
}

/// A pipe, which no process inherits but by being handed an end.
private struct DescriptorPair {
    let reading: Int32
    let writing: Int32

    /// Held while there is a pipe that would be inherited, and while a process is started.
    static let inheritance = Lock(())

    struct NotMade: Error { let code: Int32 }

    init() throws {
        var ends: [Int32] = [-1, -1]
        let code = Self.inheritance.withLock { _ in
            guard pipe(&ends) == 0 else { return errno }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            return 0
        }
        guard code == 0 else { throw NotMade(code: code) }
        (reading, writing) = (ends[0], ends[1])
    }
}

/// Runs a command to its end.
func run(
    _ executable: String, _ arguments: String..., environment: [String: String] = [:], input: [UInt8]? = nil
) throws -> (status: Int32, output: String, error: String) {
    let process = try ChildProcess(executable, arguments, environment: environment, input: input)
    let status = try process.waitForExit()
    return (status, process.standardOutput, process.standardError)
}
