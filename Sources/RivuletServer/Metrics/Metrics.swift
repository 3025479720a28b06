import Rivulet
import RivuletEvents
import RivuletHTTP

/// What `/metrics` shows, gathered anew each time.
struct Metrics: Sendable {
    let live: LiveEvents
    let server: ServerReference

    func text() -> String {
        var text = MetricsText()
        let statistics = server.value?.statistics
        text.add("rivulet_sse_subscribers", .gauge, "Event streams that are open.", statistics?.eventStreams ?? 0)
        text.add("rivulet_subscriptions", .gauge, "Live subscriptions of the reactive core.", Subscriptions.live)
        text.add(
            "rivulet_connections", .gauge, "Connections that are open.", by: "protocol",
            [("http/1.1", statistics?.http1Connections ?? 0), ("h2", statistics?.http2Connections ?? 0)])
        text.add("rivulet_streams", .gauge, "Requests in progress on HTTP/2 connections.", statistics?.http2Streams ?? 0)
        text.add("rivulet_viewers", .gauge, "Viewers with a page.", live.viewers.count)
        text.add("rivulet_sse_cut_off_total", .counter, "Event streams cut off for being too slow.", statistics?.cutOff ?? 0)
        let totals = live.journal.totals
        text.add(
            "rivulet_events_total", .counter, "Events journaled.", by: "channel",
            EventChannels.journaled.map { ($0.rawValue, totals[$0] ?? 0) })
        let process = ProcessStatus.current()
        text.add("process_open_fds", .gauge, "Open file descriptors.", process.openDescriptors)
        text.add("process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", process.residentMemory)
        return text.text
    }
}

/// The server, once it is there: its routes come first, and one of them reports on it.
final class ServerReference: Sendable {
    private struct State {
        weak var server: Server?
    }

    private let state = Lock(State())

    var value: Server? { state.withLock { $0.server } }

    func set(_ server: Server) { state.withLock { $0.server = server } }
}
