import Foundation
import Rivulet
import Testing

/// The program itself, as it was built beside the tests, on a port that the system chose.
///
/// Killed at the latest when the object goes. What a sanitizer wrote on its standard error is a failure of the test.
final class RunningServer: Sendable {
    let port: UInt16
    let process: ChildProcess

    var processIdentifier: Int32 { process.processIdentifier }
    var address: String { "127.0.0.1:\(port)" }
    var url: String { "http://\(address)" }

    /// - Parameter tracer: a command that runs the one behind it, as its own process: `strace -D`.
    convenience init(_ arguments: String..., port: UInt16 = 0, tracer: [String] = []) throws {
        try self.init(arguments: arguments, port: port, tracer: tracer)
    }

    init(arguments: [String], port: UInt16 = 0, tracer: [String] = []) throws {
        let command = tracer + [Self.executable, "--port", String(port), "--public", Self.publicFolder] + arguments
        // Address Sanitizer's search for leaks, itself a tracer, gives up in a process that another one traces.
        let environment = tracer.isEmpty ? [:] : ["ASAN_OPTIONS": "detect_leaks=0"]
        process = try ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
        let process = process
        self.port = try eventually("the line that says where the server listens", within: 30) {
            if !process.isRunning { throw NotListening(output: process.standardError) }
            return process.standardError.firstMatch(of: #/listening on https?://\S+:(\d+)/#).flatMap { UInt16($0.output.1) }
        }
    }

    deinit {
        process.kill(SIGKILL)
        let output = process.standardError
        if output.contains("Sanitizer") { Issue.record("the server's standard error: \(output)") }
    }

    struct NotListening: Error { let output: String }

    /// The program stands in the folder of the test bundle, whose executable this process is.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "rivulet")
        .path

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let publicFolder = repository.appending(path: "Public").path

    /// What `/proc` says, which the server can't get wrong.
    func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(processIdentifier)/fd").count
    }

    /// Whether the server was built with a sanitizer, as these tests then are. One keeps freed memory for a while, so that
    /// sizes say nothing.
    static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// Resident memory in KiB.
    func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        let match = try #require(status.firstMatch(of: #/VmRSS:\s+(\d+) kB/#))
        return try #require(Int(match.output.1))
    }

    /// All metrics by name and labels, `rivulet_connections{protocol="http/1.1"}` among them. The connection that asks is
    /// in the numbers.
    func metrics() throws -> [String: Double] {
        let response = try HTTP1Client.get("/metrics", port: port)
        var metrics: [String: Double] = [:]
        for line in response.text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { metrics[String(parts[0])] = Double(parts[1]) }
        }
        return metrics
    }

    func metric(_ name: String) throws -> Int {
        let all = try metrics()
        return Int(try #require(all[name], "no metric \(name)"))
    }

    /// Sends a signal and waits for the end. Returns the exit status and how long it took.
    func stop(_ signal: Int32 = SIGTERM, within seconds: Double = 15) throws -> (status: Int32, seconds: Double) {
        let deadline = Deadline(seconds)
        process.kill(signal)
        let status = try process.waitForExit(within: seconds)
        return (status, deadline.elapsed)
    }
}
