import Foundation
import Testing

extension IntegrationTests.Viewer {
    @Suite("shows the articles")
    struct Articles {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func rows(_ page: ViewerPage) throws -> [String] {
            try page.value("[...document.querySelectorAll('#article-list > li')].map(({dataset}) => dataset.id)")
        }

        @Test("page by page, to the last one and back", arguments: Transport.allCases)
        func pages(transport: Transport) throws {
            let ids = (1...25).map { "a\($0)" }
            let page = try ViewerPage(transport, "--articles", try folder.write("articles.json", Article.list(ids)))
            #expect(try page.text("#article-total") == "25")
            #expect(try page.value("document.getElementById('page-prev').disabled"))
            var seen = try rows(page)
            for range in ["11–20 of 25", "21–25 of 25"] {
                try page.click("#page-next")
                try page.waitForText("#page-range", range)
                seen += try rows(page)
            }
            #expect(Set(seen) == Set(ids) && seen.count == 25)
            #expect(try page.value("document.getElementById('page-next').disabled"))
            try page.click("#page-prev")
            try page.waitForText("#page-range", "11–20 of 25")
            #expect(try rows(page) == Array(seen[10..<20]))
        }

        @Test("that are searched for, in Japanese too, from the first page on, and all again", arguments: Transport.allCases)
        func search(transport: Transport) throws {
            let page = try ViewerPage(transport)
            /// How many the server finds. Typing may be slow enough for a search after each letter; the last one is waited for.
            func matches(_ text: String) throws -> Int {
                let answer = try page.browser.run(
                    "return fetch(`/articles?query=${encodeURIComponent(arguments[0])}`).then(r => Number(r.headers.get('Total-Count')))",
                    text)
                return try #require(answer as? Int)
            }
            let (all, found, rest) = (try matches(""), try matches("Swift"), try matches("多重"))
            #expect(all > found && found > rest && rest > 0)
            try page.click("#page-next")
            try page.waitForText("#page-range", toBe: "11–20 of \(all)")
            try page.type("Swift", into: "#search")
            try page.waitForText("#page-range", toBe: "1–\(min(found, 10)) of \(found)")
            try page.set("#search", to: "多重")
            try page.waitForText("#page-range", toBe: "1–\(min(rest, 10)) of \(rest)")
            #expect(try page.text("#article-total") == "\(rest)")
            #expect(try rows(page).count == min(rest, 10))
            try page.set("#search", to: "nothing has this in it")
            try page.waitForText("#article-problem", "No article matches.")
            #expect(try rows(page) == [])
            try page.set("#search", to: "")
            try page.waitForText("#article-total", toBe: "\(all)")
            #expect(try page.value("document.getElementById('article-problem').hidden"))
        }

        @Test("of a tag, until the tag is taken away", arguments: Transport.allCases)
        func tag(transport: Transport) throws {
            let page = try ViewerPage(transport)
            let total = try page.text("#article-total")
            let tag = try page.text("#article-list .tag")
            try page.click("#article-list .tag")
            try page.wait(for: "fewer articles", "+document.getElementById('article-total').innerText < +values[0]", total)
            let everyRow =
                "[...document.querySelectorAll('#article-list > li')].every(row => [...row.querySelectorAll('.tag')].some("
                + "tag => tag.innerText === values[0]))"
            #expect(try page.value(everyRow, tag))
            #expect(try page.text("#tag-filter") == "\(tag) ✕")
            try page.click("#tag-filter")
            try page.waitForText("#article-total", toBe: total)
            #expect(try page.value("document.getElementById('tag-filter').hidden"))
        }

        @Test("one of them in a dialog, as text whatever it holds", arguments: Transport.allCases)
        func dialog(transport: Transport) throws {
            let hostile = Article.list(["a"]).replacing("\"Body\"", with: ###""## Heading\n\n<img src=x onerror=alert(1)> and `code`""###)
            let page = try ViewerPage(transport, "--articles", try folder.write("articles.json", hostile))
            try page.click("#article-list .title")
            try page.wait(for: "the dialog", "document.getElementById('article-dialog').open")
            #expect(try page.text("#article-dialog-title") == "Title of a")
            #expect(try page.text("#article-dialog-body h3") == "Heading")
            #expect(try page.text("#article-dialog-body p").contains("<img src=x onerror=alert(1)> and code"))
            #expect(try page.value("document.querySelectorAll('#article-dialog-body img').length") == 0)
            #expect(try page.value("document.querySelector('#article-dialog-meta a').href") == "https://example.test/a")
            try page.click("#article-dialog .close")
            try page.wait(for: "its end", "!document.getElementById('article-dialog').open")
            // Beside the dialog, too.
            try page.click("#article-list .title")
            try page.wait(for: "the dialog", "document.getElementById('article-dialog').open")
            try page.browser.click(x: 4, y: 4)
            try page.wait(for: "its end", "!document.getElementById('article-dialog').open")
        }

        @Test("one of them whose address is none of the web's, without a link", arguments: Transport.allCases)
        func dialogWithoutLink(transport: Transport) throws {
            let hostile = Article.list(["a"]).replacing("\"url\":\"https:", with: "\"url\":\"javascript:alert(1)//")
            let page = try ViewerPage(transport, "--articles", try folder.write("articles.json", hostile))
            try page.click("#article-list .title")
            try page.wait(for: "the dialog", "document.getElementById('article-dialog').open")
            #expect(try page.text("#article-dialog-meta").contains("@sample"))
            #expect(try page.value("document.querySelectorAll('#article-dialog a').length") == 0)
        }

        @Test("with a spinner while the list is read again, and what has changed after that", arguments: Transport.allCases)
        func refresh(transport: Transport) throws {
            let pipe = try folder.makePipe("articles.json")
            let first = (1...5).map { "a\($0)" }
            Thread.detachNewThread { try? feedPipe(pipe, Article.list(first)) }
            let page = try ViewerPage(transport, "--articles", pipe)
            #expect(try page.style("#refresh .spinner", "display") == "none")
            // The refresh hangs at the pipe, and everybody's page shows that it runs.
            try page.click("#refresh")
            try page.waitForText("#refresh-label", "Refreshing…")
            #expect(try page.style("#refresh .spinner", "display") != "none")
            #expect(try page.style("#refresh .spinner", "animation-name") == "turn")
            try page.waitForText("#refresh-answer", "202 Accepted")
            try page.click("#refresh")
            try page.waitForText("#refresh-answer", "409")

            try feedPipe(pipe, Article.list(Array(first.dropFirst()) + ["new1", "new2"]))
            try page.waitForText("#refresh-answer", "2 new, 0 changed, 1 gone")
            try page.waitForText("#article-total", toBe: "6")
            try page.waitForCount(2, of: "#article-list .changed")
            try page.waitForText("#refresh-label", toBe: "Refresh")
            try page.wait(for: "the spinner's end", "getComputedStyle(document.querySelector('#refresh .spinner')).display === 'none'")

            Thread.detachNewThread { try? feedPipe(pipe, Article.list(Array(first.dropFirst()) + ["new1", "new2"])) }
            try page.click("#refresh")
            try page.waitForText("#refresh-answer", "0 new, 0 changed, 0 gone")
        }

        @Test("as they were when reading them again fails, with the reason in one line", arguments: Transport.allCases)
        func failedRefresh(transport: Transport) throws {
            let page = try ViewerPage(transport, "--articles", try folder.write("articles.json", Article.list(["a"])))
            _ = try folder.write("articles.json", "[{")
            try page.click("#refresh")
            try page.waitForText("#refresh-answer", "Refresh failed: malformed")
            try page.waitForCount(1, of: "#events [data-name=refreshFailed]")
            try page.wait(for: "the spinner's end", "document.getElementById('refresh').getAttribute('aria-busy') === 'false'")
            #expect(try rows(page) == ["a"])
        }
    }
}
