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

        @Test("a page of another site can't read the stream, unless its origin is allowed")
        func otherSite() throws {
            let page = try RunningServer()
            let origin = "http://localhost:\(page.port)"
            let closed = try RunningServer()
            let open = try RunningServer("--cors-origin", origin)
            let browser = try #require(SharedBrowser.current).browser
            try browser.open("\(origin)/healthz")
            let read = """
                const url = arguments[0];
                const source = new EventSource(url);
                const first = new Promise(resolve => {
                    source.addEventListener('hello', event => resolve('hello'));
                    source.onerror = () => resolve(source.readyState === EventSource.CLOSED ? 'refused' : 'lost');
                }).finally(() => source.close());
                return first.then(outcome => fetch(url.replace('/events', '/articles'))
                    .then(response => response.headers.get('total-count'), () => 'refused').then(count => [outcome, count]));
                """
            #expect(try browser.run(read, "\(closed.url)/events") as? [String] == ["refused", "refused"])
            let allowed = try browser.run(read, "\(open.url)/events") as? [String]
            #expect(allowed?.first == "hello")
            #expect(allowed?.last.flatMap { Int($0) } != nil)
        }
    }
}
