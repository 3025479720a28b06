import Glibc
import RivuletHTTP

/// The secret that whoever posts or refreshes has to know.
struct BearerToken: Sendable {
    private let bytes: [UInt8]

    /// - Returns: nil for what can't stand in an `Authorization` field (RFC 6750 §2.1).
    init?(_ text: String) {
        guard Self.isToken(text) else { return nil }
        bytes = Array(text.utf8)
    }

    static func isToken(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9\-._~+\/]{1,512}=*/#) != nil
    }

    /// Whether this is what a client has sent. Takes as long for a wrong one as for the right one: how much of it was right
    /// does not show.
    func matches(_ candidate: some Collection<UInt8>) -> Bool {
        var difference: UInt8 = candidate.count == bytes.count ? 0 : 1
        for (index, byte) in candidate.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}

extension BearerToken {
    /// The first line of a file. Blocks while it reads.
    init(contentsOf path: String) throws(StartFailure) {
        guard let file = fopen(path, "re") else {
            throw StartFailure(.missingInput, "no token: \(path) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 1_024)
        let isRead = fgets(&line, Int32(line.count), file) != nil
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard isRead, let token = BearerToken(text.filter { !$0.isWhitespace }) else {
            throw StartFailure(.brokenInput, "no token: the first line of \(path) is none; letters, digits and -._~+/= make one")
        }
        self = token
    }
}
