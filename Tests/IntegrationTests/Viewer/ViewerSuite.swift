import Foundation
import Testing

extension IntegrationTests {
    /// Each thing that the viewer does, done in Chromium over HTTP/1.1 and over HTTP/2 under TLS.
    @Suite("The viewer", .sharedBrowser)
    enum Viewer {}
}

extension IntegrationTests.Viewer {
    @Suite("is small and stands alone")
    struct Files {
        private func files() throws -> [URL] {
            let root = URL(filePath: RunningServer.publicFolder)
            let found = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey]))
            return try found.compactMap { $0 as? URL }.filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        }

        @Test("at most 60 KiB in all, uncompressed")
        func size() throws {
            let sizes = try files().map { try Data(contentsOf: $0).count }
            #expect(sizes.count > 10)
            #expect(sizes.reduce(0, +) <= 60 * 1_024)
        }

        @Test("no address of another server, and no code or style within a page")
        func standsAlone() throws {
            for file in try files() {
                let text = try String(contentsOf: file, encoding: .utf8).replacing("http://www.w3.org/2000/svg", with: "")
                // A dot after the slashes: `//` alone begins a comment.
                #expect(!text.contains(#/(https?:|["'(])\/\/\w+[.:]\w/#), "\(file.lastPathComponent)")
                #expect(!text.contains(#/<script>|<style|\son[a-z]+="|\sstyle="|\beval\(|new Function/#), "\(file.lastPathComponent)")
            }
        }

        @Test("asks nobody but its server, and runs nothing that is not its own", arguments: Transport.allCases)
        func contentSecurity(transport: Transport) throws {
            let page = try ViewerPage(transport)
            #expect(try page.value("performance.getEntriesByType('navigation')[0].nextHopProtocol") == transport.rawValue)
            // Everything is there by now, each module by itself; what a click loads is seen too.
            try page.click("#article-list .title")
            try page.wait(for: "the article", "document.getElementById('article-dialog').open")
            let loaded = try page.value("performance.getEntriesByType('resource').map(({name}) => name)", as: [String].self)
            #expect(loaded.count > 20)
            #expect(loaded.filter { !$0.hasPrefix("\(page.url)/") } == [])
            #expect(try page.browser.takeConsole() == [], "neither errors nor violations of the policy")

            // The control: code in the page is refused, and it is the policy that does it.
            let refused = try page.browser.run(
                """
                return new Promise(resolve => {
                    document.addEventListener('securitypolicyviolation', ({effectiveDirective}) => resolve(effectiveDirective));
                    const script = document.createElement('script');
                    script.textContent = 'window.hasRun = true';
                    document.body.append(script);
                    setTimeout(() => resolve('none'), 5000);
                });
                """)
            #expect(refused as? String == "script-src-elem")
            #expect(try page.value("window.hasRun === undefined"))
        }
    }
}
