import RivuletEvents
import RivuletHTTP

/// The channels of `/events`, as names outside and as bits of a stream's mask inside.
enum EventChannels {
    /// In the order in which `hello` lists them.
    static let all: [Channel] = [.notifications, .lifecycle, .activity, .articles, .ticks]

    /// What a stream gets that asks for nothing in particular: all but the ticks, which are noise to most.
    static let standard = all.filter { $0 != .ticks }

    /// What goes through the journal.
    static let journaled = standard

    /// The bit of a channel in the mask of a stream.
    static func bit(_ channel: Channel) -> UInt64 {
        all.firstIndex(of: channel).map { 1 << UInt64($0) } ?? 0
    }

    static func mask(_ channels: [Channel]) -> UInt64 {
        channels.reduce(0) { $0 | bit($1) }
    }

    /// Reads a list such as `notifications,ticks`.
    ///
    /// - Returns: the channels, each once, in the order of ``all``; the standard ones for no list or an empty one.
    static func parse(_ list: String?) throws(Problem) -> [Channel] {
        let names = (list ?? "").utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
        guard !names.isEmpty else { return standard }
        if let unknown = names.first(where: { name in !all.contains { name.elementsEqual($0.rawValue.utf8) } }) {
            let allowed = all.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, detail: "There is no channel “\(Substring(unknown).prefix(64))”; there are \(allowed).")
        }
        return all.filter { channel in names.contains { $0.elementsEqual(channel.rawValue.utf8) } }
    }
}
