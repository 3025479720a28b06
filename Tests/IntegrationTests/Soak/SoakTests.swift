import Foundation
import Testing

extension IntegrationTests {
    @Suite("stands a soak")
    struct Soak {
        private static let bench = URL(filePath: RunningServer.executable).deletingLastPathComponent().appending(path: "rivulet-bench").path

        private func soak(_ options: [String], server: [String] = []) throws -> (status: Int32, output: String) {
            let process = try ChildProcess(
                Self.bench,
                ["soak", "--server", RunningServer.executable] + options + ["--", "--public", RunningServer.publicFolder] + server)
            let status = try process.waitForExit(within: 120)
            return (status, process.standardOutput)
        }

        @Test("viewers that come, hide, drop out, go on and are killed are told everything, once and in order")
        func held() throws {
            let (status, output) = try soak(["--viewers", "60", "--moves", "60", "--seconds", "5", "--rate", "25"])
            #expect(status == 0, "\(output)")
            #expect(output.contains("everything held"))
            #expect(output.contains(#/lost, twice, out of order +0, 0, 0\n/#))
        }

        @Test("one that fails is seen to fail: a journal that keeps one event can't tell viewers what they missed")
        func failed() throws {
            let (status, output) = try soak(
                ["--viewers", "20", "--moves", "60", "--seconds", "4", "--rate", "25"], server: ["--journal-events", "1"])
            #expect(status == 1, "\(output)")
            #expect(output.contains(#/FAILED: \d+ viewers were told that the past is gone/#))
        }

        @Test("a wrong call is told so")
        func usage() throws {
            #expect(try run(Self.bench, "soak").status == 64)
            let wrong = try run(Self.bench, "soak", "--viewers", "0")
            #expect(wrong.status == 64 && wrong.error.contains("--viewers can't be 0; allowed: 1 to 20000"))
            let help = try run(Self.bench, "soak", "--help")
            #expect(help.status == 0 && help.output.contains("--stalled"))
        }
    }
}
