import Foundation
import Testing

/// Headless Chromium through chromedriver: the WebDriver protocol (W3C) is JSON over HTTP. Nothing outside this machine is
/// asked for anything.
final class Browser: Sendable {
    private let driver: ChildProcess
    private let port: UInt16
    private let session: String

    struct Failure: Error {
        let command: String
        let answer: String
    }

    struct NotInstalled: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path) is missing; apt-get install chromium chromium-driver" }
    }

    init(width: Int = 1_360, height: Int = 900, acceptsInsecureCertificates: Bool = false) throws {
        for path in ["/usr/bin/chromium", "/usr/bin/chromedriver"] where !FileManager.default.isExecutableFile(atPath: path) {
            throw NotInstalled(path: path)
        }
        driver = try ChildProcess("/usr/bin/chromedriver", ["--port=0"])
        let driver = driver
        let port = try eventually("chromedriver's port") {
            driver.standardOutput.firstMatch(of: #/started successfully on port (\d+)/#).flatMap { UInt16($0.output.1) }
        }
        self.port = port
        let options: [String: Any] = [
            "binary": "/usr/bin/chromium",
            "args": [
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--window-size=\(width),\(height)",
            ],
        ]
        let wanted: [String: Any] = [
            "browserName": "chrome", "goog:chromeOptions": options, "acceptInsecureCerts": acceptsInsecureCertificates,
            "goog:loggingPrefs": ["browser": "ALL"], "timeouts": ["script": 3 * Deadline.patience * 1_000],
        ]
        let capabilities: [String: Any] = ["capabilities": ["alwaysMatch": wanted]]
        let answer = try Self.command("POST", "/session", capabilities, port: port)
        session = try #require((answer as? [String: Any])?["sessionId"] as? String)
    }

    deinit { quit() }

    func quit() { _ = try? command("DELETE", "") }

    func open(_ url: String) throws { try command("POST", "/url", ["url": url]) }

    /// Runs the body of a function; a promise that it returns is waited for.
    @discardableResult
    func run(_ script: String, _ arguments: Any...) throws -> Any? { try run(script, with: arguments) }

    @discardableResult
    func run(_ script: String, with arguments: [Any]) throws -> Any? {
        try command("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    func text(_ selector: String) throws -> String {
        try run("return document.querySelector(arguments[0])?.textContent ?? ''", selector) as? String ?? ""
    }

    /// A click of the mouse at the element, as a person's.
    func click(_ selector: String) throws {
        try command("POST", "/element/\(try element(selector))/click", [:])
    }

    /// The same at a place of the window, in CSS pixels.
    func click(x: Int, y: Int) throws {
        for type in ["mousePressed", "mouseReleased"] {
            try devTools("Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
        }
    }

    func type(_ text: String, into selector: String) throws {
        try command("POST", "/element/\(try element(selector))/value", ["text": text])
    }

    /// A new tab in front of the others. Returns its handle.
    func newTab() throws -> String {
        let answer = try command("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        let handle = try #require(answer?["handle"] as? String)
        try select(handle)
        return handle
    }

    func currentTab() throws -> String { try #require(try command("GET", "/window") as? String) }

    func select(_ handle: String) throws { try command("POST", "/window", ["handle": handle]) }

    func closeTab() throws { try command("DELETE", "/window") }

    /// Keys one after the other, wherever the focus is: characters, or those of ``Key``.
    func press(_ keys: String...) throws {
        let strokes = keys.flatMap { [["type": "keyDown", "value": $0], ["type": "keyUp", "value": $0]] }
        try command("POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": strokes]]])
    }

    /// Keys without a character, as WebDriver numbers them (§17.4.2).
    enum Key {
        static let tab = "\u{E004}", enter = "\u{E007}", escape = "\u{E00C}"
    }

    /// A command of the Chrome DevTools Protocol to the tab in front.
    @discardableResult
    func devTools(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try command("POST", "/goog/cdp/execute", ["cmd": method, "params": parameters]) as? [String: Any] ?? [:]
    }

    /// What the page's console has said since the last time, warnings and errors only.
    func takeConsole() throws -> [String] {
        let entries = try command("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.filter { ["WARNING", "SEVERE"].contains($0["level"] as? String) }.compactMap { $0["message"] as? String }
    }

    /// Waits in the page until an expression, or what it promises, holds, and returns its value. In it, `values` are the arguments.
    @discardableResult
    func wait(for what: String, _ expression: String, with values: [Any] = [], within seconds: Double = Deadline.patience) throws -> Any {
        let script = """
            const [limit, values] = arguments;
            const end = performance.now() + limit;
            const look = async () => { try { return await \(expression) } catch { return undefined } };
            return new Promise(resolve => (async function turn() {
                const value = await look();
                if (value || performance.now() > end) resolve(value || null);
                else setTimeout(turn, 10);
            })());
            """
        let value = try run(script, with: [seconds * 1_000, values])
        guard let value, !(value is NSNull) else { throw TimedOut(what: "\(what): \(expression)", seconds: seconds) }
        return value
    }

    /// A PNG of what is seen.
    func screenshot() throws -> Data {
        let text = try #require(try command("GET", "/screenshot") as? String)
        return try #require(Data(base64Encoded: text))
    }

    private func element(_ selector: String) throws -> String {
        let answer = try command("POST", "/element", ["using": "css selector", "value": selector]) as? [String: String]
        return try #require(answer?.values.first)
    }

    @discardableResult
    private func command(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any? {
        try Self.command(method, "/session/\(session)\(path)", body, port: port)
    }

    private static func command(_ method: String, _ path: String, _ body: [String: Any]?, port: UInt16) throws -> Any? {
        let text = try body.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        let response = try HTTP1Client.request(
            method, path, port: port, fields: ["Content-Type": "application/json"], body: text, within: 3 * Deadline.patience)
        guard response.status == 200 else { throw Failure(command: "\(method) \(path)", answer: response.text) }
        let answer = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
        return answer?["value"]
    }
}
