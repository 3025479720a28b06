import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("lists the events")
    struct Events {
        /// The rows' events, newest first.
        private func names(_ page: ViewerPage) throws -> [String] {
            try page.value("[...document.querySelectorAll('#events [data-number]')].map(({dataset}) => dataset.name)")
        }

        private func waitForRow(_ id: String, _ page: ViewerPage) throws {
            try page.wait(for: "the row of \(id)", "document.querySelector(`#events [data-id='${values[0]}']`)", id)
        }

        @Test("of one channel, or with some text in them", arguments: Transport.allCases)
        func filter(transport: Transport) throws {
            let page = try ViewerPage(transport)
            for text in ["first", "second", "third"] { try waitForRow(try page.post("message", #"{"text":"\#(text)"}"#), page) }
            #expect(try names(page).contains("lifecycle"))
            try page.set("#filter-channel", to: "notifications")
            try page.waitForCount(3, of: "#events [data-number]")
            #expect(try names(page) == ["message", "message", "message"])
            try page.set("#filter-text", to: "SECOND")
            try page.waitForCount(1, of: "#events [data-number]")
            #expect(try page.text("#events .summary") == #"{"text":"second"}"#)
            // What comes now is filtered too.
            try page.post("message", #"{"text":"fourth"}"#)
            let last = try page.post("message", #"{"text":"again the second"}"#)
            try waitForRow(last, page)
            #expect(try names(page).count == 2)
            try page.set("#filter-channel", to: "articles")
            try page.waitForText("#events", "No event matches.")
            try page.set("#filter-channel", to: "")
            try page.set("#filter-text", to: "")
            try page.waitForCount(5, of: "#events [data-name=message]")
            #expect(try names(page).contains("hello"))
        }

        @Test("none of them moving while paused, and what has come meanwhile after that", arguments: Transport.allCases)
        func pause(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try waitForRow(try page.post("message", "1"), page)
            try page.click("#pause")
            try page.waitForText("#pause", "Resume")
            let before = try names(page)
            let missed = [try page.post("message", "2"), try page.post("mainTab", #"{"index":3}"#)]
            try page.waitForText("#pause", "Resume (+2)")
            #expect(try names(page) == before)
            // Nor does another filter let them in.
            try page.set("#filter-channel", to: "notifications")
            try page.waitForCount(1, of: "#events [data-number]")
            try page.set("#filter-channel", to: "")
            #expect(try names(page) == before)
            // The marbles stand still as well: what is drawn does not change from frame to frame.
            let still = try page.browser.run(
                """
                const picture = () => document.getElementById('marbles').toDataURL();
                const frames = count => new Promise(resolve => (function turn() { count-- ? requestAnimationFrame(turn) : resolve() })());
                return frames(5).then(() => { const before = picture(); return frames(20).then(() => picture() === before) });
                """)
            #expect(still as? Bool == true)
            try page.click("#pause")
            try page.waitForText("#pause", "Pause")
            for id in missed { try waitForRow(id, page) }
            #expect(try names(page) == ["mainTab", "message"] + before)
        }

        @Test("each with its id, its time and its lines, and a command that does it again", arguments: Transport.allCases)
        func inspect(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let payload = #"{"text":"it's “here”, ここ"}"#
            let id = try page.post("message", payload)
            try waitForRow(id, page)
            let time = try page.text("#events [data-id='\(id)'] time")
            try page.click("#events [data-id='\(id)'] button")
            try page.wait(for: "the dialog", "document.getElementById('event-dialog').open")
            #expect(try page.text("#event-dialog-title") == "message")
            let facts = try page.value(
                "[...document.querySelectorAll('#event-dialog-facts dd')].map(fact => fact.innerText)", as: [String].self)
            #expect(facts == [id, "notifications", time])
            #expect(try page.text("#event-dialog-raw") == "id: \(id)\nevent: message\ndata: \(payload)")
            let shown = try page.text("#event-dialog-curl")
            #expect(try page.copy(by: "#copy-event") == shown)
            let command = try page.run(shown)
            #expect(try command.waitForExit() == 0)
            #expect(command.standardOutput.contains(#/HTTP/\S+ 202/#), "\(command.standardOutput) \(command.standardError)")
            // Done again: the same event with another id.
            try page.wait(for: "the same again", "document.querySelector('#events [data-name=message]').dataset.id !== values[0]", id)
            #expect(try page.text("#events [data-name=message] .summary") == payload)
        }

        @Test("that came by way of a resume can be had again: the command replays this very event", arguments: Transport.allCases)
        func replayingCommand(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let id = try page.value("document.querySelector('#events [data-name=lifecycle]').dataset.id", as: String.self)
            try page.click("#events [data-name=lifecycle] button")
            let stream = try page.run(try page.copy(by: "#copy-event"))
            try eventually("the event again") { stream.standardOutput.contains("id: \(id)\nevent: lifecycle\n") ? () : nil }
        }

        @Test("and gives the commands for the stream and for a post", arguments: Transport.allCases)
        func copyAsCurl(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.click("#channels [value=articles]")
            try page.waitUntilOpen()
            let stream = try page.run(try page.copy(by: "#copy-stream"))
            try eventually("the stream of the channels that are on") {
                stream.standardOutput.contains(#""channels":["notifications","lifecycle","activity"]"#) ? () : nil
            }
            stream.kill(SIGTERM)
            try page.set("#post-payload", to: #"{"it's":"quoted"}"#)
            let post = try page.run(try page.copy(by: "#copy-post"))
            #expect(try post.waitForExit() == 0)
            try page.waitForText("#events", #"{"it's":"quoted"}"#)
        }

        @Test("until they are cleared away", arguments: Transport.allCases)
        func clear(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try waitForRow(try page.post("message", "1"), page)
            try page.click("#clear")
            try page.waitForText("#events", "Waiting for events…")
            #expect(try page.text("#event-count") == "0")
            #expect(try names(page) == [])
            let next = try page.post("message", "2")
            try waitForRow(next, page)
            #expect(try names(page) == ["message"])
            #expect(try page.text("#event-count") == "1")
        }

        @Test("nor shows afterwards what had arrived before, and waited for its frame", arguments: Transport.allCases)
        func clearBeforeShown(transport: Transport) throws {
            let preload = """
                const {addEventListener} = EventSource.prototype, request = requestAnimationFrame, held = [];
                window.arrived = 0;
                EventSource.prototype.addEventListener = function (name, action) {
                    addEventListener.call(this, name, event => { action(event); window.arrived++ });
                };
                window.requestAnimationFrame = action => window.holds ? held.push(action) : request(action);
                window.release = () => { window.holds = false; held.forEach(action => request(action)) };
                """
            let page = try ViewerPage(transport, preload: preload)
            let arrived = try page.browser.run("window.holds = true; return window.arrived")
            try page.post("message", "1")
            try page.wait(for: "its arrival", "window.arrived > values[0]", arrived ?? 0)
            // In one go with the frame after it: nothing else comes between them.
            try page.browser.run(
                """
                document.getElementById('clear').click();
                window.release();
                return new Promise(resolve => (function turn(left) {
                    left ? requestAnimationFrame(() => turn(left - 1)) : resolve();
                })(10));
                """)
            try Drawings.waitForPixels(page, "notifications", lane: 0, present: false)
            #expect(try names(page) == [])
            #expect(try page.text("#event-count") == "0")
        }

        @Test("and says now and then to who can't see them how many there were", arguments: Transport.allCases)
        func announcement(transport: Transport) throws {
            // The page waits five seconds; here a tenth of one. What it says is gathered.
            let preload = """
                const wait = setInterval; setInterval = (action, time) => wait(action, time === 5000 ? 100 : time);
                window.said = [];
                document.addEventListener('DOMContentLoaded', () => {
                    const place = document.getElementById('announcement');
                    new MutationObserver(() => said.push(place.textContent)).observe(place, {childList: true});
                });
                """
            let page = try ViewerPage(transport, preload: preload)
            #expect(try page.value("document.getElementById('announcement').getAttribute('role')") == "status")
            let told = "said.map(text => Number(/^([0-9]+) new events$/.exec(text)[1])).reduce((sum, n) => sum + n, 0)"
            try page.wait(for: "the first ones announced", "\(told) === +document.getElementById('event-count').innerText")
            try page.post("message", "1")
            try page.wait(for: "one more announced", "said.at(-1) === '1 new events'")
            #expect(try page.value("\(told) === +document.getElementById('event-count').innerText"))
        }
    }
}
