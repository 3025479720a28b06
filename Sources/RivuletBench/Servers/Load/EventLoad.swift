import Glibc

/// Streams of events: published to many, held idle, or opened and broken off.
///
/// The generator is a program that somebody names. It is called with `fanout`, `idle` or `churn` and the options below, and
/// prints a line for each number: its name, blanks, the number.
struct EventLoad: Sendable {
    enum Mode: String, CaseIterable, Sendable { case fanout, idle, churn }

    var mode = Mode.fanout
    var isHTTP2 = false
    var streams = 1_000
    var events = 400
    /// Events a second; 0 for full speed.
    var rate = 0
    /// At most so many events are published and not delivered everywhere; 0 for any number.
    var window = 32
    /// Of these streams nothing is read.
    var stalled = 0
    /// Bytes that make events longer.
    var padding = 0
    /// How long streams are held, or connections come.
    var seconds = 4
    /// Connections a second.
    var connects = 1_000
    /// What is posted: %SEQ%, %TS% and %PAD% are filled in.
    var body = Self.jsonBody

    static let plainBody = "s=%SEQ% t=%TS%%PAD%"
    static let jsonBody = "\"s=%SEQ% t=%TS%%PAD%\""

    func arguments(url: String, publishURL: String?, process: pid_t?) -> [String] {
        var arguments = [mode.rawValue, "--url", url]
        if mode != .churn { arguments += ["-n", "\(streams)"] }
        if isHTTP2 { arguments.append("--h2") }
        if let process { arguments += ["--pid", "\(process)"] }
        switch mode {
        case .fanout:
            arguments += ["--pub-url", publishURL ?? url, "-m", "\(events)", "--window", "\(window)", "--body", body]
            if rate > 0 { arguments += ["--rate", "\(rate)"] }
            if stalled > 0 { arguments += ["--stall", "\(stalled)"] }
            if padding > 0 { arguments += ["--pad", "\(padding)"] }
        case .idle: arguments += ["--hold", "\(seconds)"]
        case .churn: arguments += ["--cps", "\(connects)", "--secs", "\(seconds)", "--rst", "0.5"]
        }
        return arguments
    }

    func run(_ generator: String, url: String, publishURL: String?, process: pid_t?, core: Int?) throws -> Sample {
        let processes = process.map(ProcessCost.tree)
        var arguments = arguments(url: url, publishURL: publishURL, process: process)
        if let processes, let place = arguments.firstIndex(of: "--pid") {
            arguments[place + 1] = processes.map(String.init).joined(separator: ",")
        }
        let output = try Command(generator, arguments, core: core, mayFail: true).output()
        guard let sample = read(output) else {
            throw ClientError(saying: "\(generator) did not say what came of it: \(output.prefix(200))")
        }
        return sample
    }

    /// What the generator prints.
    func read(_ output: String) -> Sample? {
        var values: [Substring: Double] = [:]
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 2 { values[words[0]] = Double(words[1]) }
        }
        var sample = Sample()
        switch mode {
        case .fanout:
            guard let delivered = values["delivered"], let lost = values["lost"], let twice = values["duplicated"] else { return nil }
            (sample[.count], sample[.rate], sample[.faults]) = (delivered, values["deliveries_per_s"], lost + twice)
            (sample[.median], sample[.tail]) = (values["lat_ms_p50"], values["lat_ms_p99"])
            sample[.cpu] = values["server_cpu_us_per_delivery"]
        case .idle:
            guard let open = values["streams_open"], let failed = values["open_failed"] else { return nil }
            (sample[.count], sample[.faults]) = (open, failed + (values["closed_early"] ?? 0))
            sample[.streamMemory] = values["rss_bytes_per_stream"]
        case .churn:
            guard let count = values["heads_received"], let failed = values["failed"] else { return nil }
            (sample[.count], sample[.rate], sample[.faults]) = (count, values["connects_per_s"], failed + (values["no_head_in_time"] ?? 0))
            (sample[.median], sample[.tail]) = (values["head_ms_p50"], values["head_ms_p99"])
            sample[.cpu] = values["server_cpu_s"].flatMap { count > 0 ? $0 * 1e6 / count : nil }
        }
        return sample
    }
}
