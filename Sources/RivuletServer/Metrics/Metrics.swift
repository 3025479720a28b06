import Rivulet
import RivuletEvents
import RivuletHTTP

/// What `/metrics` shows, gathered anew each time.
struct Metrics: Sendable {
    let live: LiveEvents
    let server: ServerReference
    let requests: RequestMetrics

    func text(_ format: MetricsText.Format) async -> String {
        let statistics = server.value?.statistics
        let loops = await server.value?.survey() ?? []
        var text = MetricsText(format)
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
        text.add("rivulet_refused_total", .counter, "Requests that break the rules of HTTP.", statistics?.refused ?? 0)
        text.add("rivulet_turned_away_total", .counter, "Connections that found no room.", statistics?.turnedAway ?? 0)
        text.add(
            "rivulet_tls_handshakes_total", .counter, "TLS handshakes.", by: "outcome",
            [
                ("full", statistics?.fullHandshakes ?? 0), ("resumed", statistics?.resumedHandshakes ?? 0),
                ("failed", statistics?.failedHandshakes ?? 0),
            ])
        text.add(
            "rivulet_loop_lag_seconds", .gauge, "Time until an event loop got to a job.", by: "loop",
            loops.map { (String($0.index), $0.lag / .seconds(1)) })
        text.add(
            "rivulet_queue_bytes", .gauge, "Bytes that wait for sockets.", by: "loop", loops.map { (String($0.index), $0.queuedBytes) })
        text.add(
            "rivulet_event_log_bytes", .gauge, "Bytes of events kept for streams that read slowly.", by: "loop",
            loops.map { (String($0.index), $0.eventLogBytes) })
        text.add(requests.text)
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
