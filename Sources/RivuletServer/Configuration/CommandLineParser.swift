/// What the program was asked to do.
enum Command: Sendable, Equatable {
    case serve(Configuration, warnings: [String])
    case healthCheck(Configuration)
    case help
    case version
}

/// What was wrong with how the program was called, in one line that names the option, the value and what is allowed.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
}

/// Arguments and environment in, a ``Command`` or a ``UsageError`` out; touches nothing else.
struct CommandLineParser: Sendable {
    let arguments: [String]
    let environment: [String: String]

    /// - Parameters:
    ///   - arguments: without the program's own name.
    ///   - environment: only `RIVULET_*` is looked at; an empty variable counts as absent.
    init(arguments: [String], environment: [String: String] = [:]) {
        self.arguments = arguments
        self.environment = environment
    }

    func parse() throws(UsageError) -> Command {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help }
        if arguments.contains("--version") { return .version }
        var configuration = Configuration()
        let warnings = try readEnvironment(into: &configuration)
        let command = try readArguments(into: &configuration) ?? "serve"
        try checkTogether(configuration)
        switch command {
        case "serve":
            return .serve(configuration, warnings: warnings)
        case "healthcheck":
            guard configuration.port != 0 else {
                throw UsageError(
                    description: "healthcheck needs the port that the server listens on: --port or RIVULET_PORT, from 1 to 65535")
            }
            return .healthCheck(configuration)
        case let other:
            throw UsageError(description: "\(quoted(other)) is no command of rivulet; allowed: serve, healthcheck (see --help)")
        }
    }

    /// Settings that say something only together.
    private func checkTogether(_ configuration: Configuration) throws(UsageError) {
        let access = configuration.access
        guard access.token == nil || access.tokenFile == nil else {
            throw UsageError(description: "--token and --token-file say the same thing: one is enough")
        }
        guard !access.isOpen || access.token == nil && access.tokenFile == nil else {
            throw UsageError(description: "--open lets everybody post, and a token does not: one has to go")
        }
        let tls = configuration.tls
        guard (tls.certificate == nil) == (tls.key == nil) else {
            throw UsageError(description: "--tls-cert and --tls-key belong together: one is missing")
        }
        guard tls.redirectPort == nil || tls.certificate != nil else {
            throw UsageError(description: "--redirect-port needs somewhere to redirect to: --tls-cert and --tls-key")
        }
    }

    /// Names that start with our prefix and that no option has are a warning, not an error: an orchestrator may set
    /// variables such as `RIVULET_SERVICE_HOST` by itself for a service of that name.
    private func readEnvironment(into configuration: inout Configuration) throws(UsageError) -> [String] {
        for option in Option.all {
            guard let value = environment[option.variable], !value.isEmpty else { continue }
            try apply(option, value, calledAs: option.variable, to: &configuration)
        }
        let known = Set(Option.all.map(\.variable))
        return environment.keys.filter { $0.hasPrefix(Option.variablePrefix) && !known.contains($0) }.sorted()
            .map { "\(printable($0)) in the environment is no setting and was ignored" }
    }

    /// - Returns: the command's name, if there is one.
    private func readArguments(into configuration: inout Configuration) throws(UsageError) -> String? {
        var command: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                if let command {
                    throw UsageError(description: "\(quoted(argument)) comes after the command \(quoted(command)); one command is allowed")
                }
                command = argument
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = Option.all.first(where: { $0.flag == parts[0] }) else { throw unknown(parts[0]) }
            guard let value = parts.count == 2 ? parts[1] : option.isToggle ? "yes" : rest.popFirst() else {
                throw UsageError(description: "\(option.flag) needs a value: \(option.allowed)")
            }
            try apply(option, value, calledAs: option.flag, to: &configuration)
        }
        return command
    }

    private func apply(
        _ option: Option, _ value: String, calledAs name: String, to configuration: inout Configuration
    ) throws(UsageError) {
        guard option.apply(value, &configuration) else {
            let said = option.isSecret ? "what it was set to" : quoted(value)
            throw UsageError(description: "\(name) can't be \(said); allowed: \(option.allowed)")
        }
    }

    private func unknown(_ flag: String) -> UsageError {
        let closest = Option.all.map { ($0.flag, editDistance($0.flag, flag)) }.min { $0.1 < $1.1 }
        let hint = closest.flatMap { $0.1 <= 2 ? "did you mean \($0.0)?" : nil } ?? "see --help"
        return UsageError(description: "\(quoted(flag)) is no option of rivulet; \(hint)")
    }
}

/// The value between quotation marks, on one line and not endless, whatever is in it.
private func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

private func printable(_ text: String) -> String {
    let limit = 80
    let cut = text.unicodeScalars.count > limit
    return LogLine.escaped(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))) + (cut ? "…" : "")
}

/// Insertions, deletions and replacements between two short texts (Levenshtein).
private func editDistance(_ first: String, _ second: String) -> Int {
    var row = Array(0...second.utf8.count)
    for (i, a) in first.utf8.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, b) in second.utf8.enumerated() {
            let replaced = diagonal + (a == b ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
        }
    }
    return row[second.utf8.count]
}
