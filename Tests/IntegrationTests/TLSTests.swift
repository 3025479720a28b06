import Foundation
import Testing

extension IntegrationTests {
    @Suite("speaks TLS")
    struct TLS {
        private let folder: TemporaryFolder
        private let certificate: String
        private let key: String

        init() throws {
            folder = try TemporaryFolder()
            (certificate, key) = ("\(folder.path)/cert.pem", "\(folder.path)/key.pem")
            try makeCertificate("one")
        }

        /// Makes a certificate in the place of the one that is there.
        private func makeCertificate(_ name: String) throws {
            try openssl(
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=\(name)",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate)
        }

        private func openssl(_ arguments: String...) throws {
            let process = try ChildProcess("openssl", arguments)
            try #require(try process.waitForExit() == 0, "openssl: \(process.standardError)")
        }

        private func server(_ arguments: String...) throws -> RunningServer {
            try RunningServer(arguments: ["--tls-cert", certificate, "--tls-key", key] + arguments)
        }

        /// What curl says of an answer, and its exit status.
        private func curl(_ server: RunningServer, _ path: String, _ options: String...) throws -> (
            status: Int32, output: String, error: String
        ) {
            let process = try ChildProcess(
                "curl", ["-sS", "-w", " %{http_version} %{http_code}"] + options + ["https://\(server.address)\(path)"])
            return (try process.waitForExit(), process.standardOutput, process.standardError)
        }

        /// Whose certificate the server shows, and whether a session went on. The tickets of a new one come before the answer
        /// to a request, and the end after it.
        private func client(_ server: RunningServer, _ options: String...) throws -> String {
            let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let process = try ChildProcess(
                "openssl", ["s_client", "-ign_eof", "-connect", server.address] + options, input: Array(request.utf8))
            try process.waitForExit()
            return process.standardOutput + process.standardError
        }

        @Test("HTTP/1.1 and HTTP/2 on one port, to a client that knows the certificate")
        func versions() throws {
            let server = try server()
            #expect(try curl(server, "/healthz", "--http1.1", "--cacert", certificate).output == "ok\n 1.1 200")
            #expect(try curl(server, "/healthz", "--http2", "--cacert", certificate).output == "ok\n 2 200")
            #expect(try curl(server, "/articles?per_page=100", "--http2", "-k").output.hasSuffix("] 2 200"))
            #expect(try curl(server, "/healthz").status == 60, "nobody vouches for this certificate")
            #expect(try run("curl", "-s", "http://\(server.address)/healthz").output.contains("https://"))
        }

        @Test("what no side can agree on ends in an alert, and is in the log")
        func disagreement() throws {
            let server = try server()
            #expect(try client(server, "-tls1_1", "-cipher", "DEFAULT:@SECLEVEL=0").contains("alert protocol version"))
            #expect(try client(server, "-alpn", "spdy/1").contains("alert no application protocol"))
            try eventually("both in the log") {
                let log = server.process.standardError
                return log.contains("handshake failed: unsupported protocol") && log.contains("handshake failed: no application protocol")
                    ? () : nil
            }
        }

        @Test("a session goes on under TLS 1.3 and 1.2", arguments: ["-tls1_3", "-tls1_2"])
        func resumption(version: String) throws {
            let server = try server()
            let session = "\(folder.path)/session"
            #expect(try client(server, version, "-sess_out", session).contains("\nNew, TLSv1."))
            #expect(try client(server, version, "-sess_in", session).contains("\nReused, TLSv1."))
        }

        @Test("a file that can't be used is said in one line, with the exit status of its kind")
        func brokenFiles() throws {
            let (request, past, other) = ("\(folder.path)/request", "\(folder.path)/past.pem", "\(folder.path)/other.key")
            try openssl("req", "-new", "-key", key, "-subj", "/CN=past", "-out", request)
            try openssl("x509", "-req", "-in", request, "-signkey", key, "-days", "-1", "-out", past)
            try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", other)
            for (certificate, key, status, reason) in [
                ("/nowhere.pem", key, 66, "/nowhere.pem can't be read: No such file"),
                (certificate, other, 65, "is not that of the certificate"),
                (past, key, 65, "past.pem expired on"), (key, key, 65, "there is no certificate (PEM) in"),
            ] {
                let result = try run(RunningServer.executable, "--port", "0", "--tls-cert", certificate, "--tls-key", key)
                #expect(result.status == status)
                #expect(result.error.contains(reason) && result.error.split(separator: "\n").count == 1, "\(result.error)")
            }
        }

        @Test("SIGHUP: new connections see the new certificate, a stream goes on, and a broken file changes nothing")
        func reload() throws {
            let server = try server()
            let stream = try ChildProcess("curl", ["-skN", "https://\(server.address)/events"])
            try eventually("the stream") { stream.standardOutput.contains("event: hello") ? () : nil }
            #expect(try client(server).contains("subject=CN = one"))

            try makeCertificate("two")
            server.process.kill(SIGHUP)
            try eventually("the new certificate") { try client(server).contains("subject=CN = two") ? () : nil }

            _ = try folder.write("cert.pem", "nothing")
            server.process.kill(SIGHUP)
            try server.waitForLog("the certificate stays as it was: no TLS: there is no certificate")
            #expect(try client(server).contains("subject=CN = two"))
            #expect(try curl(server, "/notifications/message", "-k", "-d", "1").output.hasSuffix(" 202"))
            try eventually("the event on the old connection") { stream.standardOutput.contains("event: message") ? () : nil }
        }

        @Test(
            "SIGHUP: a pipe in the place of a file changes nothing, and does not keep the server from its end",
            arguments: ["cert.pem", "key.pem"])
        func reloadFromPipe(name: String) throws {
            let server = try server()
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            let pipe = try folder.makePipe(name)
            server.process.kill(SIGHUP)
            try server.waitForLog("the certificate stays as it was: no TLS: \(pipe) can't be read: it is no regular file")
            #expect(try client(server).contains("subject=CN = one"))
            #expect(try server.stop().status == 0)
        }

        @Test("another port sends to https, and the health check speaks TLS")
        func redirect() throws {
            let server = try server("--redirect-port", "0")
            let port = try #require(server.process.standardError.firstMatch(of: #/redirecting from http://127.0.0.1:(\d+)/#)).output.1
            let answer = try run("curl", "-s", "-i", "-d", "1", "http://127.0.0.1:\(port)/notifications/message?x=1").output
            #expect(answer.hasPrefix("HTTP/1.1 308"))
            #expect(answer.contains("Location: https://127.0.0.1:\(server.port)/notifications/message?x=1\r\n"))
            let check = ["healthcheck", "--port", String(server.port), "--tls-cert", certificate, "--tls-key", key]
            #expect(try ChildProcess(RunningServer.executable, check).waitForExit() == 0)
        }

        @Test("in Chromium: HTTP/2, and 20 event streams on one connection, all of them live")
        func browser() throws {
            let server = try server()
            let browser = try Browser(acceptsInsecureCertificates: true)
            let url = "https://localhost:\(server.port)"
            try browser.open(url)
            let used = "return performance.getEntriesByType('navigation')[0].nextHopProtocol"
            #expect(try browser.run(used) as? String == "h2")
            try eventually("the viewer's stream") {
                try browser.run("return document.getElementById('connection').dataset.state") as? String == "open" ? () : nil
            }
            try browser.run(
                """
                window.seen = 0;
                window.sources = Array.from({length: 20}, () => new EventSource('/events?channels=notifications'));
                for (const source of sources) source.addEventListener('message', () => seen++);
                """)
            try eventually("20 streams") {
                try browser.run("return sources.every(source => source.readyState === 1)") as? Bool == true ? () : nil
            }
            #expect(try curl(server, "/notifications/message", "-k", "-d", "1").output.hasSuffix(" 202"))
            try eventually("the event on each of them") { try browser.run("return seen") as? Int == 20 ? () : nil }
            // A browser that does not know yet what the server speaks may open one more, and close it.
            try eventually("21 streams on one connection") {
                let metrics = try curl(server, "/metrics", "-k", "--http1.1").output
                let lines = ["rivulet_connections{protocol=\"h2\"} 1\n", "rivulet_sse_subscribers 21\n"]
                return lines.allSatisfy(metrics.contains) ? () : nil
            }
        }
    }
}
