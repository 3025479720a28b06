import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("stays quick")
    struct Load {
        /// What all of it may cost the page, in seconds of a processor: five times what it does. The longest task, in
        /// milliseconds, is told by the wall clock, which counts what else the machine does: it may be as many times longer as all
        /// long tasks took longer than the work in them.
        private static let work = 1.5, longestTask = 2_000.0

        /// Seconds that the page's main thread has worked.
        private func work(_ page: ViewerPage) throws -> Double {
            let answer = try page.browser.devTools("Performance.getMetrics")
            let metric = (answer["metrics"] as? [[String: Any]])?.first { $0["name"] as? String == "TaskDuration" }
            return try #require(metric?["value"] as? Double)
        }

        @Test("with 10 000 events at once: a window of them is in the page, and no task blocks it for long", arguments: Transport.allCases)
        func flood(transport: Transport) throws {
            let page = try ViewerPage(transport, "--event-log-events", "20000", "--journal-events", "20000")
            try page.post("message", "0")
            try page.click("#drop")
            try page.waitForState("dropped")
            // Posted while the page is away: they come back in one piece, faster than anyone could post them.
            let curl = try ChildProcess(
                "curl",
                [
                    "-sk", "-Z", "--parallel-max", "20", "--fail", "-d", #"{"text":"one of many"}"#, "-o", "/dev/null",
                    "\(page.url)/notifications/message?number=[1-10000]",
                ])
            #expect(try curl.waitForExit(within: 90) == 0)
            try page.browser.run(
                """
                window.long = [];
                window.most = 0;
                new PerformanceObserver(list => long.push(...list.getEntries().map(({duration}) => duration)))
                    .observe({type: 'longtask'});
                (function count() {
                    most = Math.max(most, document.getElementsByTagName('*').length);
                    requestAnimationFrame(count);
                })();
                """)
            try page.browser.devTools("Performance.enable", ["timeDomain": "threadTicks"])
            let before = try work(page)
            try page.click("#drop")
            try page.waitForText("#stream-notice", "10,000 replayed")
            #expect(try work(page) - before < Self.work)
            #expect(try page.text("#event-count") == "10,000")
            #expect(try page.value("document.querySelectorAll('#events [data-number]').length") == 200)
            // Then it lives on: older ones on demand, filters over all of them, and what is new.
            try page.browser.run("document.getElementById('show-older').click()")
            try page.waitForCount(400, of: "#events [data-number]")
            try page.set("#filter-text", to: "one of many")
            try page.waitForCount(0, of: "#events [data-name=lifecycle]")
            try page.waitForCount(400, of: "#events [data-number]")
            let last = try page.post("message", #"{"text":"one of many, the last"}"#)
            try page.waitForCount(1, of: "#events [data-id='\(last)']")
            #expect(try page.value("most < 4000"), "elements")
            let tasks = try page.value("long", as: [Double].self)
            let delay = max(1, tasks.reduce(0, +) / 1_000 / (try work(page) - before))
            #expect(tasks.max() ?? 0 < delay * Self.longestTask, "ms")
        }
    }
}
