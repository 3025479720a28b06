import Foundation
import Testing

extension IntegrationTests {
    @Suite("notices at once that a client is gone")
    struct Disconnects {
        /// Ways to go, all without a word.
        enum Departure: String, CaseIterable, CustomTestStringConvertible {
            case close, reset, halfClose, resetStream, dropConnection, killCurl, killCurlHTTP2

            var testDescription: String { rawValue }
        }

        /// What must be as before once the client is gone.
        struct Counters: Equatable, CustomStringConvertible {
            var subscribers = 0
            var subscriptions = 0
            var streams = 0
            var viewers = 0
            var descriptors = 0

            /// - Parameter observer: who asks, on a connection that stays and so is in all numbers.
            init(_ server: RunningServer, _ observer: HTTP1Connection) throws {
                let metrics = RunningServer.metrics(in: try observer.request("GET", "/metrics"))
                descriptors = try server.openDescriptors()
                subscribers = Int(metrics["rivulet_sse_subscribers"] ?? -1)
                subscriptions = Int(metrics["rivulet_subscriptions"] ?? -1)
                streams = Int(metrics["rivulet_streams"] ?? -1)
                viewers = Int(metrics["rivulet_viewers"] ?? -1)
            }

            var description: String {
                "subscribers \(subscribers) subscriptions \(subscriptions) streams \(streams) viewers \(viewers) descriptors \(descriptors)"
            }
        }

        /// The counters once they stand still.
        private func settled(_ server: RunningServer, _ observer: HTTP1Connection) throws -> Counters {
            var last = try Counters(server, observer)
            var same = 0
            try eventually("counters that stand still, not \(last)") {
                usleep(30_000)
                let now = try Counters(server, observer)
                same = now == last ? same + 1 : 0
                last = now
                return same >= 10 ? () : nil
            }
            return last
        }

        @Test(
            "subscriptions, stream and descriptor go within 100 ms, and the page's viewDidDisappear is on the stream",
            arguments: Departure.allCases)
        func departure(_ departure: Departure) throws {
            let server = try RunningServer()
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=lifecycle", port: server.port))
            _ = try watcher.hello()
            let observer = try HTTP1Connection(port: server.port)
            let before = try settled(server, observer)

            var (times, asking): ([Double], [Double]) = ([], [])
            for _ in 0..<7 {
                let (client, leave, keepsConnection) = try arrive(departure, server)
                let viewer = try client.hello().viewer
                try watcher.next("the viewer's didAppear") {
                    $0.data.contains(viewer) && $0.data.contains("viewDidAppear") && $0.data.contains("methodInvoked")
                }
                var clock = Deadline()
                let during = try Counters(server, observer)
                asking.append(clock.elapsed)
                #expect(during.subscribers == before.subscribers + 1)
                #expect(during.viewers == before.viewers + 1)
                #expect(during.subscriptions > before.subscriptions)

                clock = Deadline()
                leave()
                try eventually("the counters as before (\(before)), now \(try Counters(server, observer))") {
                    var now = try Counters(server, observer)
                    // The connection of a stream that was reset goes on.
                    if keepsConnection { now.descriptors -= 1 }
                    return now == before ? () : nil
                }
                times.append(clock.elapsed)
                try watcher.next("the viewer's didDisappear", where: { $0.data.contains(viewer) && $0.data.contains("viewDidDisappear") })
                withExtendedLifetime(client) {}
            }
            // Each time holds some of asking for the counters, which takes longer where the machine has more to do than this.
            #expect(median(times) < 0.1 + 10 * median(asking), "\(times), of which asking \(asking)")
        }

        @Test("thousands of connects and aborts leave every counter and the memory where they were")
        func churn() throws {
            // Small logs, so that the warm-up fills them.
            let server = try RunningServer("--journal-events", "1000", "--event-log-events", "1000", "--loops", "2")
            try churn(server, 2_000)
            let before = try settled(server, HTTP1Connection(port: server.port))
            let memory = try server.residentMemory()
            try churn(server, 2_000)
            let after = try settled(server, HTTP1Connection(port: server.port))
            #expect(after == before)
            let growth = try server.residentMemory() - memory
            if !RunningServer.isSanitized { #expect(growth < 2_048, "\(growth) KiB more") }
        }

        private func churn(_ server: RunningServer, _ count: Int) throws {
            for number in 0..<count {
                switch number % 4 {
                case 0:
                    // Gone before the head is read.
                    let connection = try Connection(port: server.port)
                    try connection.send("GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
                    connection.reset()
                case 1:
                    try HTTP1EventStream(port: server.port).connection.reset()
                case 2:
                    let stream = try HTTP1EventStream(port: server.port)
                    stream.connection.finishSending()
                    _ = try stream.connection.receiveAll()
                default:
                    let connection = try HTTP2Connection(port: server.port)
                    let stream = try HTTP2EventStream(on: connection)
                    _ = try stream.receiveBody()
                    if number % 8 == 3 { try connection.reset(stream.stream) }
                    connection.connection.close()
                }
            }
        }

        private func arrive(_ departure: Departure, _ server: RunningServer) throws -> (
            client: EventStreamClient, leave: () -> Void, keepsConnection: Bool
        ) {
            switch departure {
            case .close, .reset, .halfClose:
                let stream = try HTTP1EventStream(port: server.port)
                return (
                    EventStreamClient(stream),
                    {
                        switch departure {
                        case .close: stream.connection.close()
                        case .reset: stream.connection.reset()
                        default: stream.connection.finishSending()
                        }
                    }, false
                )
            case .resetStream, .dropConnection:
                let connection = try HTTP2Connection(port: server.port)
                let stream = try HTTP2EventStream(on: connection)
                let leave = { departure == .resetStream ? try? connection.reset(stream.stream) : connection.connection.close() }
                return (EventStreamClient(stream), { _ = leave() }, departure == .resetStream)
            case .killCurl, .killCurlHTTP2:
                let flag = departure == .killCurl ? "--http1.1" : "--http2-prior-knowledge"
                let stream = try CurlEventStream(flag, "\(server.url)/events")
                return (EventStreamClient(stream), { stream.process.kill(SIGKILL) }, false)
            }
        }
    }
}
