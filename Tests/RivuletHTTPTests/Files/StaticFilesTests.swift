import Foundation
import Glibc
import Rivulet
import Testing

@testable import RivuletHTTP

@Suite("Static files")
struct StaticFilesTests {
    private let folder: TemporaryFolder
    private let client: InProcessClient
    private let large = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("public/index.html", "<p>root")
        try folder.write("public/app.js", "let a = 1")
        try folder.write("public/hundred.txt", String(repeating: "0123456789", count: 10))
        try folder.write("public/empty.css", "")
        try folder.write("public/sub/index.html", "<p>sub")
        try folder.write("public/bare/file", "x")
        try folder.write("public/deep/index.html/file", "x")
        try folder.write("public/100%.txt", "percent")
        try folder.write("public/%2e%2e", "literal")
        try folder.write("public/多重 a.txt", "japanese")
        try folder.write("public/large.bin", large)
        try folder.write("public/.secret", "secret")
        try folder.write("public/.git/config", "secret")
        try folder.write("public/back\\slash", "secret")
        try folder.write("secret.txt", "secret")
        try folder.write("outside/secret.txt", "secret")
        try folder.link("public/link.txt", to: "../secret.txt")
        try folder.link("public/inside.txt", to: "app.js")
        try folder.link("public/linked", to: "../outside")
        try folder.link("public/loop", to: "loop")
        #expect(mkfifo(folder.path + "/public/fifo", 0o600) == 0)

        var router = Router()
        let files = try StaticFiles(folder: folder.path + "/public")
        router.get("/**", handler: files.handler)
        router.get("/mounted/**", handler: files.handler)
        client = try InProcessClient(router.handler)
    }

    // MARK: What is served

    @Test func fileHasItsTypeTagAndDate() async throws {
        let answer = try await client.get("/app.js")
        #expect(answer.status == .ok)
        #expect(answer.text == "let a = 1")
        #expect(answer.fields["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(answer.fields["Content-Length"] == "9")
        #expect(answer.fields["Accept-Ranges"] == "bytes")
        #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
        #expect(answer.fields["ETag"]?.hasPrefix("\"") == true)
        #expect(answer.fields["Last-Modified"].flatMap(HTTPDate.init) != nil)
    }

    @Test(arguments: [
        ("/", "<p>root"), ("/index.html", "<p>root"), ("/sub/", "<p>sub"), ("/sub/index.html", "<p>sub"), ("/empty.css", ""),
        ("/100%25.txt", "percent"), ("/%252e%252e", "literal"), ("/%E5%A4%9A%E9%87%8D%20a.txt", "japanese"), ("/bare/file", "x"),
        ("/app.js?v=1", "let a = 1"), ("/%61pp.js", "let a = 1"), ("/mounted/app.js", "let a = 1"), ("/mounted/", "<p>root"),
    ])
    func isServed(target: String, content: String) async throws {
        for _ in 0..<2 {
            let answer = try await client.get(target)
            #expect(answer.status == .ok)
            #expect(answer.text == content)
        }
    }

    @Test func headHasTheFieldsOfGetAndNoContent() async throws {
        for target in ["/app.js", "/large.bin"] {
            let (get, head) = (try await client.get(target), try await client.send(.head, target))
            #expect(head.status == .ok)
            #expect(head.body.isEmpty)
            #expect(Array(head.fields).map { "\($0)" } == Array(get.fields).map { "\($0)" })
        }
    }

    @Test func folderWithoutSlashIsRedirected() async throws {
        let answer = try await client.get("/sub?a=b")
        #expect(answer.status == .permanentRedirect)
        #expect(answer.fields["Location"] == "/sub/?a=b")
        #expect(try await client.get("/mounted/sub").fields["Location"] == "/mounted/sub/")
    }

    // MARK: What is not

    @Test(arguments: [
        "/none", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt", "/%2E%2E%2Fsecret.txt",
        "/.%2e/secret.txt", "/%252e%252e/secret.txt", "/%252e%252e%252fsecret.txt", "/sub/../../secret.txt",
        "/sub/%2e%2e/%2e%2e/secret.txt",
        "/..\\secret.txt", "/..%5csecret.txt", "/%2e%2e%5csecret.txt", "/....//secret.txt", "/..;/secret.txt", "/.", "/./app.js", "/..",
        "/../",
        "/sub/..", "/sub/.", "//etc/passwd", "/%2fetc/passwd", "/%2Fetc%2Fpasswd", "//evil.example/sub", "//sub", "/sub//",
        "/sub//index.html", "/.secret", "/%2esecret", "/.git/config", "/back\\slash", "/back%5Cslash", "/link.txt", "/inside.txt",
        "/linked/secret.txt", "/linked/", "/linked", "/loop", "/loop/a", "/fifo", "/fifo/", "/app.js/", "/app.js/a", "/bare/",
        "/deep/", "/a%0Ab", "/a%0D%0AX: y", "/mounted/../secret.txt", "/mounted/%2e%2e/secret.txt",
        "/" + String(repeating: "a", count: 300), "/" + String(repeating: "a/", count: 3_000),
    ])
    func isNotThere(target: String) async throws {
        let answer = try await client.get(target)
        #expect(answer.status == .notFound)
        #expect(!answer.text.contains("secret"))
    }

    @Test(arguments: ["/%00", "/app.js%00.txt", "/..%c0%af..%c0%afsecret.txt", "/%c0%ae%c0%ae/secret.txt", "/%", "/%2", "/%u002e"])
    func badEncodingIs400(target: String) async throws {
        #expect(try await client.get(target).status == .badRequest)
    }

    @Test func socketIsNotThere() async throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array((folder.path + "/public/socket").utf8)
        try #require(path.count < 108)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        #expect(result == 0)
        #expect(try await client.get("/socket").status == .notFound)
    }

    @Test func otherMethodsAre405() async throws {
        let answer = try await client.send(.post, "/app.js")
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.fields["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test func folderThatIsNotThereIsAnError() {
        #expect(throws: Folder.Failure.self) { try StaticFiles(folder: folder.path + "/none") }
        #expect(throws: Folder.Failure.self) { try StaticFiles(folder: folder.path + "/secret.txt") }
    }

    // MARK: Conditions and ranges

    @Test func versionThatTheClientHasIsNotSentAgain() async throws {
        for target in ["/hundred.txt", "/large.bin"] {
            let first = try await client.get(target)
            let tag = try #require(first.fields["ETag"])
            let date = try #require(first.fields["Last-Modified"])
            let conditions: [Fields] = [
                ["If-None-Match": tag], ["If-None-Match": "W/\(tag), \"x\""], ["If-None-Match": "*"], ["If-Modified-Since": date],
            ]
            for fields in conditions {
                let answer = try await client.get(target, fields: fields)
                #expect(answer.status == .notModified)
                #expect(answer.body.isEmpty)
                #expect(answer.fields["ETag"] == tag)
                #expect(answer.fields["Content-Type"] == nil)
            }
            #expect(try await client.get(target, fields: ["If-None-Match": "\"x\"", "If-Modified-Since": date]).status == .ok)
            #expect(try await client.get(target, fields: ["If-Match": "\"x\""]).status == .preconditionFailed)
            #expect(try await client.get(target, fields: ["If-Match": tag]).status == .ok)
            let old = "Sun, 06 Nov 1994 08:49:37 GMT"
            #expect(try await client.get(target, fields: ["If-Unmodified-Since": old]).status == .preconditionFailed)
            // A condition that fails goes before the range (RFC 9110 §13.2.2).
            #expect(try await client.get(target, fields: ["If-None-Match": tag, "Range": "bytes=0-1"]).status == .notModified)
        }
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=90-", 90..<100), ("bytes=-7", 93..<100), ("bytes=-700", 0..<100),
        ("bytes=90-500", 90..<100), ("bytes=0-99", 0..<100), ("bytes=99-", 99..<100),
    ])
    func rangeIsServed(range: String, expected: Range<Int>) async throws {
        let answer = try await client.get("/hundred.txt", fields: ["Range": range])
        #expect(answer.status == .partialContent)
        #expect(answer.fields["Content-Range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/100")
        #expect(answer.fields["Content-Length"] == "\(expected.count)")
        #expect(answer.text == String(String(repeating: "0123456789", count: 10).dropFirst(expected.lowerBound).prefix(expected.count)))
    }

    @Test(arguments: ["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-"])
    func rangeOfNothingIs416WithTheSize(range: String) async throws {
        let answer = try await client.get("/hundred.txt", fields: ["Range": range])
        #expect(answer.status == .rangeNotSatisfiable)
        #expect(answer.fields["Content-Range"] == "bytes */100")
    }

    @Test(arguments: ["bytes=0-1,5-6", "bytes=5-4", "bytes=a-b", "lines=0-1", "bytes", "bytes=", "bytes=-"])
    func rangeThatIsNotUnderstoodIsIgnored(range: String) async throws {
        let answer = try await client.get("/hundred.txt", fields: ["Range": range])
        #expect(answer.status == .ok)
        #expect(answer.body.count == 100)
    }

    @Test func rangeOfAHeadIsIgnored() async throws {
        #expect(try await client.send(.head, "/hundred.txt", fields: ["Range": "bytes=0-1"]).status == .ok)
    }

    @Test func ifRangeHoldsForTheSameVersionOnly() async throws {
        let first = try await client.get("/hundred.txt")
        let tag = try #require(first.fields["ETag"])
        let date = try #require(first.fields["Last-Modified"])
        for (condition, status) in [
            (tag, Status.partialContent), (date, .partialContent), ("W/\(tag)", .ok), ("\"x\"", .ok),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .ok), ("\(tag), \"x\"", .ok), ("*", .ok), ("", .ok),
        ] {
            let answer = try await client.get("/hundred.txt", fields: ["Range": "bytes=0-9", "If-Range": condition])
            #expect(answer.status == status, "\(condition)")
        }
    }

    // MARK: Large files and changes

    @Test func largeFileComesInPieces() async throws {
        #expect(try await client.get("/large.bin").body == large)
        for range in [0..<1, 300_000..<600_000, 700_000..<700_001] {
            let answer = try await client.get("/large.bin", fields: ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)"])
            #expect(answer.body == Array(large[range]))
        }
    }

    @Test func largeFileThatShrinksWhileItIsSentFails() async throws {
        let file = try #require(try openLarge())
        let source = FileSource(file, 0..<large.count, worker: .global())
        try folder.write("public/large.bin", large.prefix(200_000))
        let reader = try InProcessClient { _ in .just(Response(body: .source(source, length: 700_001))) }
        await #expect(throws: FileSource.Truncated.self) { try await reader.get("/") }
    }

    @Test func descriptorIsClosedWhenTheClientGoesOrNeverReads() async throws {
        weak var file: OpenFile?
        do {
            let opened = try #require(try openLarge())
            file = opened
            let source = FileSource(opened, 0..<large.count, worker: .global())
            source.stop()
            #expect(file != nil)
        }
        #expect(file == nil)
    }

    private func openLarge() throws -> OpenFile? {
        guard let path = FilePath("/large.bin"), case .file(let file) = try Folder(folder.path + "/public").open(path) else { return nil }
        return file
    }

    @Test func changedFileIsSeen() async throws {
        #expect(try await client.get("/app.js").text == "let a = 1")
        try folder.write("public/app.js", "let b = 2", modified: Date(timeIntervalSinceNow: -30))
        let deadline = ContinuousClock.now + .seconds(60)
        while try await client.get("/app.js").text != "let b = 2", ContinuousClock.now < deadline { await Task.yield() }
        #expect(try await client.get("/app.js").text == "let b = 2")

        try FileManager.default.removeItem(atPath: folder.path + "/public/app.js")
        while try await client.get("/app.js").status != .notFound, ContinuousClock.now < deadline { await Task.yield() }
        #expect(try await client.get("/app.js").status == .notFound)
    }

    @Test func dateInTheFutureIsNotTold() async throws {
        try folder.write("public/future.txt", "x", modified: Date(timeIntervalSinceNow: 86_400))
        let date = try #require(try await client.get("/future.txt").fields["Last-Modified"].flatMap(HTTPDate.init))
        #expect(date <= HTTPDate(seconds: time(nil)))
    }
}

@Suite("The cache of small files")
struct FileCacheTests {
    private func file(_ name: String, _ size: Int) throws -> (FilePath, SmallFile) {
        let path = try #require(FilePath("/" + name))
        var status = stat()
        status.st_size = size
        return (path, SmallFile([UInt8](repeating: 0, count: size), path: path, version: FileVersion(status)))
    }

    @Test func keepsWithinItsCapacity() throws {
        let cache = FileCache(capacity: 100)
        let start = ContinuousClock.now
        let names = [("a", 40), ("b", 40), ("c", 40), ("d", 101)]
        for (offset, (name, size)) in names.enumerated() {
            let (path, small) = try file(name, size)
            cache.insert(small, for: path, at: start + .milliseconds(offset))
        }
        func isThere(_ name: String) throws -> Bool { cache.fresh(try #require(FilePath("/" + name)), at: start) != nil }
        #expect(try names.map { try isThere($0.0) } == [false, true, true, false])
        // In the place of itself it needs no more room.
        let (path, small) = try file("c", 40)
        cache.insert(small, for: path, at: start)
        #expect(try isThere("b") && isThere("c"))
    }

    @Test func isLookedAtAgainAfterAWhile() throws {
        let cache = FileCache(capacity: 100)
        let start = ContinuousClock.now
        let (path, small) = try file("a", 40)
        cache.insert(small, for: path, at: start)
        #expect(cache.fresh(path, at: start + .milliseconds(99)) != nil)
        #expect(cache.fresh(path, at: start + .milliseconds(100)) == nil)
        #expect(cache.revalidated(path, small.version, at: start + .seconds(1)) != nil)
        #expect(cache.fresh(path, at: start + .seconds(1)) != nil)
    }

    @Test func anotherVersionIsNotTheSame() throws {
        let cache = FileCache(capacity: 100)
        let start = ContinuousClock.now
        let (path, old) = try file("a", 40)
        cache.insert(old, for: path, at: start)
        #expect(cache.revalidated(path, old.version, at: start) != nil)
        #expect(cache.revalidated(path, try file("a", 41).1.version, at: start) == nil)
        cache.remove(path)
        #expect(cache.fresh(path, at: start) == nil)
    }

    @Test func whatHasJustChangedIsNotTrusted() throws {
        let cache = FileCache(capacity: 100)
        let path = try #require(FilePath("/a"))
        var status = stat()
        status.st_mtim.tv_sec = time(nil)
        let new = SmallFile([], path: path, version: FileVersion(status))
        cache.insert(new, for: path)
        #expect(cache.revalidated(path, new.version) == nil)
    }
}
