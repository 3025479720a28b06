import Foundation
import Testing

/// The viewer in a tab of its own, on a server of its own.
final class ViewerPage {
    let transport: Transport
    let browser: Browser
    private(set) var server: RunningServer
    private let resources: SharedBrowser.Resources
    private let home: String
    private let tab: String

    var url: String { Self.url(of: server, transport) }

    private static func url(of server: RunningServer, _ transport: Transport) -> String {
        transport == .http2 ? "https://localhost:\(server.port)" : "http://localhost:\(server.port)"
    }

    /// Opens the viewer, and waits until it has its stream and its articles.
    /// - Parameters:
    ///   - arguments: options of the server.
    ///   - prepare: what the tab is told before it loads the page: a language, a size.
    ///   - preload: a script that runs in the page before its own.
    init(
        _ transport: Transport, _ arguments: String..., path: String = "/", preload: String? = nil,
        prepare: (Browser) throws -> Void = { _ in }
    ) throws {
        self.transport = transport
        resources = try #require(SharedBrowser.current)
        browser = resources.browser
        server = try Self.start(transport, arguments, resources)
        home = try browser.currentTab()
        tab = try browser.newTab()
        try prepare(browser)
        if let preload { try browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": preload]) }
        try browser.open(Self.url(of: server, transport) + path)
        try waitUntilOpen()
        try browser.wait(for: "the articles", "document.querySelector('#article-list > li')")
        _ = try browser.takeConsole()
    }

    deinit {
        try? browser.select(tab)
        try? browser.closeTab()
        try? browser.select(home)
    }

    private static func start(
        _ transport: Transport, _ arguments: [String], _ resources: SharedBrowser.Resources, port: UInt16 = 0
    ) throws -> RunningServer {
        let tls = transport == .http2 ? ["--tls-cert", resources.certificate, "--tls-key", resources.key] : []
        return try RunningServer(arguments: tls + arguments, port: port)
    }

    /// Ends the server as `kill -9` does, and does not start another.
    func killServer() throws {
        server.process.kill(SIGKILL)
        _ = try server.process.waitForExit()
    }

    /// Has the server stop in order, as a service manager does.
    func stopServer() throws { #expect(try server.stop().status == 0) }

    /// Starts another server on the same port, where none is any more.
    func restartServer(_ arguments: String..., speaking transport: Transport? = nil) throws {
        server = try Self.start(transport ?? self.transport, arguments, resources, port: server.port)
    }

    /// Waits for the stream, and until our own page's appearance is listed among the viewers and the events, of which it is
    /// the last one: what comes later, comes because of the test.
    func waitUntilOpen() throws {
        try waitForState("open")
        try wait(
            for: "the page's own appearance",
            """
            (me => [...me.querySelectorAll('.steps i')].findIndex(i => i.className) === 1
                && [...document.querySelectorAll('#events [data-name=lifecycle] .summary')]
                    .some(row => row.innerText === `after viewDidAppear · ${me.dataset.viewer.slice(0, 8)}`))
            (document.querySelector('#viewers .me'))
            """)
    }

    func waitForState(_ state: String) throws {
        try wait(for: "the state \(state)", "document.getElementById('connection').dataset.state === values[0]", state)
    }

    // MARK: What is seen

    @discardableResult
    func wait(for what: String, _ expression: String, _ values: Any..., within seconds: Double = Deadline.patience) throws -> Any {
        try browser.wait(for: what, expression, with: values, within: seconds)
    }

    func waitForText(_ selector: String, _ text: String) throws {
        try wait(for: "“\(text)” in \(selector)", "document.querySelector(values[0]).innerText.includes(values[1])", selector, text)
    }

    /// The same for all of the text.
    func waitForText(_ selector: String, toBe text: String) throws {
        try wait(for: "“\(text)” as \(selector)", "document.querySelector(values[0]).innerText.trim() === values[1]", selector, text)
    }

    func waitForCount(_ count: Int, of selector: String) throws {
        try wait(for: "\(count) of \(selector)", "document.querySelectorAll(values[0]).length === values[1]", selector, count)
    }

    /// The value of an expression.
    func value<Value>(_ expression: String, _ values: Any..., as type: Value.Type = Value.self) throws -> Value {
        let value = try browser.run("const values = arguments; return \(expression)", with: values)
        return try #require(value as? Value, "\(expression): \(String(describing: value))")
    }

    func text(_ selector: String) throws -> String { try value("document.querySelector(values[0]).innerText.trim()", selector) }

    /// What a property of the style comes to.
    func style(_ selector: String, _ property: String) throws -> String {
        try value("getComputedStyle(document.querySelector(values[0])).getPropertyValue(values[1])", selector, property)
    }

    // MARK: What is done

    func click(_ selector: String) throws { try browser.click(selector) }

    func type(_ text: String, into selector: String) throws { try browser.type(text, into: selector) }

    /// Chooses an option, or writes over what a field holds.
    func set(_ selector: String, to value: String) throws {
        try browser.run(
            """
            const [selector, value] = arguments, field = document.querySelector(selector);
            field.value = value;
            for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, {bubbles: true}));
            """, selector, value)
    }

    /// Posts as somebody else would, past the viewer's own code. Returns the event's id.
    @discardableResult
    func post(_ name: String, _ body: String) throws -> String {
        let answer = try browser.run(
            "return fetch(`/notifications/${arguments[0]}`, {method: 'POST', body: arguments[1]}).then(async r => (await r.json()).id ?? r.status)",
            name, body)
        return try #require(answer as? String, "\(String(describing: answer))")
    }

    /// Who the server says is here.
    func viewers() throws -> [[String: Any]] {
        try #require(try browser.run("return fetch('/viewers', {cache: 'no-store'}).then(r => r.json())") as? [[String: Any]])
    }

    /// What a button of the viewer puts on the clipboard, told by a listener on the way there: reading the clipboard takes a
    /// page that has the focus.
    func copy(by button: String) throws -> String {
        try browser.run(
            """
            const clipboard = navigator.clipboard, write = Clipboard.prototype.writeText;
            delete window.copied;
            clipboard.writeText = text => write.call(clipboard, text).then(() => { window.copied = text });
            """)
        try click(button)
        return try #require(try wait(for: "a copy", "window.copied") as? String)
    }

    /// Runs a command as the viewer gives it, in a shell that trusts the server's certificate.
    func run(_ command: String, environment: [String: String] = [:]) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "exec \(command)"], environment: ["CURL_CA_BUNDLE": resources.certificate].merging(environment) { $1 })
    }
}
