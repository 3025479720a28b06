/// A path below the served folder, its segments decoded once, none of which can lead out of it.
struct FilePath: Hashable, Sendable {
    /// At least one; none empty, hidden, or with a separator inside.
    let segments: [String]

    /// - Parameter path: the path of a request's target, percent-encoded.
    /// - Returns: nil when it names nothing that may be served.
    init?(_ path: String) {
        var segments: [String] = []
        for encoded in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let segment = PercentEncoding.decode(encoded) else { return nil }
            segments.append(segment)
        }
        // A folder is served by its index.
        if segments.last == "" { segments[segments.count - 1] = "index.html" }
        // A backslash is no separator here, but it is one for whoever copies the address.
        let isAllowed = segments.allSatisfy { segment in
            !segment.isEmpty && !segment.hasPrefix(".") && segment.utf8.count <= 255
                && !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }
        }
        guard isAllowed, !segments.isEmpty else { return nil }
        self.segments = segments
    }

    var name: String { segments[segments.count - 1] }
}
