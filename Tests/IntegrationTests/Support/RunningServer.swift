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

    /// - Parameters:
    ///   - port: one that another server had before. Somebody's connection may have been given it meanwhile: that is waited for.
    ///   - tracer: a command that runs the one behind it, as its own process: `strace -D`, a shell's `exec`.
    convenience init(_ arguments: String..., port: UInt16 = 0, tracer: [String] = []) throws {
        try self.init(arguments: arguments, port: port, tracer: tracer)
    }

    init(arguments: [String], port: UInt16 = 0, tracer: [String] = []) throws {
        let command = tracer + [Self.executable, "--port", String(port), "--public", Self.publicFolder] + arguments
        // Address Sanitizer's search for leaks, itself a tracer, gives up in a process that another one traces.
        let environment = tracer.isEmpty ? [:] : ["ASAN_OPTIONS": "detect_leaks=0"]
        (process, self.port) = try eventually("a server on port \(port)") {
            do {
                return try Self.start(command, environment)
            } catch let failure as NotListening where port != 0 && failure.status == 69 {
                return nil
            }
        }
    }

    private static func start(_ command: [String], _ environment: [String: String]) throws -> (ChildProcess, UInt16) {
        let process = try ChildProcess(command[0], Array(command.dropFirst()), environment: environment)
        let port = try eventually("the line that says where the server listens") {
            if !process.isRunning { throw NotListening(status: try process.waitForExit(), output: process.standardError) }
            return process.standardError.firstMatch(of: #/listening on https?://\S+:(\d+)/#).flatMap { UInt16($0.output.1) }
        }
        return (process, port)
    }

    deinit {
        process.kill(SIGKILL)
        let output = process.standardError
        if output.contains("Sanitizer") { Issue.record("the server's standard error: \(output)") }
    }

    struct NotListening: Error {
        let status: Int32
        let output: String
    }

    /// The program stands in the folder of the test bundle, whose executable this process is.
    static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "rivulet")
        .path

    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let publicFolder = repository.appending(path: "Public").path

    /// What `/proc` says, which the server can't get wrong.
    func openDescriptors() throws -> Int { try descriptors().count }

    /// The sockets among them: connections, and what listens. The rest may still be being opened when the server listens.
    func openSockets() throws -> Int {
        try descriptors().filter { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: descriptor))?.hasPrefix("socket:") == true
        }.count
    }

    private func descriptors() throws -> [String] {
        let folder = "/proc/\(processIdentifier)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
    }

    /// Whether the server was built with a sanitizer, as these tests then are. One keeps freed memory for a while, so that
    /// sizes say nothing.
    static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// Whether this machine has strace and lets it look on.
    static let canTrace = (try? run("strace", "-f", "-D", "-o", "/dev/null", "true").status) == 0

    /// Resident memory in KiB.
    func residentMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        let match = try #require(status.firstMatch(of: #/VmRSS:\s+(\d+) kB/#))
        return try #require(Int(match.output.1))
    }

    /// All metrics by name and labels, `rivulet_connections{protocol="http/1.1"}` among them. The connection that asks is
    /// in the numbers.
    func metrics() throws -> [String: Double] { Self.metrics(in: try HTTP1Client.get("/metrics", port: port)) }

    static func metrics(in response: HTTP1Response) -> [String: Double] {
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

    /// Waits until the log says something: its lines are written, and read here, by threads of their own. Only those about
    /// the start are there from the beginning; all are there once the server has stopped.
    func waitForLog(_ text: String) throws {
        try eventually("“\(text)” in the log, which is: \(process.standardError)") { process.standardError.contains(text) ? () : nil }
    }

    /// Sends a signal and waits for the end. Returns the exit status and how long it took.
    @discardableResult
    func stop(_ signal: Int32 = SIGTERM) throws -> (status: Int32, seconds: Double) {
        let clock = Deadline()
        process.kill(signal)
        let status = try process.waitForExit()
        return (status, clock.elapsed)
    }
}
