import Rivulet
import Synchronization

/// Counts a server's connections and streams. Any thread.
final class Census: Sendable {
    enum Counter: Sendable { case refused, cutOff, turnedAway, fullHandshake, resumedHandshake, failedHandshake }

    private let limits: Limits
    private let connections = Atomic<Int>(0)
    private let http1 = Atomic<Int>(0)
    private let http2 = Atomic<Int>(0)
    private let http2Streams = Atomic<Int>(0)
    private let streams = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let cutOff = Atomic<Int>(0)
    private let turnedAway = Atomic<Int>(0)
    private let fullHandshakes = Atomic<Int>(0)
    private let resumedHandshakes = Atomic<Int>(0)
    private let failedHandshakes = Atomic<Int>(0)
    // Kept only while a limit asks for it; a lock is held for one look-up.
    private let connectionsOfAddress = Lock<[SocketAddress: Int]>([:])
    private let streamsOfAddress = Lock<[SocketAddress: Int]>([:])

    init(limits: Limits) {
        self.limits = limits
    }

    /// - Returns: whether there is room for another connection.
    func connectionBegan(_ address: SocketAddress) -> Bool {
        let count = connections.add(1, ordering: .relaxed).newValue
        let hasRoom = Self.admit(address, connectionsOfAddress, limits.connectionsPerAddress)
        if hasRoom, limits.connections == 0 || count <= limits.connections { return true }
        connectionEnded(address)
        turnedAway.add(1, ordering: .relaxed)
        return false
    }

    func connectionEnded(_ address: SocketAddress) {
        connections.subtract(1, ordering: .relaxed)
        Self.release(address, connectionsOfAddress, limits.connectionsPerAddress)
    }

    /// - Returns: whether there is room for another event stream. It is counted in any case, until it ends.
    func streamBegan(_ address: SocketAddress) -> Bool {
        let count = streams.add(1, ordering: .relaxed).newValue
        return Self.admit(address, streamsOfAddress, limits.streamsPerAddress) && (limits.streams == 0 || count <= limits.streams)
    }

    func streamEnded(_ address: SocketAddress) {
        streams.subtract(1, ordering: .relaxed)
        Self.release(address, streamsOfAddress, limits.streamsPerAddress)
    }

    /// An HTTP/2 stream was opened or closed.
    func changeHTTP2Streams(by change: Int) { http2Streams.add(change, ordering: .relaxed) }

    /// A connection began or ended to speak a version.
    func change(_ version: HTTPVersion, by change: Int) {
        switch version {
        case .http10, .http11: http1.add(change, ordering: .relaxed)
        case .http2: http2.add(change, ordering: .relaxed)
        }
    }

    func count(_ counter: Counter) {
        switch counter {
        case .refused: refused.add(1, ordering: .relaxed)
        case .cutOff: cutOff.add(1, ordering: .relaxed)
        case .turnedAway: turnedAway.add(1, ordering: .relaxed)
        case .fullHandshake: fullHandshakes.add(1, ordering: .relaxed)
        case .resumedHandshake: resumedHandshakes.add(1, ordering: .relaxed)
        case .failedHandshake: failedHandshakes.add(1, ordering: .relaxed)
        }
    }

    func statistics(loops: Int) -> Server.Statistics {
        Server.Statistics(
            loops: loops, connections: connections.load(ordering: .relaxed), http1Connections: http1.load(ordering: .relaxed),
            http2Connections: http2.load(ordering: .relaxed), http2Streams: http2Streams.load(ordering: .relaxed),
            eventStreams: streams.load(ordering: .relaxed), cutOff: cutOff.load(ordering: .relaxed),
            refused: refused.load(ordering: .relaxed), turnedAway: turnedAway.load(ordering: .relaxed),
            fullHandshakes: fullHandshakes.load(ordering: .relaxed), resumedHandshakes: resumedHandshakes.load(ordering: .relaxed),
            failedHandshakes: failedHandshakes.load(ordering: .relaxed))
    }

    private static func admit(_ address: SocketAddress, _ counts: borrowing Lock<[SocketAddress: Int]>, _ limit: Int) -> Bool {
        // Whoever comes through a Unix-domain socket is many.
        guard limit > 0, !address.isLocal else { return true }
        return counts.withLock { counts in
            counts[address.withoutPort, default: 0] += 1
            return counts[address.withoutPort, default: 0] <= limit
        }
    }

    private static func release(_ address: SocketAddress, _ counts: borrowing Lock<[SocketAddress: Int]>, _ limit: Int) {
        guard limit > 0, !address.isLocal else { return }
        counts.withLock { counts in
            let left = counts[address.withoutPort, default: 1] - 1
            counts[address.withoutPort] = left > 0 ? left : nil
        }
    }
}
