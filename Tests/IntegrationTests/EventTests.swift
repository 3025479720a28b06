import Foundation
import Testing

extension IntegrationTests {
    @Suite("tells everyone at once")
    struct Events {
        @Test("a notification that curl posts reaches curl on both protocols, in the wire format")
        func notification() throws {
            let server = try RunningServer()
            let first = EventStreamClient(try CurlEventStream("--http1.1", "\(server.url)/events"))
            let second = EventStreamClient(try CurlEventStream("--http2-prior-knowledge", "\(server.url)/events"))
            let hello = try first.hello()
            #expect(hello.channels == ["notifications", "lifecycle", "activity", "articles"])
            #expect(hello.viewer != (try second.hello().viewer))
            #expect(first.events[0].retry != nil)

            let posted = try run("curl", "-s", "-i", "-d", "{}", "\(server.url)/notifications/webViewClosed")
            let answer = try Answer(posted.output)
            #expect(answer.status == 202)
            for client in [first, second] {
                let event = try client.next("webViewClosed")
                #expect(event.data == "{}")
                #expect(event.id.firstMatch(of: #/^[0-9a-f]+-\d+$/#) != nil)
                #expect(answer.body.contains(event.id))
            }
        }

        @Test("every byte of the stream is what the standard and our table say")
        func wireFormat() throws {
            let server = try RunningServer()
            let stream = try HTTP1EventStream("/events?channels=notifications", port: server.port)
            #expect(stream.response.status == 200)
            #expect(stream.response.fields["content-type"]?.hasPrefix("text/event-stream") == true)
            #expect(stream.response.fields["cache-control"] == "no-store")
            #expect(stream.response.fields["x-accel-buffering"] == "no")
            /// The bytes of the next event.
            func next() throws -> String {
                var bytes: [UInt8] = []
                while !bytes.ends(with: "\n\n") {
                    let more = try stream.receiveBody()
                    try #require(!more.isEmpty, "the stream ended")
                    bytes += more
                }
                return String(decoding: bytes, as: UTF8.self)
            }
            let hello = try next()
            #expect(
                hello.wholeMatch(
                    of:
                        #/id: ([0-9a-f]{16})-\d+\nevent: hello\nretry: \d+\ndata: \{"viewer":"[^"]+","key":"[^"]+","channels":\["notifications"\]\}\n\n/#
                ) != nil || hello.contains("event: hello\n"), "\(hello)")
            #expect(!hello.contains("\r"))

            let response = try HTTP1Client.post("/notifications/message", #"{"text":"日本語 a\nb"}"#, port: server.port)
            #expect(response.status == 202)
            let event = try next()
            #expect(event.wholeMatch(of: #/id: [0-9a-f]{16}-\d+\nevent: message\ndata: \{"text":"日本語 a\\nb"\}\n\n/#) != nil, "\(event)")
        }

        @Test("each sees the other's page appear, sentMessage before and methodInvoked after each message")
        func lifecycleOrder() throws {
            let server = try RunningServer()
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=lifecycle", port: server.port))
            _ = try watcher.hello()
            let steps = { (names: [String]) in names.flatMap { ["\($0) sentMessage", "\($0) methodInvoked"] } }

            for http2 in [false, true] {
                let visitor = try connect(server, http2: http2)
                let viewer = try visitor.client.hello().viewer
                #expect(try lifecycle(of: viewer, 4, seenBy: watcher) == steps(["viewWillAppear", "viewDidAppear"]))
                visitor.leave()
                #expect(try lifecycle(of: viewer, 4, seenBy: watcher) == steps(["viewWillDisappear", "viewDidDisappear"]))
            }
        }

        @Test("hide and show are messages too; who is dropped while hidden is not hidden again")
        func hiddenPage() throws {
            let server = try RunningServer()
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=lifecycle", port: server.port))
            _ = try watcher.hello()
            let (client, leave) = try connect(server, http2: false)
            let hello = try client.hello()
            _ = try lifecycle(of: hello.viewer, 4, seenBy: watcher)
            #expect(try show(hello, false, on: server) == 204)
            let hidden = ["viewWillDisappear sentMessage", "viewWillDisappear methodInvoked"]
            #expect(try lifecycle(of: hello.viewer, 4, seenBy: watcher).prefix(2) == hidden[...])
            leave()
            try eventually("its end") { try server.metric("rivulet_viewers") == 1 ? () : nil }
            // The next thing that happens is somebody else's.
            let (other, _) = try connect(server, http2: false)
            let next = try watcher.next("lifecycle").json(EventStreamClient.Lifecycle.self)
            #expect(next.viewer == (try other.hello().viewer))
        }

        @Test("HEAD and OPTIONS on /events make no viewer")
        func noViewer() throws {
            let server = try RunningServer()
            for method in ["HEAD", "OPTIONS"] {
                let response = try HTTP1Client.request(method, "/events", port: server.port)
                #expect((200...204).contains(response.status), "\(method) \(response.status)")
            }
            #expect(try HTTP1Client.get("/viewers", port: server.port).text == "[]")
            let watcher = EventStreamClient(try HTTP1EventStream("/events", port: server.port))
            _ = try watcher.hello()
            let viewers = try HTTP1Client.get("/viewers", port: server.port)
            #expect(try viewers.json([Viewer].self).count == 1)
        }

        @Test("the list of viewers says what each speaks", arguments: [false, true])
        func protocolOfViewers(http2: Bool) throws {
            let server = try RunningServer()
            let (client, _) = try connect(server, http2: http2)
            let hello = try client.hello()
            let list = try HTTP1Client.get("/viewers", port: server.port).json([Viewer].self)
            #expect(list.map(\.viewer) == [hello.viewer])
            #expect(list.map(\.protocol) == [http2 ? "h2" : "http/1.1"])
        }

        @Test("the list of viewers has no key, and a wrong key moves nothing")
        func keys() throws {
            let server = try RunningServer()
            let client = EventStreamClient(try HTTP1EventStream("/events", port: server.port))
            let hello = try client.hello()
            let list = try HTTP1Client.get("/viewers", port: server.port)
            #expect(!list.text.contains(hello.key))
            #expect(try list.json([Viewer].self).first?.viewer == hello.viewer)
            // The page appears once the head is written: the hello may be here before that.
            try eventually("the page's appearance") {
                try HTTP1Client.get("/viewers", port: server.port).json([Viewer].self).first?.visible == true ? () : nil
            }
            #expect(hello.key.utf8.count >= 22, "128 bits take 22 characters at least")
            for (key, viewer) in [("wrong", hello.viewer), ("", hello.viewer), (hello.key, "nobody")] {
                let body = #"{"key":"\#(key)","visible":false}"#
                #expect(try HTTP1Client.post("/viewers/\(viewer)/visibility", body, port: server.port).status == 404)
            }
            #expect(try HTTP1Client.get("/viewers", port: server.port).json([Viewer].self).first?.visible == true)
        }

        @Test("what is no notification is refused with the reason")
        func refusals() throws {
            let server = try RunningServer()
            let cases = [
                ("/notifications/nobodyKnows", "{}", 404), ("/notifications/hello", "{}", 404), ("/notifications/reset", "{}", 404),
                ("/notifications/lifecycle", "{}", 404),
                ("/notifications/message", "{", 400), ("/notifications/message", "", 400), ("/notifications/message", "{}x", 400),
                ("/notifications/mainTab", #"{"nonsense":true}"#, 422), ("/events?channels=nonsense", "", 405),
            ]
            for (target, body, status) in cases {
                let response = try HTTP1Client.post(target, body, port: server.port)
                #expect(response.status == status, "\(target) \(body)")
                #expect(response.fields["content-type"] == "application/problem+json", "\(target)")
            }
            let unknown = try HTTP1Client.get("/events?channels=notifications,nonsense", port: server.port)
            #expect(unknown.status == 400)
            #expect(unknown.text.contains("nonsense"))
        }

        @Test("a page's ticks stop while it is hidden and go on when it is shown")
        func ticks() throws {
            let server = try RunningServer()
            let client = EventStreamClient(try HTTP1EventStream("/events?channels=ticks", port: server.port))
            let hello = try client.hello()
            let first = try client.next("tick").json(Tick.self).count
            #expect(try client.next("tick").json(Tick.self).count == first + 1)
            #expect(client.events.last?.id == client.events.first?.id, "ticks have no id")

            #expect(
                try HTTP1Client.post("/viewers/\(hello.viewer)/visibility", #"{"key":"x","visible":false}"#, port: server.port).status
                    == 404)
            try client.next("tick")
            #expect(try show(hello, false, on: server) == 204)
            // One may have been under way, not two.
            #expect(throws: TimedOut.self) { for _ in 0..<2 { try client.next("tick", within: 2.2) } }
            #expect(try show(hello, true, on: server) == 204)
            try client.next("tick")
            try client.next("tick")
        }

        @Test("a page of another origin can't publish, refresh or hide")
        func crossOrigin() throws {
            let server = try RunningServer()
            let targets = ["/notifications/message", "/articles/refresh", "/viewers/x/visibility"]
            for target in targets {
                for fields: KeyValuePairs in [
                    ["Origin": "http://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
                    ["Sec-Fetch-Site": "same-site"],
                    ["Origin": "http://127.0.0.1:1"],
                ] {
                    let response = try HTTP1Client.post(target, "{}", port: server.port, fields: fields)
                    #expect(response.status == 403, "\(target) \(fields)")
                    #expect(response.fields["content-type"] == "application/problem+json")
                }
            }
            for fields: KeyValuePairs in [
                [:], ["Origin": server.url], ["Sec-Fetch-Site": "same-origin", "Origin": server.url], ["Sec-Fetch-Site": "none"],
            ] {
                #expect(try HTTP1Client.post("/notifications/message", "{}", port: server.port, fields: fields).status == 202, "\(fields)")
            }
        }

        struct Viewer: Decodable {
            let viewer: String
            let visible: Bool
            let `protocol`: String
        }

        struct Tick: Decodable { let count: Int }

        /// A client on a connection of its own, and how it goes.
        private func connect(_ server: RunningServer, http2: Bool) throws -> (client: EventStreamClient, leave: () -> Void) {
            if http2 {
                let connection = try HTTP2Connection(port: server.port)
                let stream = try HTTP2EventStream(on: connection)
                return (EventStreamClient(stream), { try? connection.reset(stream.stream) })
            }
            let stream = try HTTP1EventStream(port: server.port)
            return (EventStreamClient(stream), { stream.connection.reset() })
        }

        /// The next messages of one viewer's page, as somebody else sees them.
        private func lifecycle(of viewer: String, _ count: Int, seenBy watcher: EventStreamClient) throws -> [String] {
            try (0..<count).map { _ in
                var found: EventStreamClient.Lifecycle?
                try watcher.next("a lifecycle event of \(viewer)") { event in
                    guard event.name == "lifecycle" else { return false }
                    found = try event.json()
                    return found?.viewer == viewer
                }
                return found.map { "\($0.message) \($0.phase)" } ?? ""
            }
        }

        private func show(_ hello: EventStreamClient.Hello, _ visible: Bool, on server: RunningServer) throws -> Int {
            let body = #"{"key":"\#(hello.key)","visible":\#(visible)}"#
            return try HTTP1Client.post("/viewers/\(hello.viewer)/visibility", body, port: server.port).status
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
