import Foundation
import Testing

@testable import RivuletServer

@Suite("The README")
struct ReadmeTests {
    private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private var text: String {
        get throws { try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8) }
    }

    @Test("shows exactly what --help prints")
    func help() throws {
        #expect(try text.contains("<!-- help -->\n```text\n\(Usage.text)\n```\n"))
    }

    @Test("shows a program that is compiled and run by a test")
    func program() throws {
        let source = try String(contentsOf: repository.appending(path: "Tests/RivuletServerTests/ReadmeProgram.swift"), encoding: .utf8)
        let marker = "// In the README from here on."
        let program = try #require(source.components(separatedBy: marker).last).trimmingCharacters(in: .newlines)
        #expect(try text.contains("```swift\n\(program)\n```\n"))
    }

    @Test("that program runs")
    func programRuns() async throws {
        let (server, addresses) = try startGreeter(port: 0)
        let port = try #require(addresses.first).port
        try HealthCheck(host: .loopback, port: port, path: "/hello/you").run()
        #expect(throws: HealthCheck.Failure.answered("HTTP/1.1 404 Not Found")) {
            try HealthCheck(host: .loopback, port: port, path: "/goodbye").run()
        }
        await server.stop(grace: .seconds(1))
    }

    @Test("its picture is there and small")
    func picture() throws {
        let path = try #require(try text.firstMatch(of: #/!\[[^\]]*\]\(([^)]+)\)/#)).output.1
        let picture = try Data(contentsOf: repository.appending(path: String(path)))
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(picture.count <= 200 * 1_024)
    }
}
