import Foundation
import Testing

extension IntegrationTests {
    @Suite("shows itself in Chromium")
    struct Viewer {
        @Test("articles, the live stream, a notification from the form, visibility, a refresh")
        func viewer() throws {
            let folder = try TemporaryFolder()
            let pipe = try folder.makePipe("articles.json")
            Thread.detachNewThread { try? feedPipe(pipe, Article.list((1...25).map { "a\($0)" })) }
            let server = try RunningServer("--articles", pipe)
            let browser = try Browser()
            try browser.open(server.url)
            try eventually("the open stream", within: 15) { try browser.state() == "open" ? () : nil }
            try eventually("ten articles") { try browser.count("#article-list > li") == 10 ? () : nil }
            #expect(try browser.text("#article-total").contains("25"))
            try browser.click("#page-next")
            try eventually("the second page") { try browser.text("#page-range").contains("11") ? () : nil }

            // Somebody else's notification, then one from the form.
            _ = try HTTP1Client.post("/notifications/message", #"{"text":"from outside"}"#, port: server.port)
            try eventually("the notification in the list") { try browser.text("#events").contains("message") ? () : nil }
            try browser.click("#post-send")
            try eventually("the answer to the form") { try browser.text("#post-answer").contains("202") ? () : nil }
            #expect(try browser.text("#last-id").contains("-"))

            // The viewer is on the list, hides with its tab, and is shown with it.
            let viewers = { try HTTP1Client.get("/viewers", port: server.port).json([Events.Viewer].self) }
            #expect(try viewers().map(\.visible) == [true])
            let tab = try browser.currentTab()
            let other = try browser.newTab()
            try eventually("the hidden page") { try viewers().map(\.visible) == [false] ? () : nil }
            try browser.select(other)
            try browser.closeTab()
            try browser.select(tab)
            try eventually("the page shown again") { try viewers().map(\.visible) == [true] ? () : nil }

            // The refresh hangs at the pipe, and the page shows that it runs.
            try browser.click("#refresh")
            try eventually("the running refresh") { try browser.isRefreshing() ? () : nil }
            try feedPipe(pipe, Article.list((1...26).map { "a\($0)" }))
            try eventually("the end of the refresh") { try browser.isRefreshing() ? nil : () }
            try eventually("26 articles") { try browser.text("#article-total").contains("26") ? () : nil }
        }

        @Test("a refresh that fails is shown in one line, beside the button and among the events")
        func failedRefresh() throws {
            let folder = try TemporaryFolder()
            let file = try folder.write("articles.json", Article.list(["a"]))
            let server = try RunningServer("--articles", file)
            let browser = try Browser()
            try browser.open(server.url)
            try eventually("the open stream", within: 15) { try browser.state() == "open" ? () : nil }
            _ = try folder.write("articles.json", "[{")
            try browser.click("#refresh")
            try eventually("the reason") { try browser.text("#refresh-answer") == "Refresh failed: malformed" ? () : nil }
            try eventually("the row") { try browser.count("#events [data-name=refreshFailed]") == 1 ? () : nil }
            #expect(try !browser.isRefreshing())
        }

        @Test("a server that restarts is found again by the EventSource itself, which is told reset")
        func restart() throws {
            let first = try RunningServer("--retry", "200ms")
            let browser = try Browser()
            try browser.open(first.url)
            try browser.run(
                """
                window.seen = [];
                window.source = new EventSource('/events');
                for (const name of ['hello', 'reset', 'message']) source.addEventListener(name, event => seen.push(name + ' ' + event.data));
                """)
            let seen = { try (browser.run("return window.seen") as? [String] ?? []) }
            try eventually("hello", within: 15) { try seen().contains { $0.hasPrefix("hello") } ? () : nil }
            _ = try HTTP1Client.post("/notifications/message", "1", port: first.port)
            try eventually("the message") { try seen().contains("message 1") ? () : nil }
            #expect(try first.stop().status == 0)
            let second = try RunningServer(port: first.port)
            try eventually("reset", within: 20) { try seen().contains(#"reset {"reason":"unknown"}"#) ? () : nil }
            _ = try HTTP1Client.post("/notifications/message", "2", port: second.port)
            try eventually("the next message") { try seen().contains("message 2") ? () : nil }
        }

        @Test("a page of another origin can neither publish nor refresh")
        func otherOrigin() throws {
            let server = try RunningServer()
            let evil = try RunningServer()
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=notifications,activity", port: server.port))
            _ = try watcher.hello()
            let browser = try Browser()
            try browser.open("\(evil.url)/healthz")
            for (target, body) in [("notifications/webViewClosed", "{}"), ("articles/refresh", "")] {
                // "no-cors" with a plain text body is what any page may send anywhere without asking.
                let outcome = try browser.run(
                    """
                    return fetch(arguments[0], {method: 'POST', mode: 'no-cors', body: arguments[1]})
                        .then(response => response.type, error => 'failed');
                    """, "\(server.url)/\(target)", body)
                #expect(outcome as? String == "opaque", "the request has reached the server")
            }
            #expect(throws: TimedOut.self, "nothing was published") { try watcher.next(within: 0.5) }
            // The control: the same from a page of ours goes through.
            try browser.open("\(server.url)/healthz")
            let own = try browser.run(
                "return fetch('/notifications/webViewClosed', {method: 'POST', body: '{}'}).then(response => response.status)")
            #expect(own as? Int == 202)
            try watcher.next("webViewClosed")
        }
    }
}

extension Browser {
    fileprivate func state() throws -> String? { try run("return document.getElementById('connection').dataset.state") as? String }
    fileprivate func count(_ selector: String) throws -> Int {
        try run("return document.querySelectorAll(arguments[0]).length", selector) as? Int ?? 0
    }
    fileprivate func isRefreshing() throws -> Bool {
        try run("return document.getElementById('refresh').getAttribute('aria-busy') === 'true'") as? Bool ?? false
    }
}
