import Foundation
import Testing

extension IntegrationTests {
    @Suite("lets in whom it should")
    struct Access {
        @Test("from other machines it can only be read, and one line says why and how to change that")
        func readOnly() throws {
            let server = try RunningServer("--host", "0.0.0.0")
            #expect(try HTTP1Client.post("/notifications/message", "1", port: server.port).status == 403)
            #expect(try HTTP1Client.post("/articles/refresh", port: server.port).status == 403)
            #expect(try HTTP1Client.get("/articles", port: server.port).status == 200)
            try server.stop()
            let lines = server.process.standardError.split(separator: "\n").filter { $0.contains("read-only") }
            #expect(lines.count == 1)
            #expect(lines.first?.contains("--token") == true && lines.first?.contains("--open") == true)
        }

        @Test("--open is for those who mean it")
        func open() throws {
            let server = try RunningServer("--host", "0.0.0.0", "--open")
            #expect(try HTTP1Client.post("/notifications/message", "1", port: server.port).status == 202)
            try server.stop()
            #expect(!server.process.standardError.contains("read-only"))
        }

        @Test("a token in a file, another one after SIGHUP, and none of them in any line of the log")
        func token() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("token", "first-token\n")
            let server = try RunningServer("--token-file", file, "--log-level", "debug")
            func post(_ token: String) throws -> Int {
                try HTTP1Client.post("/notifications/message", "1", port: server.port, fields: ["Authorization": "Bearer \(token)"]).status
            }
            #expect(try HTTP1Client.post("/notifications/message", "1", port: server.port).status == 401)
            #expect(try post("first-token") == 202)
            #expect(try post("other-token") == 401)
            _ = try folder.write("token", "other-token\n")
            server.process.kill(SIGHUP)
            try eventually("the other token") { try post("other-token") == 202 ? () : nil }
            #expect(try post("first-token") == 401)
            _ = try folder.write("token", "")
            server.process.kill(SIGHUP)
            try server.waitForLog("the token stays as it was")
            #expect(try post("other-token") == 202)
            try server.stop()
            #expect(!server.process.standardError.contains(#/first-token|other-token/#))
        }

        @Test("SIGHUP: a pipe in the place of the token's file changes nothing, and does not keep the server from its end")
        func tokenFromPipe() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("token", "s3cret\n")
            let server = try RunningServer("--token-file", file)
            try FileManager.default.removeItem(atPath: file)
            _ = try folder.makePipe("token")
            server.process.kill(SIGHUP)
            try server.waitForLog("the token stays as it was: no token: \(file) can't be read: it is no regular file")
            let fields: KeyValuePairs = ["Authorization": "Bearer s3cret"]
            #expect(try HTTP1Client.post("/notifications/message", "1", port: server.port, fields: fields).status == 202)
            #expect(try server.stop().status == 0)
        }

        @Test("a token that is none is refused in one line", arguments: ["se cret\n", "s3cret\0x\n", "s3cret\u{FEFF}\n"])
        func brokenToken(text: String) throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("token", text)
            let result = try run(RunningServer.executable, "--port", "0", "--public", RunningServer.publicFolder, "--token-file", file)
            #expect(result.status == 65)
            #expect(result.error.contains("the first line of \(file) is none") && result.error.split(separator: "\n").count == 1)
        }

        @Test("a name that somebody else has pointed here is refused, HTTP/1.1 and HTTP/2 alike")
        func rebinding() throws {
            let server = try RunningServer("--allowed-host", "news.example")
            for version in ["--http1.1", "--http2-prior-knowledge"] {
                for (host, status) in [("evil.example", "421"), ("news.example", "200"), ("localhost", "200")] {
                    let answer = try run(
                        "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", version, "--resolve", "\(host):\(server.port):127.0.0.1",
                        "http://\(host):\(server.port)/articles")
                    #expect(answer.output == status, "\(version) \(host)")
                }
            }
        }

        @Test("nor does a name pass because the request claims that TLS has checked it")
        func claimedScheme() throws {
            let server = try RunningServer()
            #expect(try HTTP1Client.get("https://evil.example/articles", port: server.port).status == 421)
            #expect(try HTTP1Client.get("https://localhost/articles", port: server.port).status == 200)
        }

        @Test("a file that is no socket is left alone where one is to be made, and so is the socket of a server that came later")
        func unixSocketInTheWay() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("precious", "precious")
            let link = "\(folder.path)/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            for path in [file, link, folder.path] {
                let refused = try run(RunningServer.executable, "--host", "unix:\(path)", "--public", RunningServer.publicFolder)
                #expect(refused.status == 69, "\(refused.error)")
                #expect(refused.error.split(separator: "\n").count == 1)
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)

            let path = "\(folder.path)/rivulet.sock"
            func start() throws -> ChildProcess {
                let server = try ChildProcess(RunningServer.executable, ["--host", "unix:\(path)", "--public", RunningServer.publicFolder])
                try eventually("the server") { server.standardError.contains("listening on unix:\(path)") ? () : nil }
                return server
            }
            let first = try start()
            try FileManager.default.removeItem(atPath: path)
            let second = try start()
            first.kill(SIGTERM)
            #expect(try first.waitForExit() == 0)
            #expect(FileManager.default.fileExists(atPath: path))
            second.kill(SIGTERM)
            #expect(try second.waitForExit() == 0)
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test("a Unix-domain socket is an address too: its file comes and goes with the server, and is taken over from a dead one")
        func unixSocket() throws {
            let folder = try TemporaryFolder()
            let path = "\(folder.path)/rivulet.sock"
            func start() throws -> ChildProcess {
                let server = try ChildProcess(RunningServer.executable, ["--host", "unix:\(path)", "--public", RunningServer.publicFolder])
                try eventually("the server") { server.standardError.contains("listening on unix:\(path)") ? () : nil }
                return server
            }
            func curl(_ target: String, _ options: String...) throws -> String {
                let process = try ChildProcess(
                    "curl", ["-s", "-w", "%{http_code}", "--unix-socket", path] + options + ["http://localhost\(target)"])
                _ = try process.waitForExit()
                return process.standardOutput
            }
            let first = try start()
            #expect(try curl("/healthz") == "ok\n200")
            #expect(try curl("/notifications/message", "-d", "1").hasSuffix("202"))
            #expect(try run(RunningServer.executable, "healthcheck", "--host", "unix:\(path)").status == 0)
            let second = try run(RunningServer.executable, "--host", "unix:\(path)", "--public", RunningServer.publicFolder)
            #expect(second.status == 69 && second.error.contains("is in use"), "\(second.error)")
            first.kill(SIGKILL)
            _ = try first.waitForExit()
            let third = try start()
            #expect(try curl("/healthz") == "ok\n200")
            third.kill(SIGTERM)
            #expect(try third.waitForExit() == 0)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }
}
