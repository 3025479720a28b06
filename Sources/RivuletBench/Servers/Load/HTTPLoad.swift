/// Requests for one page over and over: with `wrk` over HTTP/1.1, with `h2load` over HTTP/2.
struct HTTPLoad: Sendable {
    var isHTTP2 = false
    var connections = 64
    /// Requests at a time on each connection; HTTP/2 only.
    var streams = 32
    var seconds = 5

    /// The page over HTTP/1.1 that the comparison asks for, and over HTTP/2.
    static func http1(seconds: Int) -> HTTPLoad { HTTPLoad(seconds: seconds) }
    static func http2(seconds: Int) -> HTTPLoad { HTTPLoad(isHTTP2: true, connections: 8, seconds: seconds) }

    var program: String { isHTTP2 ? "h2load" : "wrk" }

    func arguments(_ url: String) -> [String] {
        isHTTP2
            ? ["-t1", "-c\(connections)", "-m\(streams)", "-D", "\(seconds)", url]
            : ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency", url]
    }

    func run(against url: String, core: Int?) throws -> Sample {
        let output = try Command(program, arguments(url), core: core).output()
        guard let sample = isHTTP2 ? Self.readH2Load(output, seconds: seconds) : Self.readWrk(output) else {
            throw ClientError(saying: "\(program) did not say what came of it: \(output.prefix(200))")
        }
        return sample
    }

    /// What `wrk --latency` prints.
    static func readWrk(_ output: String) -> Sample? {
        guard let count = number(before: " requests in", output), let rate = number(after: "Requests/sec:", output) else { return nil }
        var sample = Sample()
        (sample[.count], sample[.rate]) = (count, rate)
        (sample[.median], sample[.tail]) = (duration("50%", output), duration("99%", output))
        let refused = number(after: "Non-2xx or 3xx responses:", output) ?? 0
        let broken = output.split(separator: "\n").first { $0.contains("Socket errors:") }.map { line in
            line.split(whereSeparator: { !$0.isNumber }).compactMap { Double($0) }.reduce(0, +)
        }
        sample[.faults] = refused + (broken ?? 0)
        return sample
    }

    /// What `h2load -D` prints. Its times of requests are those of a window of many, so they are left out.
    static func readH2Load(_ output: String, seconds: Int) -> Sample? {
        guard let count = number(before: " succeeded", output), let failed = number(before: " failed", output), seconds > 0 else {
            return nil
        }
        var sample = Sample()
        (sample[.count], sample[.rate], sample[.faults]) = (count, count / Double(seconds), failed)
        return sample
    }

    private static func number(before text: String, _ output: String) -> Double? {
        guard let end = output.ranges(of: text).first?.lowerBound else { return nil }
        return Double(String(output[..<end].reversed().prefix { $0.isNumber || $0 == "." }.reversed()))
    }

    private static func number(after text: String, _ output: String) -> Double? {
        guard let start = output.ranges(of: text).first?.upperBound else { return nil }
        return Double(output[start...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." })
    }

    /// A time like `1.35ms` behind a label, in milliseconds.
    private static func duration(_ label: String, _ output: String) -> Double? {
        let line = output.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix(label + " ") }
        guard let text = line?.split(separator: " ").last else { return nil }
        let unit = text.drop { $0.isNumber || $0 == "." }
        let milliseconds: [Substring: Double] = ["us": 0.001, "ms": 1, "s": 1_000, "m": 60_000]
        guard let value = Double(text.dropLast(unit.count)), let scale = milliseconds[unit] else { return nil }
        return value * scale
    }
}
