import Rivulet

/// A connection to a port that speaks TLS, until both sides have agreed on everything: then HTTP/1.1 or HTTP/2 goes on.
///
/// Looks at the first bytes itself: whoever begins with a method of HTTP has left out the `s` of `https://`, and is told so.
final class Handshake: ConnectionDriver {
    private let connection: Connection
    private let identity: TLSIdentity
    let isInputOver = false

    init(_ connection: Connection, _ identity: TLSIdentity) {
        self.connection = connection
        self.identity = identity
        // A stopping server waits for what was sent already, not for what may come.
        let limits = connection.context.limits
        let patience = connection.context.isStopping ? Self.lastPatience : limits.headTimeout.clampedNanoseconds
        connection.deadline = connection.now + patience
    }

    private static let lastPatience: UInt64 = 500_000_000

    /// Comes once: what follows goes through TLS.
    func receive(_ bytes: Span<UInt8>) {
        if bytes.count > 0, Self.isHTTP(bytes[0]) { return refusePlain() }
        guard let secure = SecureSocket(connection.descriptor, identity) else { return connection.lose() }
        bytes.withUnsafeBytes { connection.beginTLS(secure, $0) }
    }

    /// The two sides agree.
    func complete(_ session: TLSSession) {
        connection.context.census.count(session.isResumed ? .resumedHandshake : .fullHandshake)
        switch session.applicationProtocol {
        case .http2:
            connection.handOver(to: HTTP2Connection(on: connection))
            connection.flushAtEndOfTurn()
        case .http11: connection.handOver(to: HTTP1Connection(connection))
        }
    }

    /// A record of TLS begins with its type, 22 for a handshake; a request, with a letter.
    private static func isHTTP(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }

    private func refusePlain() {
        let problem = Problem(.badRequest, detail: "This port speaks TLS only: ask with https://.")
        let response = Response(problem)
        guard case .bytes(let body) = response.body else { return connection.lose() }
        connection.core.writeHead(response, length: body.count, keepsAlive: false, isHTTP10: false, isChunked: false)
        connection.writeScratch(body: body[...])
        connection.context.census.count(.refused)
        connection.closeWhenWritten()
    }

    func inputEnded() { connection.close() }
    func peerHalfClosed() {}
    func outputDrained() {}

    func deadlinePassed() {
        // Who has said nothing at all has not failed at anything.
        if connection.isSecure { connection.context.census.count(.failedHandshake) }
        connection.context.log(.debug, "a TLS handshake was not completed in time", connection.remoteAddress)
        connection.close()
    }

    func connectionClosed() {}
    func stop() { connection.deadline = min(connection.deadline, connection.now + Self.lastPatience) }
}
