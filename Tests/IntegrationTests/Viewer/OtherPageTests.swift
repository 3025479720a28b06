import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("is one page of many that a browser shows")
    struct OtherPages {
        @Test("a page of another origin can neither publish nor refresh")
        func otherOrigin() throws {
            let server = try RunningServer()
            let evil = try RunningServer()
            let watcher = EventStreamClient(try HTTP1EventStream("/events?channels=notifications,activity", port: server.port))
            _ = try watcher.hello()
            let browser = try #require(SharedBrowser.current).browser
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
