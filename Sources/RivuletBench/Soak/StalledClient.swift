import Dispatch
import Glibc
import Rivulet

/// A client that reads its hello and then nothing more, until it is told to: it must be cut off, and can go on where it was.
final class StalledClient: Sendable {
    struct Outcome: Sendable {
        /// What it had been told when the server cut it off, and what when it had come back.
        var before = 0
        var after = 0
        var wasCutOff = false
        /// Whether the server, on its return, no longer had what it missed.
        var wasReset = false
        var ledger: Ledger
    }

    private let endpoint: Endpoint
    private let descriptor: Int32
    private let decoder = Lock(EventStreamDecoder())
    private let outcome: Lock<(outcome: Outcome, lastEventID: String)>

    /// Connects with a receive buffer as small as the system allows, and reads up to the hello.
    init(endpoint: Endpoint, publishers: Int) throws(ClientError) {
        self.endpoint = endpoint
        descriptor = try endpoint.connect(receiveBuffer: 4_096)
        outcome = Lock((Outcome(ledger: Ledger(publishers: publishers)), ""))
        try Self.send(EventStreamRequest(endpoint: endpoint, channels: "notifications").head, descriptor)
        while outcome.withLock({ $0.outcome.ledger.start }) == nil {
            guard try read(descriptor, decoder) else { throw ClientError(saying: "a stream ended before its hello") }
        }
    }

    deinit { close(descriptor) }

    /// Reads what is left, to the end, then comes back and reads until it has been told everything.
    func catchUp(_ books: [[UInt64]]) throws(ClientError) -> Outcome {
        while (try? read(descriptor, decoder)) == true {
            // Not cut off at all, if it gets to the end.
            if isUpToDate(books) { return outcome.withLock { $0.outcome } }
        }
        let lastEventID = outcome.withLock { state in
            state.outcome.before = state.outcome.ledger.received
            state.outcome.wasCutOff = true
            return state.lastEventID
        }
        let second = try endpoint.connect()
        defer { close(second) }
        try Self.send(EventStreamRequest(endpoint: endpoint, channels: "notifications", lastEventID: lastEventID).head, second)
        let decoder = Lock(EventStreamDecoder())
        while !isUpToDate(books), !outcome.withLock({ $0.outcome.wasReset }) {
            guard try read(second, decoder) else { throw ClientError(saying: "the stream of a client that came back ended") }
        }
        return outcome.withLock { state in
            state.outcome.after = state.outcome.ledger.received
            return state.outcome
        }
    }

    private func isUpToDate(_ books: [[UInt64]]) -> Bool { outcome.withLock { $0.outcome.ledger.missing(books) == 0 } }

    /// - Returns: false at the end of the stream.
    private func read(_ descriptor: Int32, _ decoder: borrowing Lock<EventStreamDecoder>) throws(ClientError) -> Bool {
        var time = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
            count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            initialized = max(0, count)
        }
        if count < 0, errno == EAGAIN { throw ClientError(saying: "nothing came for 20 s") }
        guard count > 0 else { return false }
        for event in try decoder.withLock({ (decoder) throws(ClientError) in try decoder.feed(bytes) }) {
            outcome.withLock { state in
                state.lastEventID = event.id
                let sequence = event.sequence ?? 0
                switch event.name {
                case "hello": if state.outcome.ledger.start == nil { state.outcome.ledger.begin(after: sequence) }
                case "reset": state.outcome.wasReset = true
                default: if let posting = Posting(event.data) { state.outcome.ledger.take(posting, at: sequence) }
                }
            }
        }
        return true
    }

    private static func send(_ text: String, _ descriptor: Int32) throws(ClientError) {
        guard Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else { throw ClientError("send") }
    }
}
