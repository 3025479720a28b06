import Dispatch
import Testing

@testable import RivuletServer

@Suite("The command line")
struct CommandLineParserTests {
    @Test("without arguments, the server is served with its defaults")
    func defaults() throws {
        #expect(try parse() == .serve(Configuration(), warnings: []))
        #expect(try parse("serve") == .serve(Configuration(), warnings: []))
        let configuration = try configuration()
        #expect(configuration.host.address == "127.0.0.1")
        #expect(configuration.port == 8080)
        #expect(configuration.limits.requestLine == 8_192)
        #expect(configuration.limits.headerSize == 16_384)
        #expect(configuration.limits.headerFields == 100)
        #expect(configuration.limits.body == 1_048_576)
        #expect(configuration.limits.headerTimeout == .seconds(10))
        #expect(configuration.limits.keepAliveTimeout == .seconds(60))
        #expect(configuration.limits.writeTimeout == .seconds(30))
        #expect(configuration.limits.responseTimeout == .seconds(30))
        #expect(configuration.limits.requestsPerConnection == 128)
        #expect(configuration.events.logEvents == 10_000)
        #expect(configuration.events.logBytes == 67_108_864)
        #expect(configuration.events.heartbeat == .seconds(15))
        #expect(configuration.grace == .seconds(10))
    }

    @Test("a flag takes its value from the next argument or after =")
    func flagForms() throws {
        #expect(try configuration("--port", "9000").port == 9000)
        #expect(try configuration("--port=9000").port == 9000)
        #expect(try configuration("serve", "--port=9000", "--articles=a=b.json").articles == "a=b.json")
        #expect(try configuration("--port=9000", "serve").port == 9000)
        #expect(try configuration("--port=1", "--port=2").port == 2, "the last one counts")
    }

    @Test("a flag wins over its variable, and an empty variable is none")
    func precedence() throws {
        #expect(try configuration(environment: ["RIVULET_PORT": "9000"]).port == 9000)
        #expect(try configuration("--port=9001", environment: ["RIVULET_PORT": "9000"]).port == 9001)
        #expect(try configuration(environment: ["RIVULET_PORT": ""]).port == 8080)
        #expect(try configuration(environment: ["RIVULET_MAX_HEADER_SIZE": "32KiB"]).limits.headerSize == 32_768)
        #expect(try configuration(environment: ["PORT": "9000", "rivulet_port": "9000"]).port == 8080)
    }

    @Test("a bad variable is an error even where a flag would win")
    func badVariable() {
        #expect(error("--port=9001", environment: ["RIVULET_PORT": "x"])?.contains("RIVULET_PORT can't be \"x\"") == true)
    }

    @Test("a variable of ours that nobody knows is a warning")
    func unknownVariable() throws {
        let command = try parse(environment: ["RIVULET_SERVICE_HOST": "10.0.0.1", "HOME": "/root"])
        guard case .serve(_, let warnings) = command else {
            Issue.record("not a serve command: \(command)")
            return
        }
        #expect(warnings == ["RIVULET_SERVICE_HOST in the environment is no setting and was ignored"])
    }

    @Test("help and version win over everything else")
    func helpAndVersion() throws {
        #expect(try parse("--help") == .help)
        #expect(try parse("-h") == .help)
        #expect(try parse("serve", "--nonsense", "--help") == .help)
        #expect(try parse("--version") == .version)
    }

    @Test("healthcheck takes host and port, and needs a port")
    func healthCheck() throws {
        var expected = Configuration()
        expected.port = 9000
        #expect(try parse("healthcheck", "--port=9000") == .healthCheck(expected))
        #expect(error("healthcheck", "--port=0")?.contains("healthcheck needs the port") == true)
    }

    @Test(
        "an address is IPv4, IPv6 with or without brackets, or localhost",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("::1", "::1"), ("[::1]", "::1"), ("::", "::"), ("[::]", "::"),
            ("localhost", "127.0.0.1"), ("fe80::1", "fe80::1"),
        ])
    func hosts(text: String, address: String) throws {
        #expect(try configuration("--host", text).host.address == address)
    }

    @Test(
        "sizes and times have units",
        arguments: [("512", 512), ("1KiB", 1_024), ("64KiB", 65_536), ("1MiB", 1_048_576), ("1GiB", 1_073_741_824), ("0", 0)])
    func sizes(text: String, bytes: Int) throws {
        #expect(try configuration("--max-body", text).limits.body == bytes)
    }

    @Test("times have units", arguments: [("500ms", 500), ("10", 10_000), ("10s", 10_000), ("2m", 120_000), ("1h", 3_600_000)])
    func times(text: String, milliseconds: Int) throws {
        #expect(try configuration("--write-timeout", text).limits.writeTimeout == .milliseconds(milliseconds))
    }

    @Test("choices are written as they stand in the help")
    func choices() throws {
        let log = try configuration("--log-level=debug", "--log-format", "json").log
        #expect(log == .init(level: .debug, format: .json))
    }

    @Test(
        "a bad value is refused in one line with the option, the value and what is allowed",
        arguments: [
            ("--port", "65536"), ("--port", "-1"), ("--port", "+1"), ("--port", "abc"), ("--port", ""), ("--port", "99999999999999999999"),
            ("--port", "80 "), ("--port", "٣"),
            ("--host", ""), ("--host", "example.org"), ("--host", "[127.0.0.1]"), ("--host", "1.2.3"), ("--host", "[::1"),
            ("--host", "::1%lo"),
            ("--loops", "0"), ("--loops", "257"), ("--articles", ""), ("--public", ""),
            ("--max-body", "-1"), ("--max-body", "1KB"), ("--max-body", "1 MiB"), ("--max-body", "KiB"), ("--max-body", "9999999999GiB"),
            ("--max-header-size", "1"), ("--header-timeout", "0"), ("--header-timeout", "10d"), ("--grace", "9223372036854775807h"),
            ("--cors-origin", "*"), ("--cors-origin", "http://a/"), ("--cors-origin", "http://a,"), ("--cors-origin", "null"),
            ("--log-level", "loud"), ("--log-format", "JSON"),
        ])
    func badValues(flag: String, value: String) throws {
        let message = try #require(error(flag, value))
        let option = try #require(Option.all.first { $0.flag == flag })
        #expect(message == "\(flag) can't be \"\(value)\"; allowed: \(option.allowed)")
        #expect(error("\(flag)=\(value)") == message)
        #expect(error(environment: [option.variable: value]) == (value.isEmpty ? nil : message.replacing(flag, with: option.variable)))
    }

    @Test("a certificate and its key belong together, and a redirect needs them")
    func together() throws {
        #expect(error("--tls-cert=a")?.contains("belong together") == true)
        #expect(error("--tls-key=a")?.contains("belong together") == true)
        #expect(error("--redirect-port=80")?.contains("needs somewhere to redirect to") == true)
        let tls = try configuration("--tls-cert=a", "--tls-key=b", "--redirect-port=80").tls
        #expect(tls == .init(certificate: "a", key: "b", redirectPort: 80))
    }

    @Test("--open stands for itself, and contradicts a token; a token that is none is not repeated")
    func access() throws {
        #expect(try configuration("--open").access.isOpen)
        #expect(try configuration("--open", "--port", "1").port == 1)
        #expect(try !configuration("--open=no").access.isOpen)
        #expect(try configuration(environment: ["RIVULET_OPEN": "yes"]).access.isOpen)
        #expect(error("--open", "--token=a")?.contains("one has to go") == true)
        #expect(error("--token=a", "--token-file=b")?.contains("one is enough") == true)
        #expect(error("--token=my secret") == "--token can't be what it was set to; allowed: letters, digits and -._~+/=")
        #expect(try configuration("--host=unix:/run/a.sock").host.path == "/run/a.sock")
        #expect(error("--host=unix:") != nil)
    }

    @Test("what was typed can't break the line or fill the screen")
    func hostileValues() throws {
        let newline = try #require(error("--port", "1\n2\u{1B}[2J\""))
        #expect(newline.contains(#""1\n2\u001b[2J\"""#))
        #expect(newline.utf8.allSatisfy { $0 >= 0x20 })
        #expect(try #require(error("--port", String(repeating: "9", count: 100_000))).count < 250)
    }

    @Test("a value that is missing says what it should be")
    func missingValue() {
        #expect(error("--port") == "--port needs a value: a port from 0 to 65535, where 0 lets the system choose")
    }

    @Test("unknown words are refused, with a guess where one is close")
    func unknownWords() {
        #expect(error("--prot", "1") == "\"--prot\" is no option of rivulet; did you mean --port?")
        #expect(error("--frobnicate") == "\"--frobnicate\" is no option of rivulet; see --help")
        #expect(error("-p", "1")?.hasPrefix("\"-p\" is no option of rivulet") == true)
        #expect(error("start") == "\"start\" is no command of rivulet; allowed: serve, healthcheck (see --help)")
        #expect(error("serve", "now") == "\"now\" comes after the command \"serve\"; one command is allowed")
    }

    private func parse(_ arguments: String..., environment: [String: String] = [:]) throws(UsageError) -> Command {
        try CommandLineParser(arguments: arguments, environment: environment).parse()
    }

    private func configuration(_ arguments: String..., environment: [String: String] = [:]) throws -> Configuration {
        let command = try CommandLineParser(arguments: arguments, environment: environment).parse()
        guard case .serve(let configuration, _) = command else { throw UsageError(description: "not a serve command") }
        return configuration
    }

    private func error(_ arguments: String..., environment: [String: String] = [:]) -> String? {
        do {
            _ = try CommandLineParser(arguments: arguments, environment: environment).parse()
            return nil
        } catch {
            return error.description
        }
    }
}

@Suite("The table of options")
struct OptionTests {
    @Test("no name is used twice")
    func uniqueNames() {
        #expect(Set(Option.all.map(\.name)).count == Option.all.count)
    }

    private static let optional: Set<String> = [
        "loops", "public", "articles", "cors-origin", "journal", "tls-cert", "tls-key", "redirect-port", "token", "token-file",
        "allowed-host", "trusted-proxy",
    ]

    @Test("each default can be typed and changes nothing", arguments: Option.all.map(\.name))
    func defaultsAreValues(name: String) throws {
        let option = try #require(Option.all.first { $0.name == name })
        // Where nothing is the default, the help says in words what happens then.
        guard !Self.optional.contains(name) else { return }
        var configuration = Configuration()
        #expect(option.apply(option.defaultValue, &configuration))
        #expect(normalized(configuration) == normalized(Configuration()))
    }

    @Test("each option changes something")
    func optionsAreConnected() {
        let candidates = ["1", "20", "9000", "::1", "/x", "2KiB", "100KiB", "7s", "debug", "json", "always", "all", "http://x"]
        for option in Option.all {
            let changed = candidates.contains { text in
                var configuration = Configuration()
                return option.apply(text, &configuration) && configuration != Configuration()
            }
            #expect(changed, "\(option.flag) has no effect")
        }
    }

    @Test("the help names every option, its value and its default, within 125 columns")
    func help() {
        let lines = Usage.text.split(separator: "\n")
        for option in Option.all {
            let line = lines.first { $0.contains("  \(option.flag) \(option.placeholder)") }
            #expect(line?.hasSuffix("\(option.summary) [\(option.defaultValue)]") == true, "\(option.flag)")
        }
        #expect(lines.allSatisfy { $0.count <= 125 })
    }

    /// Times compare by their length: `.seconds(10)` and `.milliseconds(10_000)` are different cases.
    private func normalized(_ configuration: Configuration) -> String {
        var text = ""
        for option in Option.all { text += option.name + "=" + option.current(configuration) + "\n" }
        return text
    }
}
