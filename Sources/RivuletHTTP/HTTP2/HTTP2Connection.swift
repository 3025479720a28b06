/// HTTP/2 on one connection: recognised by its preface, and closed, for it is not spoken yet.
final class HTTP2Connection: ConnectionDriver {
    init(replacing: HTTP1Connection, on connection: Connection) { connection.closeWhenWritten() }
    var isInputOver: Bool { false }
    func receive(_ bytes: Span<UInt8>) {}
    func inputEnded() {}
    func peerHalfClosed() {}
    func outputDrained() {}
    func deadlinePassed() {}
    func connectionClosed() {}
    func stop() {}
}
