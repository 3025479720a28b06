import Glibc
import Rivulet
import RivuletFuzzing
import Testing

@testable import RivuletHTTP

@Suite("However a request is split, it says the same")
struct SplitTests {
    /// Requests that are good, and what may stand behind one.
    static let requests: [String] = [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET /a%20b?q=1&r=%E5%A4%9A HTTP/1.1\r\nHost: example.test:8080\r\nAccept: */*\r\nX-Empty:\r\nX-Blank: \t a b \t\r\n\r\n",
        "GET http://other.test/p?q HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, x\r\n\r\n",
        "HEAD /head HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /old HTTP/1.0\r\n\r\n",
        "GET /old HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
        "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello\r\nworld".replacing("11", with: "12"),
        "POST /chunks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n9;a=1;b=\"q\\\"\"\r\n\r\nworld\r\n\r\n"
            + "0;last\r\nX-Trailer: t\r\n\r\n",
        "PUT /expect HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody",
        "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /3 HTTP/1.1\r\nHost: a\r\n"
            + "Connection: close\r\n\r\n",
        "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345GET /after HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    @Test("the parser: partial at every cut before the end, and the same parts at the end", arguments: requests)
    func parser(request: String) throws {
        let parser = HeadParser()
        let bytes = Array(request.utf8)
        guard case .complete(let parts) = parser.parse(bytes.span) else {
            Issue.record("not complete: \(request)")
            return
        }
        for count in 0..<parts.count {
            #expect(parser.parse(bytes.span.extracting(0..<count)) == .partial, "cut at \(count)")
        }
        for count in parts.count...bytes.count { #expect(parser.parse(bytes.span.extracting(0..<count)) == .complete(parts)) }
    }

    @Test("a connection: the same answers for every cut in two, for single bytes, and for random pieces", arguments: requests)
    func connection(request: String) async throws {
        let bytes = Array(request.utf8)
        let bench = try ConnectionBench(Self.handler)
        let whole = try await bench.answers(to: [bytes])
        #expect(whole.contains("HTTP/1.1 200 OK") || whole.contains("HTTP/1.1 204"))
        var splits = (1..<bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
        splits.append(bytes.map { [$0] })
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<50 { splits.append(bytes.randomPieces(using: &generator)) }
        for split in splits {
            let answers = try await bench.answers(to: split)
            #expect(answers == whole, "cut after \(split.map(\.count))")
        }
    }

    /// Tells what it was asked, content included, unless it is not to read that.
    private static let handler: Handler = { request in
        if request.path == "*" { return .just(Response(.noContent)) }
        let head = "\(request.method) \(request.path) \(request.head.query ?? "-") \(request.head.authority ?? "-") "
        let fields = request.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
        if request.path == "/unread" { return .just(Response(text: head + fields)) }
        return request.body.collect().map { Response(text: head + fields + " " + String(decoding: $0, as: UTF8.self)) }
    }
}

/// The machine of a connection without the network: bytes go in as they are split, and what comes out is read from the
/// other end of a socket pair.
final class ConnectionBench: Sendable {
    private let loop: EventLoop

    init(_ handler: @escaping Handler, limits: Limits = Limits()) throws {
        loop = try EventLoop(index: 0, context: ServerContext(limits: limits, logger: { _, _, _ in }, handler: handler))
        try loop.start()
    }

    deinit { loop.stop {} }

    /// What is answered, without what changes from second to second or with the timing.
    func answers(to pieces: [[UInt8]]) async throws -> String {
        let answer = await withCheckedContinuation { continuation in
            loop.execute { [loop] in continuation.resume(returning: Self.run(pieces, on: loop)) }
        }
        return try #require(answer)
    }

    private static func run(_ pieces: [[UInt8]], on loop: EventLoop) -> String? {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        defer { close(ends[1]) }
        loop.confined.adopt(ends[0], from: .none, on: loop)
        guard let connection = loop.confined.connections.elements.first(where: { $0.descriptor == ends[0] }) else { return nil }
        for piece in pieces { connection.driver?.receive(piece.span) }
        connection.flush()
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = recv(ends[1], &buffer, buffer.count, 0), count > 0 { output += buffer[..<count] }
        let isOpen = !connection.isClosed && !(connection.driver is Lingering)
        connection.close()
        // Whether a 100 is due depends on whether the content is there already.
        let text = String(decoding: output, as: UTF8.self).replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "")
        return text.replacing(#/Date: [^\r]*\r\n/#, with: "") + (isOpen ? "[open]" : "[closed]")
    }
}
