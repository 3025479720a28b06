import Rivulet
import RivuletHTTP
import Testing

@testable import RivuletServer

@Suite("The lines for answers")
struct AccessLineTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    private func lines(_ format: AccessLogFormat, _ fields: Fields) async throws -> [String] {
        let written = Lock<[String]>([])
        let lines = try #require(AccessLines(format, behind: TrustedProxies(ranges: [])) { line in written.withLock { $0.append(line) } })
        var router = Router()
        router.use(AccessLog { lines.add($0) })
        router.get("/articles/:id") { _ in "some text" }
        let client = try InProcessClient(router.handler)
        _ = try await client.get("/articles/1?token=s3cret", fields: fields)
        _ = try await client.get("/nowhere?token=s3cret", fields: fields)
        lines.flush()
        return written.withLock { $0 }
    }

    @Test("say what was asked and answered, and nothing of queries and credentials", arguments: [AccessLogFormat.text, .json])
    func content(format: AccessLogFormat) async throws {
        let fields: Fields = ["Authorization": "Bearer s3cret", "traceparent": "00-\(Self.trace)-00f067aa0ba902b7-01"]
        let lines = try await lines(format, fields)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { !$0.contains("s3cret") && $0.hasSuffix("\n") && $0.contains(Self.trace) })
        #expect(lines[0].contains("GET /articles/1") && lines[0].contains("200") && lines[0].contains("/articles/:id"))
        #expect(lines[1].contains("GET /nowhere") && lines[1].contains("404"))
        if format == .text { #expect(lines[0].contains(#/ status=200 bytes=9 ms=\d+\.\d{3} /#)) }
        if format == .json { #expect(lines[0].hasPrefix("{") && lines[0].contains(#""status":"200","bytes":"9""#)) }
    }

    @Test("off is off")
    func off() { #expect(AccessLines(.off, behind: TrustedProxies(ranges: [])) { _ in } == nil) }

    @Test(
        "a trace that is not as it must be is none",
        arguments: [
            "", trace, "00-\(trace)-00f067aa0ba902b7", "ff-\(trace)-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7-01-more",
            "00-\(trace.uppercased())-00f067aa0ba902b7-01",
        ])
    func malformedTrace(field: String) { #expect(TraceContext.id(field) == nil) }

    @Test("a later version may say more")
    func laterVersion() { #expect(TraceContext.id("01-\(Self.trace)-00f067aa0ba902b7-01-more") == Self.trace) }
}
