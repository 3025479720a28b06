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
    /// No line with a token comes near it: what is larger is another file, or one without an end.
    private static let fileLimit = 64 * 1024

    /// The first line of a file, without the spaces around it. Blocks while it reads.
    init(contentsOf path: String) throws(StartFailure) {
        let text = String(decoding: try Self.read(path).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let token = BearerToken(String(text.trimmed)) else {
            throw StartFailure(.brokenInput, "no token: the first line of \(path) is none; letters, digits and -._~+/= make one")
        }
        self = token
    }

    private static func read(_ path: String) throws(StartFailure) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(path, limit: fileLimit)
        } catch {
            let reason =
                switch error {
                case .unreadable(let code): String(cString: strerror(code))
                case .notRegular: "it is no regular file"
                }
            throw StartFailure(.missingInput, "no token: \(path) can't be read: \(reason)")
        }
    }
}

extension StringProtocol {
    /// Without the spaces, tabs and carriage returns at both ends; what is blank between them stays.
    var trimmed: SubSequence {
        var rest = self[...]
        while rest.first?.isBlank == true { rest.removeFirst() }
        while rest.last?.isBlank == true { rest.removeLast() }
        return rest
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
