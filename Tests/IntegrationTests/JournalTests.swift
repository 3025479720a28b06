import Foundation
import Testing

extension IntegrationTests {
    @Suite("keeps what it has promised in its journal")
    struct Journal {
        private let folder: TemporaryFolder
        private var file: String { "\(folder.path)/journal" }

        init() throws { folder = try TemporaryFolder() }

        private static let target = "/events?channels=notifications"

        @Test(
            "killed in the middle of a burst: clients go on, and nothing that was answered 202 is missing or out of order",
            arguments: ["always", "interval", "never"])
        func killed(fsync: String) throws {
            var first = ""
            var accepted: [[Publisher.Accepted]] = []
            var seen: [Publisher.Accepted] = []
            for round in 0..<3 {
                let server = try RunningServer("--journal", file, "--fsync", fsync, "--journal-events", "1000000")
                let watcher = EventStreamClient(
                    try HTTP1EventStream(
                        Self.target, port: server.port, fields: seen.last.map { ["Last-Event-ID": $0.id] } ?? [:]))
                let hello = try watcher.next("hello")
                if round == 0 { first = hello.id }
                let publishers = (0..<4).map { number in
                    Publisher(port: server.port, first: round * 400_000 + number * 100_000, count: 100_000)
                }
                let enough = Int.random(in: 200...900)
                try eventually("\(enough) answers") {
                    publishers.reduce(0) { $0 + $1.accepted.count } >= enough ? () : nil
                }
                server.process.kill(SIGKILL)
                for publisher in publishers { #expect(throws: (any Error).self) { try publisher.end().get() } }
                #expect {
                    try watcher.next("the end of the stream", where: { _ in false })
                } throws: { error in
                    !(error is TimedOut)
                }
                accepted += publishers.map(\.accepted)
                seen += try numbers(watcher.events)
            }

            let server = try RunningServer("--journal", file, "--fsync", fsync, "--journal-events", "1000000")
            let all = try replay(server, after: first)
            // Who was there all the time got the same, but for what the last process had not sent yet.
            #expect(seen == Array(all.prefix(seen.count)))
            #expect(Set(all.map(\.id)).count == all.count && Set(all.map(\.number)).count == all.count, "something is there twice")
            let places = Dictionary(all.enumerated().map { ($1.id, $0) }) { first, _ in first }
            for answers in accepted {
                let order = answers.compactMap { answer in places[answer.id].flatMap { all[$0].number == answer.number ? $0 : nil } }
                #expect(order.count == answers.count, "something that was answered 202 is missing")
                #expect(order == order.sorted())
            }
            // A publisher that was answered N times sent one more at most.
            #expect(all.count <= accepted.reduce(0) { $0 + $1.count + 1 })
        }

        @Test("an id of an earlier start is exact up to its last event; beyond that there is a reset")
        func earlierStart() throws {
            let ids: [String]
            do {
                let server = try RunningServer("--journal", file)
                ids = try (0..<3).map { try post($0, to: server) }
                #expect(try server.stop().status == 0)
            }
            let server = try RunningServer("--journal", file)
            #expect(server.process.standardError.contains("events=3"))
            let new = try post(3, to: server)
            #expect(new.hasSuffix("-1") && new.prefix(16) != ids[0].prefix(16), "every start begins an epoch")
            #expect(try replay(server, after: ids[0]).map(\.id) == [ids[1], ids[2], new])
            #expect(try replay(server, after: ids[2]).map(\.id) == [new])
            let beyond = EventStreamClient(
                try HTTP1EventStream(Self.target, port: server.port, fields: ["Last-Event-ID": ids[2].dropLast() + "4"]))
            #expect(try beyond.next("reset").data == #"{"reason":"unknown"}"#)
        }

        @Test("a damaged end is cut off and said so; what is before it is there")
        func damagedEnd() throws {
            let start: String
            do {
                let server = try RunningServer("--journal", file)
                start = try EventStreamClient(HTTP1EventStream(Self.target, port: server.port)).next("hello").id
                for number in 0..<3 { _ = try post(number, to: server) }
                server.process.kill(SIGKILL)
                try server.process.waitForExit()
            }
            let content = try Data(contentsOf: URL(filePath: file))
            try (content.dropLast(2) + [7, 7, 7]).write(to: URL(filePath: file))
            let server = try RunningServer("--journal", file)
            #expect(server.process.standardError.contains("its end was damaged"))
            #expect(try replay(server, after: start).map(\.number) == [0, 1])
        }

        @Test(
            "with --fsync always, neither an answer nor an event goes out before the data is on the device",
            .enabled(if: RunningServer.canTrace))
        func synchronized() throws {
            let trace = "\(folder.path)/trace"
            let server = try RunningServer(
                "--journal", file, "--fsync", "always",
                tracer: ["strace", "-f", "-D", "-s", "512", "-e", "trace=pwrite64,fdatasync,sendmsg,sendto", "-o", trace])
            let watcher = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port))
            try watcher.next("hello")
            for number in 1...5 {
                _ = try post(number, to: server)
                try watcher.next("message")
            }
            _ = try server.stop()

            let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map(String.init)
            func first(after start: Int, where matches: (String) -> Bool) -> Int? {
                lines.indices.first { $0 > start && matches(lines[$0]) }
            }
            var position = -1
            for number in 1...5 {
                let written = try #require(
                    first(after: position) { $0.contains("pwrite64(") && $0.contains(#"\"number\":\#(number)}"#) },
                    "\(number) is not written")
                // A call that another thread's line falls into is reported as finished when it is resumed.
                let synchronized = try #require(
                    first(after: written) { $0.contains("fdatasync") && $0.hasSuffix("= 0") }, "\(number) is not forced")
                let answered = try #require(first(after: position) { $0.contains("HTTP/1.1 202") }, "\(number) is not answered")
                let delivered = try #require(first(after: position) { $0.contains("event: message") }, "\(number) is not delivered")
                #expect(written < synchronized && synchronized < answered && synchronized < delivered)
                position = max(answered, delivered)
            }
        }

        @Test(
            "a full disk: 503, nobody hears of it, nothing is lost, and it goes on when there is room", .enabled(if: SmallDisk.isPossible))
        func fullDisk() throws {
            let disk = try SmallDisk(kibibytes: 512)
            let arguments = "\(disk.path)/journal"
            let server = try RunningServer("--journal", arguments)
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=notifications,lifecycle", port: server.port))
            let start = try watcher.next("hello").id
            try watcher.next("its own appearing") { $0.data.contains("viewDidAppear") && $0.data.contains("methodInvoked") }
            let filler = "\(disk.path)/filler"
            try Data(count: 256 << 10).write(to: URL(filePath: filler))

            var accepted: [String] = []
            let padding = String(repeating: "x", count: 20_000)
            let refused = try eventually("a full disk") {
                let answer = try message(accepted.count, padding, to: server)
                if answer.status == 202 { accepted.append(try answer.json(Identified.self).id) }
                return answer.status == 202 ? nil : answer
            }
            #expect(refused.status == 503)
            #expect(refused.fields["content-type"] == "application/problem+json" && refused.fields["retry-after"] != nil)
            #expect(refused.text.contains("No space left on device"))
            #expect(accepted.count > 5)
            // There may be room for something smaller yet.
            for size in [2_000, 0] {
                try eventually("a disk without room for \(size) bytes") {
                    let answer = try message(accepted.count, String(padding.prefix(size)), to: server)
                    if answer.status == 202 { accepted.append(try answer.json(Identified.self).id) }
                    return answer.status == 202 ? nil : ()
                }
            }
            for id in accepted { #expect(try watcher.next("message").id == id) }

            // Nobody can be told 503 for this; it waits.
            let visitor = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port))
            let viewer = try visitor.hello().viewer
            #expect(throws: TimedOut.self, "nobody hears of what is not journaled") { try watcher.next(within: 0.5) }
            #expect(try message(-1, padding, to: server).status == 503)

            try FileManager.default.removeItem(atPath: filler)
            try watcher.next("the visitor's appearing, late") { $0.data.contains(viewer) }
            let answer = try message(accepted.count, padding, to: server)
            #expect(answer.status == 202)
            accepted.append(try answer.json(Identified.self).id)
            #expect(try watcher.next("message").id == accepted.last)
            try server.waitForLog("can be written again")
            let log = server.process.standardError
            #expect(log.contains(#/error the journal \S+ can't be written; .*No space left on device/#))
            #expect(log.contains(#/info the journal \S+ can be written again dropped=0/#))

            server.process.kill(SIGKILL)
            try server.process.waitForExit()
            let next = try RunningServer("--journal", arguments)
            #expect(try replay(next, after: start).map(\.id) == accepted)
            _ = try next.stop()
        }

        @Test("what can't be a journal is said in one line, with the right exit status")
        func unusable() throws {
            let text = try folder.write("notes.txt", "hello")
            let server = try RunningServer("--journal", file)
            defer { withExtendedLifetime(server) {} }
            for (path, status, reason) in [
                (text, 65, "is not a journal"), ("\(folder.path)/nowhere/journal", 73, "No such file or directory"),
                (folder.path, 73, "Is a directory"), ("/dev/null", 73, "not supported"), (file, 73, "in use by another process"),
            ] {
                let call = try run(RunningServer.executable, "--port", "0", "--public", RunningServer.publicFolder, "--journal", path)
                #expect(call.status == status, "\(path)")
                #expect(call.output.isEmpty)
                #expect(
                    call.error.split(separator: "\n").count == 1 && call.error.contains(reason) && call.error.contains(path),
                    "\(call.error)")
            }
            #expect(try String(contentsOfFile: text, encoding: .utf8) == "hello")
            var status = stat()
            #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
        }

        @Test("the file stays within its bounds, and what it has let go of is answered by reset")
        func bounded() throws {
            let server = try RunningServer("--journal", file, "--journal-bytes", "64KiB")
            let padding = String(repeating: "x", count: 60_000)
            var largest = 0
            var ids: [String] = []
            for number in 0..<80 {
                ids.append(try message(number, padding, to: server).json(Identified.self).id)
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                largest = max(largest, attributes[.size] as? Int ?? .max)
            }
            // Twice what is kept, a mebibyte of slack, and the event that passed the bound.
            #expect(largest < 2 * 64 << 10 + 1 << 20 + 2 * 60_000, "\(largest) bytes")
            #expect(largest > 1 << 20, "it was not written anew at all")
            _ = try server.stop()
            let next = try RunningServer("--journal", file, "--journal-bytes", "64KiB")
            #expect(try replay(next, after: ids[78]).map(\.id) == [ids[79]])
            let old = EventStreamClient(try HTTP1EventStream(Self.target, port: next.port, fields: ["Last-Event-ID": ids[70]]))
            #expect(try old.next("reset").data == #"{"reason":"expired"}"#)
        }

        // MARK: Asking

        private struct Identified: Decodable { let id: String }

        private func message(_ number: Int, _ padding: String = "", to server: RunningServer) throws -> HTTP1Response {
            try HTTP1Client.post("/notifications/message", #"{"number":\#(number),"padding":"\#(padding)"}"#, port: server.port)
        }

        private func post(_ number: Int, to server: RunningServer) throws -> String {
            let answer = try HTTP1Client.post("/notifications/message", #"{"number":\#(number)}"#, port: server.port)
            #expect(answer.status == 202)
            return try answer.json(Identified.self).id
        }

        private func numbers(_ events: [StreamedEvent]) throws -> [Publisher.Accepted] {
            struct Number: Decodable { let number: Int }
            return try events.filter { $0.name == "message" }.map { .init(id: $0.id, number: try $0.json(Number.self).number) }
        }

        /// What a client is sent that has seen everything up to an id.
        private func replay(_ server: RunningServer, after id: String) throws -> [Publisher.Accepted] {
            let client = EventStreamClient(try HTTP1EventStream(Self.target, port: server.port, fields: ["Last-Event-ID": id]))
            #expect(try client.next("hello").id == id, "a resumed hello carries the id it resumes from")
            // The replay ends where something new comes.
            let end = try HTTP1Client.post("/notifications/webViewClosed", port: server.port).json(Identified.self).id
            try client.next("the end of the replay") { $0.id == end }
            return try numbers(client.events)
        }
    }
}

/// A file system of its own, small enough to be filled.
private final class SmallDisk {
    let path: String
    private let folder: TemporaryFolder

    /// Only root may mount, and not in every container.
    static let isPossible = (try? SmallDisk(kibibytes: 64)) != nil

    init(kibibytes: Int) throws {
        folder = try TemporaryFolder()
        path = folder.path
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EPERM) }
    }

    /// Detached at once, whoever still has a file open on it.
    deinit { umount2(path, Int32(MNT_DETACH)) }
}
