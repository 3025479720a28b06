import Foundation
import Testing

extension IntegrationTests {
    @Suite("does not depend on who reads what it writes")
    struct StandardStreams {
        private static let publicFolder = ["--port", "0", "--public", RunningServer.publicFolder]

        /// The program with its standard error in a pipe, and its port.
        private func start(into pipe: StandardPipe, _ arguments: String...) throws -> (process: ChildProcess, port: UInt16) {
            let command = pipe.launcher(STDERR_FILENO) + [RunningServer.executable] + Self.publicFolder + arguments
            // Where the search for leaks would write to is what is taken away here.
            let process = try ChildProcess(command[0], Array(command.dropFirst()), environment: ["ASAN_OPTIONS": "detect_leaks=0"])
            let port = try pipe.read(#/listening on http://\S+:(\d+)/#).1
            return (process, try #require(UInt16(port)))
        }

        @Test("the reader of the access log goes away: requests are answered, and the end is in order")
        func outputReaderGone() throws {
            let pipe = try StandardPipe()
            let server = try RunningServer("--access-log", "text", tracer: pipe.launcher(STDOUT_FILENO))
            #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200)
            _ = try pipe.read(#/GET \/healthz/#)
            try pipe.close()
            for _ in 0..<10 { #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200) }
            #expect(try server.stop().status == 0)
        }

        @Test("the reader of the log goes away: the end is in order")
        func errorReaderGone() throws {
            let pipe = try StandardPipe()
            let (process, port) = try start(into: pipe)
            try pipe.close()
            #expect(try HTTP1Client.get("/healthz", port: port).status == 200)
            process.kill(SIGTERM)
            #expect(try process.waitForExit() == 0)
        }

        @Test("started without standard output, it writes its lines into no file of its own")
        func closedStreams() throws {
            let folder = try TemporaryFolder()
            let (socket, journal) = ("\(folder.path)/socket", "\(folder.path)/journal")
            let process = try ChildProcess(
                "/bin/sh",
                [
                    "-c", "exec \"$0\" \"$@\" >&-", RunningServer.executable, "--host", "unix:\(socket)", "--journal", journal,
                    "--access-log", "text", "--public", RunningServer.publicFolder,
                ])
            try eventually("an answer") {
                try run("curl", "-s", "--unix-socket", socket, "http://localhost/healthz").output == "ok\n" ? () : nil
            }
            process.kill(SIGTERM)
            #expect(try process.waitForExit() == 0)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                // Foundation leaks a page for each empty file that it reads, and the lock is one.
                let content = try run("cat", "\(folder.path)/\(file)").output
                #expect(!content.contains("healthz"), "\(file)")
            }
        }

        @Test("the reader of the access log is stuck: requests are answered, and the end comes")
        func outputReaderStuck() throws {
            let pipe = try StandardPipe()
            let server = try RunningServer("--access-log", "text", tracer: pipe.launcher(STDOUT_FILENO))
            try pipe.fill()
            for _ in 0..<10 { #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200) }
            #expect(try server.stop().status == 0)
        }

        @Test("the reader of the log is stuck: the end comes, and with a second signal at once")
        func errorReaderStuck() throws {
            let pipe = try StandardPipe()
            let (process, port) = try start(into: pipe, "--grace", "10m", "--body-timeout", "10m")
            // A request whose answer is not finished keeps a graceful stop waiting.
            let connection = try Connection(port: port)
            try connection.send(
                "POST /notifications/message HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n")
            #expect(String(decoding: try connection.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 100 "))
            try pipe.fill()
            process.kill(SIGTERM)
            try eventually("a server that stops") { (try? HTTP1Client.get("/readyz", port: port).status) == 200 ? nil : () }
            #expect(process.isRunning)
            process.kill(SIGTERM)
            #expect(try process.waitForExit() == 0)

            let other = try StandardPipe()
            let (idle, _) = try start(into: other)
            try other.fill()
            idle.kill(SIGTERM)
            #expect(try idle.waitForExit() == 0)
        }
    }
}
