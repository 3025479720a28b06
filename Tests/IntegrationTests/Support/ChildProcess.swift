import Foundation
import Rivulet

/// A process with its output collected while it runs.
final class ChildProcess: Sendable {
    let processIdentifier: Int32

    private let process: Lock<Process>
    private let output = Lock(Output())

    private struct Output {
        var standardOutput: [UInt8] = []
        var standardError: [UInt8] = []
        var open = 2
    }

    var standardOutput: String { String(decoding: standardOutputBytes, as: UTF8.self) }
    var standardOutputBytes: [UInt8] { output.withLock { $0.standardOutput } }
    var standardError: String { String(decoding: output.withLock { $0.standardError }, as: UTF8.self) }
    var isRunning: Bool { process.withLock { $0.isRunning } }

    /// - Parameters:
    ///   - executable: a path, or a name that is looked for in `PATH`.
    ///   - environment: in addition to that of the tests.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8]? = nil,
        workingDirectory: URL? = nil
    ) throws {
        let process = Process()
        let byName = !executable.contains("/")
        process.executableURL = URL(filePath: byName ? "/usr/bin/env" : executable)
        process.arguments = (byName ? [executable] : []) + arguments
        // The tests' own settings of the server must not leak into it.
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("RIVULET_") }
            .merging(environment) { $1 }
        if let workingDirectory { process.currentDirectoryURL = workingDirectory }
        let pipes = (Pipe(), Pipe())
        process.standardOutput = pipes.0
        process.standardError = pipes.1
        let inputPipe = input.map { _ in Pipe() }
        process.standardInput = inputPipe ?? FileHandle.nullDevice
        try process.run()
        processIdentifier = process.processIdentifier
        self.process = Lock(process)
        if let input, let inputPipe {
            try inputPipe.fileHandleForWriting.write(contentsOf: Data(input))
            try inputPipe.fileHandleForWriting.close()
        }
        collect(pipes.0, \.standardOutput)
        collect(pipes.1, \.standardError)
    }

    deinit {
        kill(SIGKILL)
        // Foundation holds a process that nobody waited for to the end of this one.
        process.withLock { $0.waitUntilExit() }
    }

    func kill(_ signal: Int32) {
        // Only while it runs, for afterwards the number may be somebody else's.
        process.withLock { process in
            if process.isRunning { _ = Foundation.kill(process.processIdentifier, signal) }
        }
    }

    /// Waits for the end, and for the output up to its end. Returns the exit status, or the negated signal.
    @discardableResult
    func waitForExit(within seconds: Double) throws -> Int32 {
        try eventually("the end of process \(processIdentifier)", within: seconds) { isRunning ? nil : () }
        // A grandchild may hold the pipes open for longer; what the process itself wrote is there by then.
        try? eventually("the end of the output", within: 10) { output.withLock { $0.open } == 0 ? () : nil }
        return process.withLock { process in
            // It has ended; this makes Foundation let go of it.
            process.waitUntilExit()
            return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        }
    }

    /// Reads a pipe to its end, on a thread of its own: `readabilityHandler` now and then missed the last bytes and the
    /// end itself, which cut answers short and made every wait for a process ten seconds longer.
    private func collect(_ pipe: Pipe, _ path: any WritableKeyPath<Output, [UInt8]> & Sendable) {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            while true {
                let data = handle.availableData
                self?.output.withLock { output in
                    output[keyPath: path] += data
                    if data.isEmpty { output.open -= 1 }
                }
                if data.isEmpty { return }
            }
        }
    }
}

/// Runs a command to its end.
func run(
    _ executable: String, _ arguments: String..., environment: [String: String] = [:], input: [UInt8]? = nil, within seconds: Double = 20
) throws -> (status: Int32, output: String, error: String) {
    let process = try ChildProcess(executable, arguments, environment: environment, input: input)
    let status = try process.waitForExit(within: seconds)
    return (status, process.standardOutput, process.standardError)
}
