import Foundation
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("A server of HTTP/2, asked by curl")
struct HTTP2ServerTests {
    private static let handler: Handler = { request in
        switch request.path {
        case "/body": request.body.collect().map { Response(text: "\($0.count) bytes") }
        case "/large": .just(Response(body: .bytes([UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000))))
        case "/events": .just(Response(body: .events(EventStream(channels: 1, replay: [EventFrame(Array("<hello>".utf8))]))))
        default: .just(Response(text: "\(request.head.version.rawValue) \(request.method) \(request.path)"))
        }
    }

    private static func start(_ arguments: [String], _ test: TestServer, path: String) throws -> (process: Process, output: Pipe) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        process.arguments =
            ["--http2-prior-knowledge", "--silent", "--no-buffer", "--max-time", "10"] + arguments + [
                "http://127.0.0.1:\(test.port)\(path)"
            ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }

    private static func curl(_ test: TestServer, path: String, _ arguments: [String] = []) throws -> String {
        let (process, output) = try start(arguments, test, path: path)
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test("answers on the same port, larger content than a window, and content that is sent")
    func basics() async throws {
        try await TestServer.run(handler: Self.handler) { test in
            let small = try Self.curl(test, path: "/a%2Fb")
            #expect(small == "HTTP/2 GET /a%2Fb")
            let large = try Self.curl(test, path: "/large")
            #expect(large.utf8.count == 3_000_000)
            let sent = try Self.curl(test, path: "/body", ["--data-binary", String(repeating: "y", count: 100_000)])
            #expect(sent == "100000 bytes")
            let head = try Self.curl(test, path: "/", ["--head"])
            #expect(head.hasPrefix("HTTP/2 200"))
            #expect(test.eventually { test.server.statistics.http2Connections == 0 && test.server.statistics.http2Streams == 0 })
        }
    }

    @Test("a stream gets events as they come, and is gone with its client")
    func events() async throws {
        try await TestServer.run(handler: Self.handler) { test in
            let (process, output) = try Self.start([], test, path: "/events")
            #expect(test.eventually { test.server.statistics.eventStreams == 1 })
            test.server.broadcast.publish(EventFrame(Array("<1>".utf8)), channel: 1, sequence: 1)
            var received = ""
            while !received.hasSuffix("<1>") {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                received += String(decoding: data, as: UTF8.self)
            }
            #expect(received == "<hello><1>")
            kill(process.processIdentifier, SIGKILL)
            #expect(test.eventually { test.server.statistics.eventStreams == 0 && test.server.statistics.connections == 0 })
            process.waitUntilExit()
        }
    }

    @Test("what waits for a window ends with its client, though it is finite")
    func closedWindow() async throws {
        try await TestServer.run(handler: Self.handler) { test in
            let client = try test.connect()
            // SETTINGS with an initial window of 0; then GET /large: indexed fields, and the path as a literal.
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\u{6}\u{4}\0\0\0\0\0\0\u{4}\0\0\0\0")
            client.send(
                bytes: [0, 0, 18, 1, 5, 0, 0, 0, 1, 0x82, 0x86, 0x04, 6] + Array("/large".utf8) + [0x01, 6] + Array("a.test".utf8))
            #expect(test.eventually { test.server.statistics.http2Streams == 1 })
            client.finish()
            #expect(test.eventually { test.server.statistics.http2Streams == 0 && test.server.statistics.connections == 0 })
        }
    }

    @Test("a header block that never ends is cut off in time, and its loop goes on serving")
    func unfinishedHeaderBlock() async throws {
        var limits = Limits()
        limits.headTimeout = .milliseconds(200)
        try await TestServer.run(limits: limits, handler: Self.handler) { test in
            let client = try test.connect()
            // An empty SETTINGS, then HEADERS without END_HEADERS, and silence.
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0")
            client.send(bytes: [0, 0, 2, 1, 1, 0, 0, 0, 1, 0x82, 0x86])
            #expect(test.eventually { test.server.statistics.http2Connections == 1 })
            #expect(test.eventually { test.server.statistics.connections == 0 })
            #expect(try Self.curl(test, path: "/still-there") == "HTTP/2 GET /still-there")
        }
    }

    @Test("the preface is recognised however it is split, and nothing else is taken for it")
    func preface() async throws {
        try await TestServer.run(handler: Self.handler) { test in
            let client = try test.connect()
            for byte in "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" { client.send(String(byte)) }
            client.send("\0\0\0\u{4}\0\0\0\0\0")
            #expect(test.eventually { test.server.statistics.http2Connections == 1 })
            let other = try test.connect()
            other.send("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n")
            #expect(try other.readToEnd().hasPrefix("HTTP/1.1 505 "))
        }
    }
}
