import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("posts notifications")
    struct Posts {
        private func waitForAnswer(_ text: String, _ page: ViewerPage) throws {
            try page.waitForText("#post-answer", text)
        }

        /// Posts what the form holds, from no answer on.
        private func send(_ page: ViewerPage) throws {
            try page.browser.run("document.getElementById('post-answer').replaceChildren()")
            try page.click("#post-send")
        }

        @Test("every one that is declared, with a payload that the server takes, and sees it come back", arguments: Transport.allCases)
        func declared(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let names = try page.value("[...document.getElementById('post-name').options].map(({value}) => value)", as: [String].self)
            #expect(
                names.sorted() == [
                    "appDidBecomeActive", "latestNotificationAtUpdated", "mainTab", "message", "myProfileUpdated", "notificationsChecked",
                    "webViewClosed",
                ])
            for name in names {
                try page.set("#post-name", to: name)
                try send(page)
                try waitForAnswer("202 Accepted", page)
                try waitForAnswer("back on the stream after", page)
                let id = try page.text("#post-answer code")
                let payload = try page.value("JSON.stringify(JSON.parse(document.getElementById('post-payload').value))", as: String.self)
                try page.waitForCount(1, of: "#events [data-id='\(id)'][data-name=\(name)]")
                // The server may write an object in another order than it came.
                let came = try page.text("#events [data-id='\(id)'] .summary")
                let (posted, received) = (try json(payload), try json(came))
                #expect(posted == received)
            }
        }

        private func json(_ text: String) throws -> NSDictionary {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
        }

        @Test("and shows why one was refused", arguments: Transport.allCases)
        func refused(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.set("#post-name", to: "mainTab")
            for (payload, status, reason) in [(#"{"index":"one"}"#, "422", "/index"), ("{", "400", "not JSON")] {
                try page.set("#post-payload", to: payload)
                try send(page)
                try waitForAnswer(status, page)
                try waitForAnswer(reason, page)
                #expect(try page.value("document.getElementById('post-answer').classList.contains('failed')"))
            }
            // With another payload all is well again, and none of that was told to anyone: the first that comes is this one.
            try page.set("#post-payload", to: #"{"index":2}"#)
            try send(page)
            try waitForAnswer("202 Accepted", page)
            #expect(try page.value("document.getElementById('post-answer').classList.contains('done')"))
            let id = try page.text("#post-answer code")
            try page.waitForCount(1, of: "#events [data-id='\(id)']")
            #expect(try page.value("document.querySelectorAll('#events [data-channel=notifications]').length") == 1)

            try page.killServer()
            try send(page)
            try waitForAnswer("The server cannot be reached.", page)
        }

        @Test("and keeps what was written for one while another is looked at, but not the answer to it", arguments: Transport.allCases)
        func draft(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let sample = try page.value("document.getElementById('post-payload').value", as: String.self)
            try page.set("#post-payload", to: "{")
            try send(page)
            try waitForAnswer("400", page)
            try page.set("#post-name", to: "webViewClosed")
            #expect(try page.value("document.getElementById('post-payload').value") == "{}")
            #expect(try page.value("document.getElementById('post-answer').hidden"))
            try page.set("#post-name", to: "message")
            #expect(try page.value("document.getElementById('post-payload').value") == "{")
            #expect(sample != "{")
        }

        @Test("and says what to do to see one arrive that was posted without a connection", arguments: Transport.allCases)
        func withoutConnection(transport: Transport) throws {
            let page = try ViewerPage(transport)
            try page.click("#drop")
            try page.waitForState("dropped")
            try send(page)
            try waitForAnswer("202 Accepted", page)
            try waitForAnswer("Reconnect and replay", page)
            let id = try page.text("#post-answer code")
            try page.click("#drop")
            try page.waitForCount(1, of: "#events [data-id='\(id)'][data-replayed]")
            // The time it took to come by way of a replay says nothing.
            #expect(try !page.text("#post-answer").contains("back on the stream"))
        }

        @Test("not to a server that can only be read, which says so", arguments: Transport.allCases)
        func readOnly(transport: Transport) throws {
            let page = try ViewerPage(transport, "--host", "0.0.0.0")
            try send(page)
            try waitForAnswer("403", page)
            try waitForAnswer("it was started without a token", page)
            try page.click("#refresh")
            try page.waitForText("#refresh-answer", "403")
        }

        @Test("with a token where one is needed, which is in no command", arguments: Transport.allCases)
        func token(transport: Transport) throws {
            let token = "s3cret.token"
            let page = try ViewerPage(transport, "--token", token)
            try send(page)
            try waitForAnswer("401", page)
            try page.click("#post-form summary")
            #expect(try page.value("document.getElementById('token').type") == "password")
            try page.type("wrong", into: "#token")
            try send(page)
            try waitForAnswer("The token is not right.", page)
            try page.set("#token", to: token)
            try send(page)
            try waitForAnswer("202 Accepted", page)
            // The refresh takes it too.
            try page.click("#refresh")
            try page.waitForText("#refresh-answer", "202 Accepted")
            let command = try page.copy(by: "#copy-post")
            #expect(!command.contains(token))
            let post = try page.run(command, environment: ["TOKEN": token])
            #expect(try post.waitForExit() == 0)
            #expect(post.standardOutput.contains(#/HTTP/\S+ 202/#), "\(post.standardOutput)")
        }
    }
}
