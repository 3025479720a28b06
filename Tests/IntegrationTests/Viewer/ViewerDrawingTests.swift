import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("draws the events")
    struct Drawings {
        /// The number of pixels of a colour of the style sheet in one of five lanes, or in the whole picture.
        private static let pixels = """
            const [id, channel, lane, dark] = arguments[0], canvas = document.getElementById(id);
            const colours = getComputedStyle(document.documentElement).getPropertyValue(`--${channel}`).match(/#[0-9a-f]{6}/g);
            const [r, g, b] = colours[dark ? 1 : 0].match(/[0-9a-f]{2}/g).map(text => parseInt(text, 16));
            const scale = devicePixelRatio, height = canvas.height - 20 * scale;
            const area = lane < 0 ? [0, canvas.height] : [height * lane / 5, height / 5];
            const {data} = canvas.getContext('2d').getImageData(0, area[0], canvas.width, area[1]);
            let count = 0;
            for (let at = 0; at < data.length; at += 4)
                if (Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 12 && data[at + 3] > 200) count++;
            """

        static func waitForPixels(
            _ page: ViewerPage, _ channel: String, lane: Int = -1, of canvas: String = "marbles", dark: Bool = false, present: Bool = true,
            atLeast count: Int = 16
        ) throws {
            try page.wait(
                for: "\(channel) in lane \(lane) of \(canvas)",
                "((...arguments) => { \(pixels) return count >= values[5] === values[4] })(values)",
                canvas, channel, lane, dark, present, count)
        }

        private static let lanes = ["notifications", "lifecycle", "activity", "articles", "ticks"]

        @Test("as marbles, each channel's in a lane of its own", arguments: Transport.allCases)
        func lanes(transport: Transport) throws {
            let folder = try TemporaryFolder()
            let page = try ViewerPage(transport, "--articles", try folder.write("articles.json", Article.list(["a"])))
            let labels = try page.value(
                "[...document.querySelectorAll('#channels label')].map(label => label.innerText.trim())", as: [String].self)
            #expect(labels == Self.lanes)
            try page.click("#clear")
            try Self.waitForPixels(page, "lifecycle", lane: 1, present: false)
            // One after the other: nothing in a lane before its event, something after it, and never in another's.
            try page.post("message", "1")
            try Self.waitForPixels(page, "notifications", lane: 0)
            try Self.waitForPixels(page, "activity", lane: 2, present: false)
            _ = try folder.write("articles.json", Article.list(["a", "b"]))
            try page.click("#refresh")
            try Self.waitForPixels(page, "activity", lane: 2)
            try Self.waitForPixels(page, "articles", lane: 3)
            try page.click("#channels [value=ticks]")
            try Self.waitForPixels(page, "ticks", lane: 4)
            try Self.waitForPixels(page, "lifecycle", lane: 1)
            try page.click("#pause")
            for (index, name) in Self.lanes.enumerated() {
                for lane in 0..<5 { try Self.waitForPixels(page, name, lane: lane, present: lane == index) }
            }
        }

        /// A clock that goes on by `later` alone, in milliseconds, so that marbles stand where a test puts them; and what a canvas
        /// has drawn since its frame began: texts with their colours, and the width of its widest rectangle.
        private static let recorder = """
            window.later = 0;
            const began = Date.now(), canvas = CanvasRenderingContext2D.prototype, {scale, fillText, fillRect} = canvas;
            Date.now = () => began + window.later;
            canvas.scale = function (...factors) { this.drawn = {texts: {}, widest: 0}; scale.apply(this, factors) };
            canvas.fillText = function (text, ...place) { this.drawn.texts[text] = this.fillStyle; fillText.call(this, text, ...place) };
            canvas.fillRect = function (x, y, width, height) {
                this.drawn.widest = Math.max(this.drawn.widest, width);
                fillRect.call(this, x, y, width, height);
            };
            """

        @Test(
            "hollow before and filled after, one with a number for several, a bar while active, a shade while away",
            arguments: Transport.allCases)
        func signs(transport: Transport) throws {
            let folder = try TemporaryFolder()
            let pipe = try folder.makePipe("articles.json")
            Thread.detachNewThread { try? feedPipe(pipe, Article.list(["a"])) }
            let page = try ViewerPage(transport, "--articles", pipe, preload: Self.recorder) {
                try Appearance.prefer("color-scheme", "light", $0)
            }
            func waitForText(_ text: String, in colour: String) throws {
                try page.wait(
                    for: "a marble \(text) in \(colour)",
                    """
                    document.getElementById('marbles').getContext('2d').drawn.texts[values[0]]
                        === getComputedStyle(document.documentElement).getPropertyValue(`--${values[1]}`).match(/#[0-9a-f]{6}/)[0]
                    """, text, colour)
            }
            func letPass(milliseconds: Int) throws { try page.browser.run("window.later += arguments[0]", with: [milliseconds]) }

            try page.click("#clear")
            for _ in 0..<3 { try page.post("message", "1") }
            try waitForText("3", in: "paper")
            // It stands for three, and opens the last.
            try page.browser.run(
                """
                const canvas = document.getElementById('marbles'), {right, top} = canvas.getBoundingClientRect();
                canvas.dispatchEvent(new MouseEvent('click', {clientX: right - 20, clientY: top + (canvas.clientHeight - 20) / 10}));
                """)
            #expect(try page.text("#event-dialog-title") == "message (last of 3)")
            try page.click("#event-dialog .close")
            try letPass(milliseconds: 1_000)
            try page.post("webViewClosed", "{}")
            try waitForText("W", in: "paper")
            try page.click("#refresh")
            try waitForText("▸", in: "paper")
            // Twenty pixels a second, five high; a marble by itself has no more than 254.
            try letPass(milliseconds: 3_000)
            try Self.waitForPixels(page, "activity", lane: 2, atLeast: 350)
            try feedPipe(pipe, Article.list(["a"]))
            try waitForText("■", in: "activity")
            try page.click("#drop")
            try page.waitForState("dropped")
            try letPass(milliseconds: 3_000)
            try page.wait(for: "the shade", "document.getElementById('marbles').getContext('2d').drawn.widest >= 59")
        }

        @Test("and opens the event whose marble is clicked", arguments: Transport.allCases)
        func marble(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.post("webViewClosed", "{}")
            try Self.waitForPixels(page, "notifications", lane: 0)
            try page.click("#pause")
            // The middle of its pixels, with the diagram standing still.
            try page.browser.run(
                """
                const canvas = document.getElementById('marbles'), {left, top} = canvas.getBoundingClientRect();
                const height = (canvas.clientHeight - 20) / 5, scale = devicePixelRatio;
                const colour = getComputedStyle(document.documentElement).getPropertyValue('--notifications').match(/#[0-9a-f]{6}/)[0];
                const wanted = colour.match(/[0-9a-f]{2}/g).map(text => parseInt(text, 16));
                const {data} = canvas.getContext('2d').getImageData(0, height * scale / 2, canvas.width, 1);
                const found = [];
                for (let x = 0; x < canvas.width; x++) if (wanted.every((value, at) => Math.abs(data[4 * x + at] - value) < 5)) found.push(x);
                const place = {clientX: left + found[found.length >> 1] / scale, clientY: top + height / 2, bubbles: true};
                window.pointers = [place, {...place, clientX: left + 1}].map(place => {
                    canvas.dispatchEvent(new MouseEvent('pointermove', place));
                    return getComputedStyle(canvas).cursor;
                });
                canvas.dispatchEvent(new MouseEvent('click', place));
                """)
            #expect(try page.value("window.pointers", as: [String].self) == ["pointer", "auto"])
            try page.wait(for: "the dialog", "document.getElementById('event-dialog').open")
            #expect(try page.text("#event-dialog-title") == "webViewClosed")
        }

        @Test("and counts them: a number, and a bar for each second of the last minute", arguments: Transport.allCases)
        func rate(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.browser.run(
                "return Promise.all(Array.from({length: 20}, () => fetch('/notifications/message', {method: 'POST', body: '1'})))")
            // Twenty and the four of our own page, over five seconds.
            try page.wait(for: "the rate", "+document.getElementById('rate').innerText >= 4")
            try Self.waitForPixels(page, "notifications", of: "rate-chart")
            // A minute later, by the page's clock.
            try page.browser.run("const now = Date.now; Date.now = () => now() + 61_000")
            try page.wait(for: "none", "document.getElementById('rate').innerText === '0.0'")
            try Self.waitForPixels(page, "notifications", of: "rate-chart", present: false)
        }
    }
}
