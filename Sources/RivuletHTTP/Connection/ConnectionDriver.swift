/// What gives a connection's bytes their meaning. All calls come on the connection's loop; each may close it.
protocol ConnectionDriver: AnyObject {
    /// Whether the peer's last byte was received.
    var isInputOver: Bool { get }

    /// Takes what was received, all of it: the bytes are gone afterwards.
    func receive(_ bytes: Span<UInt8>)

    /// The peer will send nothing more, and everything it sent was received.
    func inputEnded()

    /// The peer has closed its half; there may be bytes yet to receive.
    func peerHalfClosed()

    /// Little enough waits for the socket that more may be produced.
    func outputDrained()

    /// The deadline has passed.
    func deadlinePassed()

    /// The connection is closing or lost: ends every exchange, and releases what it holds.
    func connectionClosed()

    /// The server stops: no new exchanges, and those under way come to their end.
    func stop()
}

/// What reads and throws away what a peer still sends while its connection closes.
final class Lingering: ConnectionDriver {
    private let connection: Connection
    private let end: UInt64

    /// As long as something comes at least this often it is read, up to a total.
    private static let silence: UInt64 = 2_000_000_000
    private static let total: UInt64 = 10_000_000_000

    init(_ connection: Connection) {
        self.connection = connection
        end = connection.now + Self.total
        connection.deadline = connection.now + Self.silence
    }

    var isInputOver: Bool { false }
    func receive(_ bytes: Span<UInt8>) { connection.deadline = min(end, connection.now + Self.silence) }
    func inputEnded() { connection.close() }
    func peerHalfClosed() {}
    func outputDrained() {}
    func deadlinePassed() { connection.close() }
    func connectionClosed() {}
    func stop() {}
}
