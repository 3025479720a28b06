import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("shows its connection")
    struct Connection {
        @Test("the newest id, whatever the list is told to show", arguments: Transport.allCases)
        func lastID(transport: Transport) throws {
            let page = try ViewerPage(transport)
            #expect(try page.text("#connection-state") == "Connected")
            try page.click("#pause")
            let id = try page.post("message", "1")
            try page.waitForText("#last-id", id)
        }

        @Test("dropped by its button, and what was missed replayed, each event once", arguments: Transport.allCases)
        func dropAndReplay(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let last = try page.post("message", #"{"number":0}"#)
            try page.waitForText("#last-id", last)
            try page.click("#drop")
            try page.waitForState("dropped")
            #expect(try page.text("#drop") == "Reconnect and replay")
            #expect(try page.text("#stream-notice").contains("it will be replayed"))
            try eventually("nobody here, to the server") { try page.viewers().isEmpty ? () : nil }
            // Who else is here can't be known now.
            #expect(try page.text("#viewer-count") == "–")
            let missed = try (1...3).map { try page.post("message", #"{"number":\#($0)}"#) }
            // They are not here: what would bring them is closed.
            #expect(try page.value("document.querySelectorAll('#events [data-name=message]').length") == 1)

            try page.click("#drop")
            try page.waitUntilOpen()
            try page.waitForCount(3, of: "#events [data-name=message][data-replayed]")
            let rows = "[...document.querySelectorAll('#events [data-name=message]')].map(({dataset}) => dataset.id)"
            #expect(try page.value(rows) == Array(missed.reversed()) + [last])
            #expect(try page.text("#events [data-replayed] em") == "replayed")
            try page.waitForText("#stream-notice", "Resumed after \(last): 3 replayed, besides your own leaving.")
            try page.waitForCount(4, of: "#events [data-name=lifecycle][data-replayed]")
            // What comes now is no replay.
            let next = try page.post("message", "4")
            try page.waitForCount(1, of: "#events [data-id='\(next)']:not([data-replayed])")
        }

        @Test("lost with its server, and found again by itself; what could not be replayed is said", arguments: Transport.allCases)
        func restart(transport: Transport) throws {
            let page = try ViewerPage(transport, "--retry", "100ms")
            try page.killServer()
            try page.waitForState("reconnecting")
            try page.waitForText("#connection-state", "Reconnecting")
            #expect(try page.text("#viewer-count") == "–")
            try page.restartServer()
            try page.waitUntilOpen()
            try page.waitForText("#stream-notice", "Missed events are gone (unknown).")
            let id = try page.post("message", "1")
            try page.waitForText("#last-id", id)
        }

        @Test("ended by a server that stops in order, and found again by itself at the time it was told", arguments: Transport.allCases)
        func stop(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.stopServer()
            try page.waitForState("reconnecting")
            try page.restartServer()
            // It was told to wait for two to ten seconds.
            try page.waitUntilOpen()
            try page.waitForText("#stream-notice", "Missed events are gone (unknown).")
        }

        @Test("lost with a server that has a journal, which replays what was missed", arguments: Transport.allCases)
        func journal(transport: Transport) throws {
            let folder = try TemporaryFolder()
            let arguments = ["--journal", "\(folder.path)/journal", "--fsync", "always"]
            let page = try ViewerPage(transport, "--retry", "100ms", arguments[0], arguments[1], arguments[2], arguments[3])
            let id = try page.post("message", "1")
            try page.waitForText("#last-id", id)
            try page.killServer()
            try page.waitForState("reconnecting")
            try page.restartServer("--journal", "\(folder.path)/journal")
            try page.waitUntilOpen()
            let next = try page.post("message", "2")
            try page.waitForText("#last-id", next)
            #expect(try page.value("document.querySelectorAll('#events [data-name=reset]').length") == 0)
            #expect(try page.value("document.querySelectorAll('#events [data-name=message]').length") == 2)
        }

        @Test("refused, and tried again, which EventSource would not")
        func refused() throws {
            // The page waits five seconds; here a tenth of one.
            let preload = "const wait = setTimeout; setTimeout = (action, time) => wait(action, time === 5000 ? 100 : time)"
            let page = try ViewerPage(.http1, "--retry", "100ms", preload: preload)
            try page.killServer()
            // TLS on the same port: whoever asks in the clear is answered 400.
            try page.restartServer(speaking: .http2)
            try page.waitForState("refused")
            try page.waitForText("#connection-state", "Refused; trying again")
            try page.killServer()
            try page.restartServer()
            try page.waitUntilOpen()
        }

        @Test("with the channels that are switched on, of which there may be none", arguments: Transport.allCases)
        func channels(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let isOn = "[...document.querySelectorAll('#channels input')].filter(input => input.checked).map(input => input.value)"
            #expect(try page.value(isOn) == ["notifications", "lifecycle", "activity", "articles"])
            #expect(try page.value("document.querySelectorAll('#events [data-name=tick]').length") == 0)
            try page.click("#channels [value=ticks]")
            try page.wait(for: "a tick", "document.querySelector('#events [data-name=tick]')")
            #expect(try page.value("document.querySelector('#events [data-name=tick]').dataset.id") == "", "ticks have no id")
            for name in ["notifications", "lifecycle", "activity", "articles", "ticks"] { try page.click("#channels [value=\(name)]") }
            try page.waitForText("#stream-notice", "Choose a channel to connect.")
            try page.waitForState("dropped")
            #expect(try page.value("document.getElementById('drop').disabled"))
            try eventually("nobody here, to the server") { try page.viewers().isEmpty ? () : nil }
            try page.click("#channels [value=notifications]")
            try page.waitForState("open")
            let id = try page.post("message", "1")
            try page.waitForCount(1, of: "#events [data-id='\(id)']")
        }
    }

    @Suite("shows who is here")
    struct Presence {
        private func row(_ kind: String, _ property: String, is value: String) -> String {
            "document.querySelector('#viewers li\(kind)').dataset.\(property) === '\(value)'"
        }

        @Test("itself and others, visible or hidden, and how each is connected", arguments: Transport.allCases)
        func presence(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let tab = try page.browser.currentTab()
            let protocolName = transport == .http2 ? "HTTP/2" : "HTTP/1.1"
            #expect(try page.text("#viewer-count") == "1")
            #expect(try page.text("#viewers .me .you") == "you")
            try page.wait(for: "itself visible", row(".me", "visible", is: "true"))
            #expect(try page.text("#viewers .me .since").hasPrefix("\(protocolName) · "))
            let me = try page.value("document.querySelector('#viewers .me').dataset.viewer", as: String.self)

            // Somebody comes and goes, and nothing is done here.
            let curl = try ChildProcess("curl", ["-skN", "\(page.url)/events"])
            try page.waitForCount(2, of: "#viewers li")
            curl.kill(SIGKILL)
            try page.waitForCount(1, of: "#viewers li")

            // A second one in front hides the first, and sees it hidden.
            let other = try page.browser.newTab()
            try page.browser.open(page.url)
            try page.waitUntilOpen()
            try page.waitForCount(2, of: "#viewers li")
            #expect(try page.value("document.querySelectorAll('#viewers li')[0].className") == "me", "oneself stands first")
            try page.wait(for: "the first hidden", row("[data-viewer=\"\(me)\"]", "visible", is: "false"))
            #expect(try page.text("#viewers [data-viewer='\(me)']").contains("hidden"))
            try page.wait(
                for: "the last step of its page",
                "document.querySelector(`#viewers [data-viewer='${values[0]}'] .steps`).title === 'viewDidDisappear'", me)
            let server = try page.viewers()
            #expect(server.compactMap { $0["visible"] as? Bool } == [false, true])
            #expect(server.compactMap { $0["protocol"] as? String } == [transport.rawValue, transport.rawValue])

            // It closes: the first is shown again, alone.
            try page.browser.select(other)
            try page.browser.closeTab()
            try page.browser.select(tab)
            try page.waitForCount(1, of: "#viewers li")
            try page.wait(for: "itself visible again", row(".me", "visible", is: "true"))
            #expect(try page.text("#viewer-count") == "1")
        }
    }
}
