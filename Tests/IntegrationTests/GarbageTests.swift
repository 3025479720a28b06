import Foundation
import Testing

extension IntegrationTests {
    @Suite("serves on, whatever comes in")
    struct Garbage {
        @Test(
            "random bytes, a TLS hello, an endless header line, a huge body, a bad frame: an error or a close, and the next client is served"
        )
        func garbage() throws {
            let server = try RunningServer("--header-timeout", "2s")
            for (name, bytes, statuses) in Self.cases {
                let connection = try Connection(port: server.port)
                // The server may close before all is sent; that is an answer too.
                try? connection.send(bytes)
                let answer = try connection.receiveAll()
                let text = String(decoding: answer.prefix(12), as: UTF8.self)
                let status = text.hasPrefix("HTTP/1.1 ") ? Int(text.suffix(3)) ?? -1 : 0
                #expect(statuses.contains(status), "\(name): \(text)")
                #expect(try HTTP1Client.get("/healthz", port: server.port).status == 200, "after \(name)")
            }
            #expect(server.process.isRunning)
        }

        private typealias Case = (name: String, bytes: [UInt8], statuses: Set<Int>)

        /// What is sent, and what may come back: a status, or 0 for a close without one.
        private static var cases: [Case] {
            let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            let long = String(repeating: "a", count: 40_000)
            let manyFields = String(repeating: "X: y\r\n", count: 200)
            let noise: [Case] = (0..<20).map { _ in
                ("noise", (0..<2_000).map { _ in UInt8.random(in: .min ... .max) } + Array("\r\n\r\n".utf8), [0, 400])
            }
            let binary: [Case] = [
                ("a TLS hello", [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + [UInt8](repeating: 7, count: 506), [0, 400]),
                ("a bad HTTP/2 frame", Array(preface.utf8) + [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1], [0]),
            ]
            let text: [(String, String, Set<Int>)] = [
                ("an endless request line", "GET /\(long)", [414]),
                ("an endless header line", "GET / HTTP/1.1\r\nHost: x\r\nX: \(long)", [431]),
                ("too many fields", "GET / HTTP/1.1\r\nHost: x\r\n\(manyFields)\r\n", [431]),
                ("a huge body", "POST /notifications/message HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", [413]),
                ("no host", "GET / HTTP/1.1\r\n\r\n", [400]),
                ("two lengths", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", [400]),
                ("a version to come", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", [400, 505]),
                ("a preface that goes wrong", "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", [0, 400, 505]),
                ("half a request", "GET / HT", [408]),
            ]
            return noise + binary + text.map { ($0.0, Array($0.1.utf8), $0.2) }
        }

        @Test("a body over the limit is refused so that the client can read it, even while it still sends")
        func tooLarge() throws {
            let server = try RunningServer("--max-body", "1KiB")
            let body = String(repeating: "x", count: 3_000_000)
            let response = try HTTP1Client.post("/notifications/message", "\"\(body)\"", port: server.port)
            #expect(response.status == 413)
            #expect(response.fields["connection"] == "close")
        }

        @Test("nothing outside the public folder is ever served")
        func outside() throws {
            let server = try RunningServer()
            for target in [
                "/../Package.swift", "/..%2FPackage.swift", "/%2e%2e/Package.swift", "/js/../../Package.swift", "/.gitignore",
                "//etc/passwd",
                "/js/%00", "/..\\Package.swift", "/%2fetc%2fpasswd",
            ] {
                let response = try HTTP1Client.get(target, port: server.port)
                #expect((400...404).contains(response.status), "\(target): \(response.status)")
                #expect(!response.text.contains("swift-tools-version") && !response.text.contains("root:"))
            }
        }

        @Test("the viewer's files come with type, validator and ranges")
        func files() throws {
            let server = try RunningServer()
            let page = try HTTP1Client.get("/", port: server.port)
            #expect(page.status == 200)
            #expect(page.fields["content-type"]?.lowercased() == "text/html; charset=utf-8")
            let etag = try #require(page.fields["etag"])
            #expect(page.fields["last-modified"] != nil)
            #expect(try HTTP1Client.get("/", port: server.port, fields: ["If-None-Match": etag]).status == 304)
            let script = try HTTP1Client.get("/js/main.js", port: server.port)
            #expect(script.fields["content-type"]?.lowercased() == "text/javascript; charset=utf-8")
            let part = try HTTP1Client.get("/js/main.js", port: server.port, fields: ["Range": "bytes=0-9"])
            #expect(part.status == 206)
            #expect(part.body == Array(script.body.prefix(10)))
        }
    }
}
