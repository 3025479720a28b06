/// One setting: its names outside, its place in ``Configuration``, and what is said about it.
///
/// The table ``all`` is the only list of settings there is: the parser, `--help` and the README's table come from it.
struct Option: Sendable {
    /// The flag without its dashes: `max-body`.
    let name: String
    let group: Group
    let summary: String
    let placeholder: String
    let allowed: String
    /// Whether it stands for itself: `--open`.
    let isToggle: Bool
    /// Whether its value is nobody's business.
    let isSecret: Bool
    /// Puts a value into a configuration; `false` if the text is not a value.
    let apply: @Sendable (String, inout Configuration) -> Bool
    /// The value in a configuration, as a person would write it.
    let current: @Sendable (Configuration) -> String

    enum Group: String, CaseIterable, Sendable {
        case serving = "Serving"
        case security = "Security"
        case limits = "Limits"
        case events = "Events"
        case log = "Log"
    }

    var flag: String { "--\(name)" }

    /// `max-body` is `RIVULET_MAX_BODY` in the environment.
    var variable: String { Option.variablePrefix + name.uppercased().replacing("-", with: "_") }

    /// The value that holds when nothing is set.
    var defaultValue: String { current(Configuration()) }

    static let variablePrefix = "RIVULET_"

    init<Value>(
        _ name: String, _ group: Group, _ path: any WritableKeyPath<Configuration, Value> & Sendable, _ kind: ValueKind<Value>,
        _ summary: String
    ) {
        self.name = name
        self.group = group
        self.summary = summary
        placeholder = kind.placeholder
        allowed = kind.allowed
        isToggle = Value.self == Bool.self
        isSecret = name == "token"
        current = { kind.describe($0[keyPath: path]) }
        apply = { text, configuration in
            guard let value = kind.parse(text) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    static let all: [Option] = [
        Option("host", .serving, \.host, .host, "Address to listen on; 0.0.0.0 or :: for every network; or unix:PATH"),
        Option("port", .serving, \.port, .port, "Port to listen on; 0 lets the system choose, the log says which"),
        Option("loops", .serving, \.loops, .optionalCount(1...256, absent: "one a processor"), "Event loops, a thread each"),
        Option(
            "public", .serving, \.publicFolder, .path(absent: "Public"),
            "Folder with the viewer; Public is looked for here, then beside the program"),
        Option(
            "articles", .serving, \.articles, .path(absent: "samples"),
            "A saved answer of Qiita's GET /api/v2/items; read again by a refresh"),
        Option(
            "compress", .serving, \.compression, .choice("WHAT"),
            "What is sent as gzip if accepted: nothing, content, or all (streams too)"),
        Option("grace", .serving, \.grace, .duration(0...3_600_000), "Time that requests in flight have once the server is told to stop"),

        Option("token", .security, \.access.token, .token, "What posting and refreshing takes: Authorization: Bearer TOKEN"),
        Option(
            "token-file", .security, \.access.tokenFile, .path(absent: "none"),
            "File with the token, which others can't see in the list of processes"),
        Option("open", .security, \.access.isOpen, .toggle, "Everybody may post and refresh, from other machines too"),
        Option("cors-origin", .security, \.corsOrigins, .origins, "Other origins whose pages may read and post, separated by commas"),
        Option(
            "allowed-host", .security, \.access.allowedHosts, .hostNames,
            "The server's names, if it has any with a dot; others are refused, 421"),
        Option(
            "trusted-proxy", .security, \.access.trustedProxies, .addressRanges,
            "Proxies whose X-Forwarded-For is believed: addresses or ranges"),
        Option(
            "tls-cert", .security, \.tls.certificate, .path(absent: "none"), "Certificate with its chain (PEM), for HTTP under TLS only"),
        Option("tls-key", .security, \.tls.key, .path(absent: "none"), "Its private key (PEM); SIGHUP reads both again, and the token"),
        Option(
            "redirect-port", .security, \.tls.redirectPort, .optionalPort(absent: "none"),
            "Port where requests in the clear are sent to https://"),

        Option(
            "max-connections", .limits, \.limits.connections, .count(0...1_000_000), "Connections at a time; 0: all that the system allows"),
        Option(
            "max-connections-per-address", .limits, \.limits.connectionsPerAddress, .count(0...1_000_000),
            "Connections of one client address; 0: any number"),
        Option("max-streams", .limits, \.limits.eventStreams, .count(0...1_000_000), "Event streams at a time; 0: any number"),
        Option(
            "max-streams-per-address", .limits, \.limits.eventStreamsPerAddress, .count(0...1_000_000),
            "Event streams of one client address; 0: any number"),
        Option(
            "max-posts-per-address", .limits, \.limits.postsPerMinute, .count(0...1_000_000),
            "Posts and refreshes of one client address a minute; 0: any number"),
        Option(
            "max-requests-per-connection", .limits, \.limits.requestsPerConnection, .count(1...10_000),
            "Requests at a time on one HTTP/2 connection"),
        Option("max-request-line", .limits, \.limits.requestLine, .bytes(256...65_536), "Longest request line, else 414"),
        Option("max-header-size", .limits, \.limits.headerSize, .bytes(1_024...61_440), "Largest header block, else 431"),
        Option("max-header-fields", .limits, \.limits.headerFields, .count(8...1_000), "Most fields in a header block, else 431"),
        Option("max-body", .limits, \.limits.body, .bytes(0...1 << 30), "Largest request body, else 413"),
        Option(
            "abuse-burst", .limits, \.limits.abuseBurst, .count(1...1_000_000),
            "HTTP/2 resets, pings, settings, priorities or empty frames at once"),
        Option("abuse-rate", .limits, \.limits.abuseRate, .count(1...100_000), "… and each second after that, else GOAWAY"),
        Option(
            "header-timeout", .limits, \.limits.headerTimeout, .duration(100...600_000),
            "For a whole header, or a frame of HTTP/2, else 408 or GOAWAY"),
        Option("body-timeout", .limits, \.limits.bodyTimeout, .duration(100...600_000), "For a body that nothing comes of, else 408"),
        Option("keep-alive-timeout", .limits, \.limits.keepAliveTimeout, .duration(100...3_600_000), "Before an idle connection is closed"),
        Option(
            "write-timeout", .limits, \.limits.writeTimeout, .duration(100...3_600_000),
            "Without progress before a client that doesn't read is cut off"),
        Option("response-timeout", .limits, \.limits.responseTimeout, .duration(100...3_600_000), "For a handler to answer, else 504"),

        Option("event-log-events", .events, \.events.logEvents, .count(16...10_000_000), "Events kept for clients that read slowly"),
        Option("event-log-bytes", .events, \.events.logBytes, .bytes(65_536...1 << 34), "Bytes kept for clients that read slowly"),
        Option(
            "journal", .events, \.events.journal, .path(absent: "in memory"),
            "File that keeps events over restarts; clients go on where they were"),
        Option(
            "fsync", .events, \.events.fsync, .choice("WHEN"),
            "Force the file to the disk before each answer (always), each second, or never"),
        Option("journal-events", .events, \.events.journalEvents, .count(1...10_000_000), "Events kept for replay, on each channel"),
        Option("journal-bytes", .events, \.events.journalBytes, .bytes(1_024...1 << 34), "Bytes kept for replay, on each channel"),
        Option(
            "heartbeat", .events, \.events.heartbeat, .duration(1_000...600_000), "Silence on a stream before a heartbeat, to the second"),
        Option("retry", .events, \.events.retry, .duration(0...600_000), "What an EventSource waits before it comes back"),

        Option("log-level", .log, \.log.level, .choice("LEVEL"), "Least important lines that are written: error, warning, info or debug"),
        Option("log-format", .log, \.log.format, .choice("FORMAT"), "Lines for people (text) or for machines (json)"),
        Option("access-log", .log, \.log.access, .choice("FORMAT"), "A line for each answer on standard output: off, text or json"),
    ]
}
