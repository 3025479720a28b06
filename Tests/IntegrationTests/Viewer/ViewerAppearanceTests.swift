import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("suits whoever looks at it")
    struct Appearance {
        @Test("in Japanese or English, as the browser prefers", arguments: Transport.allCases)
        func language(transport: Transport) throws {
            func texts(_ preferred: String) throws -> [String] {
                let page = try ViewerPage(transport) { browser in
                    let agent = try #require(try browser.run("return navigator.userAgent") as? String)
                    try browser.devTools("Network.setUserAgentOverride", ["userAgent": agent, "acceptLanguage": preferred])
                }
                return try ["#articles-title", "#stream-title", "#connection-state", "#drop", "#pause", "#post-send", "#page-range"].map {
                    try page.text($0)
                } + [
                    try page.value("document.documentElement.lang"), try page.value("document.getElementById('search').placeholder"),
                    try page.value("document.getElementById('marbles').ariaLabel"),
                ]
            }
            let japanese = [
                "記事", "イベント", "接続済み", "切断してみる", "一時停止", "全員に送る", "63 件中 1–10", "ja", "記事を検索", "マーブルダイアグラム",
            ]
            let english = [
                "Articles", "Events", "Connected", "Drop connection", "Pause", "Post to everyone", "1–10 of 63", "en", "Search articles",
                "Marble diagram",
            ]
            #expect(try texts("ja-JP") == japanese)
            #expect(try texts("de-DE") == english)
        }

        @Test("light or dark, drawings too", arguments: Transport.allCases)
        func colours(transport: Transport) throws {
            let page = try ViewerPage(transport) { try Self.prefer("color-scheme", "light", $0) }
            try page.post("message", "1")
            try Drawings.waitForPixels(page, "notifications", lane: 0)
            let light = try [page.style("body", "background-color"), page.style("body", "color"), page.style("#post-send", "color")]
            try Self.prefer("color-scheme", "dark", page.browser)
            let dark = try [page.style("body", "background-color"), page.style("body", "color"), page.style("#post-send", "color")]
            #expect(light.map(Self.isBright) == [true, false, true])
            #expect(dark.map(Self.isBright) == [false, true, false])
            try Drawings.waitForPixels(page, "notifications", lane: 0, dark: true)
            try Drawings.waitForPixels(page, "notifications", of: "rate-chart", dark: true)
        }

        static func prefer(_ feature: String, _ value: String, _ browser: Browser) throws {
            try browser.devTools("Emulation.setEmulatedMedia", ["features": [["name": "prefers-\(feature)", "value": value]]])
        }

        /// Of `rgb(1, 2, 3)`.
        private static func isBright(_ colour: String) -> Bool {
            colour.matches(of: #/\d+/#).prefix(3).compactMap { Int($0.output) }.reduce(0, +) > 380
        }

        @Test("320 pixels wide, without scrolling sideways", arguments: zip(Transport.allCases, ["en", "ja"]))
        func narrow(transport: Transport, language: String) throws {
            let page = try ViewerPage(transport, path: "/?lang=\(language)") { browser in
                try browser.devTools(
                    "Emulation.setDeviceMetricsOverride", ["width": 320, "height": 640, "deviceScaleFactor": 2, "mobile": true])
            }
            // A long word everywhere that words come from elsewhere.
            let word = String(repeating: "0123456789", count: 30)
            try page.post("message", #"{"text":"\#(word)"}"#)
            try page.waitForText("#events", word)
            try page.set("#post-name", to: "mainTab")
            try page.set("#post-payload", to: #"{"index":"\#(word)"}"#)
            try page.click("#post-send")
            try page.waitForText("#post-answer", "422")
            try page.click("#drop")
            try page.waitForState("dropped")
            #expect(try page.value("document.documentElement.lang") == language)
            #expect(try page.value("window.innerWidth") == 320)
            #expect(try page.value("document.documentElement.scrollWidth") == 320)
            // Nothing is cut off either: what is wider than its place scrolls or wraps within it.
            let outside = """
                [...document.querySelectorAll('main *')].filter(element => {
                    const {right, width} = element.getBoundingClientRect();
                    return width > 1 && right > 321 && !element.closest('.summary');
                }).map(({outerHTML}) => outerHTML.slice(0, 80))
                """
            #expect(try page.value(outside, as: [String].self) == [])
            try page.click("#events [data-name=message] button")
            try page.wait(for: "the dialog", "document.getElementById('event-dialog').open")
            #expect(try page.value("document.documentElement.scrollWidth") == 320)
            #expect(try page.value("(dialog => dialog.scrollWidth <= dialog.clientWidth)(document.getElementById('event-dialog'))"))
        }

        @Test("by keyboard: everything is reached in the order it stands in, and shows that it is", arguments: Transport.allCases)
        func keyboard(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.post("message", "1")
            try page.waitForCount(1, of: "#events [data-name=message]")
            let focus = "document.activeElement"
            var reached: [String] = []
            var marks: [Bool] = []
            for _ in 0..<120 {
                try page.browser.press(Browser.Key.tab)
                let place = try page.value(
                    "\(focus) === document.body ? '' : \(focus).id || \(focus).value || \(focus).className || \(focus).innerText",
                    as: String.self)
                if place.isEmpty || place == reached.first { break }
                reached.append(place)
                marks.append(try page.value("getComputedStyle(\(focus)).outlineStyle !== 'none'"))
            }
            let wanted = [
                "skip", "drop", "notifications", "lifecycle", "activity", "articles", "ticks", "refresh", "search", "title", "page-next",
                "pause", "clear", "copy-stream", "filter-channel", "filter-text", "events", "post-name", "post-payload", "post-send",
                "copy-post", "viewers",
            ]
            var rest = reached[...]
            for name in wanted {
                let place = rest.firstIndex(of: name)
                #expect(place != nil, "\(name) after \(rest.first ?? "") in \(reached)")
                rest = reached[(place ?? rest.startIndex)...]
            }
            #expect(marks.allSatisfy { $0 })

            // The first of them leads past everything to the events.
            try page.browser.run("document.querySelector('.skip').focus()")
            try page.browser.press(Browser.Key.enter)
            try page.wait(for: "the focus on the events", "\(focus).id === 'stream'")
            try page.browser.press(Browser.Key.tab)
            try page.wait(for: "the focus on what comes first there", "\(focus).id === 'pause'")

            // A row opens by Enter and closes by Escape, and the focus is where it was.
            try page.browser.run("document.querySelector('#events [data-name=message] button').focus()")
            try page.browser.press(Browser.Key.enter)
            try page.wait(for: "the dialog", "document.getElementById('event-dialog').open")
            try page.browser.press(Browser.Key.escape)
            try page.wait(for: "its end", "!document.getElementById('event-dialog').open")
            #expect(try page.value("\(focus).closest('li').dataset.name") == "message")
        }

        @Test("by ear: everything that can be used has a name, and what changes by itself is told", arguments: Transport.allCases)
        func names(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let tree = try page.browser.devTools("Accessibility.getFullAXTree")
            let nodes = try #require(tree["nodes"] as? [[String: Any]]).filter { $0["ignored"] as? Bool != true }
            func text(_ node: [String: Any], _ key: String) -> String { (node[key] as? [String: Any])?["value"] as? String ?? "" }
            let used: Set = ["button", "textbox", "searchbox", "combobox", "switch", "link", "image", "DisclosureTriangle"]
            let found = nodes.filter { used.contains(text($0, "role")) }
            #expect(found.count > 30)
            #expect(found.filter { text($0, "name").isEmpty }.map { text($0, "role") } == [])
            let told = ["connection", "stream-notice", "post-answer", "refresh-answer", "article-total", "announcement", "toast"]
            #expect(try page.value("values[0].filter(id => document.getElementById(id).role !== 'status')", told, as: [String].self) == [])
        }

        @Test("with hardly any motion, for who wants none", arguments: Transport.allCases)
        func reducedMotion(transport: Transport) throws {
            let page = try ViewerPage(
                transport,
                preload: """
                    window.pictures = 0;
                    const scale = CanvasRenderingContext2D.prototype.scale;
                    CanvasRenderingContext2D.prototype.scale = function (...factors) {
                        if (this.canvas.id === 'marbles') pictures++;
                        scale.apply(this, factors);
                    };
                    """)
            /// How many pictures are drawn more than one a second, over 30 frames of the screen.
            func pictures() throws -> Double {
                let result = try page.browser.run(
                    """
                    const start = performance.now(), before = pictures;
                    return new Promise(resolve => {
                        let frames = 30;
                        (function turn() {
                            if (frames--) return requestAnimationFrame(turn);
                            resolve(pictures - before - (performance.now() - start) / 1000);
                        })();
                    });
                    """)
                return try #require(result as? Double)
            }
            #expect(try pictures() > 5)
            try page.browser.run("document.getElementById('refresh').setAttribute('aria-busy', true)")
            #expect(try page.style("#refresh .spinner", "animation-iteration-count") == "infinite")
            try Self.prefer("reduced-motion", "reduce", page.browser)
            #expect(try page.style("#refresh .spinner", "animation-iteration-count") == "1")
            #expect(try page.style("#refresh .spinner", "animation-duration") == "0.01s")
            #expect(try page.style("#refresh .spinner", "border-top-style") == "dotted", "seen to be busy without motion")
            #expect(try pictures() < 2)
        }
    }
}
