import Foundation
import Rivulet
import Testing

extension IntegrationTests {
    @Suite("reads the articles again")
    struct Refresh {
        @Test("of two refreshes at once one is told to wait, whichever loops they come in on; everyone sees it running")
        func two() throws {
            let folder = try TemporaryFolder()
            let pipe = try folder.makePipe("articles.json")
            let server = try serve(pipe)
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=activity,articles", port: server.port))
            _ = try watcher.hello()

            // Connections are dealt to the two loops in turn.
            for _ in 0..<4 {
                let connections = try (0..<2).map { _ in try Connection(port: server.port) }
                for connection in connections {
                    try connection.send("POST /articles/refresh HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                }
                let statuses = try connections.map { HTTP1Decoder.decode(try $0.receiveAll())?.status ?? 0 }
                #expect(statuses.sorted() == [202, 409])
                #expect(try watcher.next("activity").data == #"{"active":true}"#)
                #expect(throws: TimedOut.self, "it runs until the source has answered") { try watcher.next(within: 0.1) }
                try feedPipe(pipe, Article.list(["one", "two"]))
                try watcher.next("activity") { $0.data == #"{"active":false}"# }
            }
        }

        @Test("a change of the list goes out as what was inserted, updated and removed")
        func changes() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("articles.json", Article.list(["a", "b"]))
            let server = try RunningServer("--articles", file)
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=activity,articles", port: server.port))
            _ = try watcher.hello()
            _ = try folder.write("articles.json", Article.list(["b", "c"]).replacing("Title of b", with: "New title of b"))
            let posted = try run("curl", "-s", "-i", "-X", "POST", "\(server.url)/articles/refresh")
            #expect(try Answer(posted.output).status == 202)
            let change = try watcher.next("articles").json(Change.self)
            #expect(change == Change(inserted: ["c"], updated: ["b"], removed: ["a"], total: 2))
            #expect(try HTTP1Client.get("/articles", port: server.port).fields["total-count"] == "2")
        }

        @Test("a refresh that fails leaves the list as it was, says so in the log and to everyone, and lets the next one in")
        func failure() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("articles.json", Article.list(["a"]))
            let server = try RunningServer("--articles", file)
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=activity,articles", port: server.port))
            _ = try watcher.hello()
            for (change, reason) in [
                ({ _ = try folder.write("articles.json", "[{") }, "malformed"),
                ({ try FileManager.default.removeItem(atPath: file) }, "unreadable"),
            ] as [(() throws -> Void, String)] {
                try change()
                #expect(try HTTP1Client.post("/articles/refresh", port: server.port).status == 202)
                try watcher.next("activity") { $0.data == #"{"active":true}"# }
                try watcher.next("activity") { $0.data == #"{"active":false}"# }
                let event = try watcher.next("refreshFailed")
                #expect(event.data == #"{"reason":"\#(reason)"}"# && !event.id.isEmpty)
            }
            #expect(try HTTP1Client.get("/articles", port: server.port).json([Article].self).map(\.id) == ["a"])
            try server.waitForLog("articles.json")
        }

        @Test("a client that leaves during a refresh does not cancel it")
        func leaving() throws {
            let folder = try TemporaryFolder()
            let pipe = try folder.makePipe("articles.json")
            let server = try serve(pipe)
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=activity,articles", port: server.port))
            _ = try watcher.hello()
            let connection = try Connection(port: server.port)
            try connection.send("POST /articles/refresh HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
            try watcher.next("activity") { $0.data == #"{"active":true}"# }
            connection.reset()
            try feedPipe(pipe, Article.list(["one", "two", "three"]))
            #expect(try watcher.next("articles").json(Change.self).inserted == ["three"])
        }

        @Test("SIGTERM during a refresh ends the process in time")
        func stopMeanwhile() throws {
            let folder = try TemporaryFolder()
            let server = try serve(try folder.makePipe("articles.json"), "--grace", "1s")
            #expect(try HTTP1Client.post("/articles/refresh", port: server.port).status == 202)
            let (status, seconds) = try server.stop()
            #expect(status == 0)
            // Without the option it could be ten.
            #expect(seconds < 9)
        }

        struct Change: Decodable, Equatable {
            let inserted: [String]
            let updated: [String]
            let removed: [String]
            let total: Int
        }

        /// A server whose articles come out of a named pipe, which gave it two to begin with.
        private func serve(_ pipe: String, _ arguments: String...) throws -> RunningServer {
            Thread.detachNewThread { try? feedPipe(pipe, Article.list(["one", "two"])) }
            return try RunningServer(arguments: ["--articles", pipe, "--loops", "2"] + arguments)
        }
    }
}
