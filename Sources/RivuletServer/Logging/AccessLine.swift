import RivuletHTTP

/// How answers are logged, if they are.
enum AccessLogFormat: String, CaseIterable, Sendable {
    case off, text, json
}

/// A line for each answer. Neither a query, in which somebody may have put a secret, nor a field of the request is in it, but
/// for the number of the trace that the request belongs to.
struct AccessLines: Sendable {
    private let log: Log
    private let proxies: TrustedProxies

    /// - Returns: nil when nothing is to be logged.
    init?(
        _ format: AccessLogFormat, behind proxies: TrustedProxies,
        write: @escaping @Sendable (String) -> Void = Log.writeToStandardOutput
    ) {
        guard format != .off else { return nil }
        log = Log(level: .info, format: format == .json ? .json : .text, write: write)
        self.proxies = proxies
    }

    func add(_ entry: AccessLog.Entry) {
        let request = entry.request
        log.info(
            "\(request.method.rawValue) \(request.path)",
            [
                "status": String(entry.status.rawValue), "bytes": entry.length.map { String($0) } ?? "-",
                "ms": Self.milliseconds(entry.duration), "client": proxies.client(of: request).host,
                "protocol": request.head.version.protocolName, "route": request.route ?? "-",
                "trace": TraceContext.id(request.fields["traceparent"]) ?? "-",
            ])
    }

    /// As ``Log/flush(atMost:)``.
    func flush() { log.flush() }

    private static func milliseconds(_ duration: Duration) -> String {
        let microseconds = Int(duration / .microseconds(1))
        let fraction = String(microseconds % 1_000)
        return "\(microseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

/// The trace that a request is part of (W3C Trace Context §3.2).
enum TraceContext {
    /// - Returns: the trace's number; nil if the field is not as it must be.
    static func id(_ parent: String?) -> String? {
        guard let parent, let match = parent.wholeMatch(of: #/([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?/#),
            match.output.1 != "ff", match.output.1 != "00" || match.output.4 == nil,
            match.output.2.contains(where: { $0 != "0" }), match.output.3.contains(where: { $0 != "0" })
        else { return nil }
        return String(match.output.2)
    }
}
