import CLinux
import Dispatch
import Glibc
import Rivulet

/// A server: listens, and has a handler answer what comes, over HTTP/1.1 and HTTP/2 on the same port.
///
///     let server = Server { request in .just(Response(text: "Hello, \(request.remoteAddress)\n")) }
///     print("listening on", try server.start())
///
/// A ``Router`` makes a handler of many. The server has threads of its own, one for each event loop, so that it can be
/// part of any program.
public final class Server: Sendable {
    /// What can be set about a server.
    public struct Configuration: Sendable {
        /// The address to listen on, or a name for some: `127.0.0.1`, `::1`, `localhost`, `0.0.0.0`, `::`; or a Unix-domain
        /// socket: `unix:/run/rivulet.sock`.
        public var host = "127.0.0.1"
        /// The port; 0 for one that is free.
        public var port: UInt16 = 8080
        /// Sockets that listen already, opened by somebody else: they take the place of host and port, and become the server's.
        public var descriptors: [Int32] = []
        /// How many event loops there are; 0 for one on each processor.
        public var loops = 0
        /// Who the server is under TLS; nil for a server that speaks in the clear.
        public var identity: TLSIdentity?
        /// How much the server takes, and how long it waits.
        public var limits = Limits()

        /// The defaults.
        public init() {}
    }

    /// How much a line of the log matters.
    public enum LogLevel: Int, Sendable, Comparable {
        case debug, info, warning, error

        public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
    }

    /// Gets the lines of the log, on any thread, a loop's mostly: it must not block. With the client's address, where
    /// there is one.
    public typealias Logger = @Sendable (_ level: LogLevel, _ message: String, _ client: SocketAddress?) -> Void

    /// What a server is doing at the moment.
    public struct Statistics: Sendable, Equatable {
        /// Sockets that listen already, opened by somebody else: they take the place of host and port, and become the server's.
        public var descriptors: [Int32] = []
        /// How many event loops there are.
        public var loops: Int
        /// Connections that are open.
        public var connections: Int
        /// Connections that speak HTTP/1.1.
        public var http1Connections: Int
        /// Connections that speak HTTP/2.
        public var http2Connections: Int
        /// Requests in progress on the connections that speak HTTP/2.
        public var http2Streams: Int
        /// Event streams that are open.
        public var eventStreams: Int
        /// Event streams that were cut off, ever, because their clients were too slow.
        public var cutOff: Int
        /// Requests that were refused because they break the rules of HTTP, ever.
        public var refused: Int
        /// Connections that found no room, ever.
        public var turnedAway: Int
        /// TLS handshakes that were completed from the beginning, ever.
        public var fullHandshakes: Int
        /// TLS handshakes that went on with a session from before, ever.
        public var resumedHandshakes: Int
        /// TLS handshakes that came to nothing, ever.
        public var failedHandshakes: Int
    }

    /// Where events go in that all streams of a channel get.
    public let broadcast: EventBroadcast

    private let configuration: Configuration
    private let context: ServerContext
    private let state = Lock(State.idle)

    private enum State {
        case idle
        case running([EventLoop])
        case stopping
        case stopped
    }

    /// A server that does not listen yet.
    /// - Parameters:
    ///   - configuration: where to listen, and the limits.
    ///   - broadcast: where events go in, for a program that makes what publishes them before the server.
    ///   - logger: gets the lines of the log.
    ///   - handler: answers every request; called on an event loop, so it must not block.
    public init(
        configuration: Configuration = Configuration(), broadcast: EventBroadcast = EventBroadcast(),
        logger: @escaping Logger = { _, _, _ in }, handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.broadcast = broadcast
        context = ServerContext(limits: configuration.limits, identity: configuration.identity, logger: logger, handler: handler)
    }

    /// Begins to listen.
    /// - Returns: the addresses it listens on, with the port that was chosen.
    /// - Throws: ``ServerError/addressInUse(_:)`` when somebody else listens there; see there for the others.
    @discardableResult
    public func start() throws(ServerError) -> [SocketAddress] {
        let isFirst = state.withLock { state in
            guard case .idle = state else { return false }
            state = .stopping
            return true
        }
        guard isFirst else { throw .alreadyStarted }
        do throws(ServerError) {
            Self.raiseDescriptorLimit()
            let sockets =
                configuration.descriptors.isEmpty
                ? try ListeningSocket.open(host: configuration.host, port: configuration.port)
                : try ListeningSocket.adopt(configuration.descriptors)
            do throws(ServerError) {
                try run(sockets)
            } catch {
                for socket in sockets { socket.close() }
                throw error
            }
            return sockets.map(\.address)
        } catch {
            state.withLock { $0 = .idle }
            throw error
        }
    }

    private func run(_ sockets: [ListeningSocket]) throws(ServerError) {
        let count = configuration.loops > 0 ? configuration.loops : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var loops: [EventLoop] = []
        for index in 0..<count { loops.append(try EventLoop(index: index, context: context)) }
        for loop in loops { try loop.start() }
        broadcast.begin(on: loops)
        let all = loops
        all[0].execute { [unowned first = all[0]] in
            first.confined.listener = Listener(sockets, loops: all, core: first.confined)
        }
        state.withLock { $0 = .running(all) }
    }

    /// Puts another identity in the place of the one that the server was started with: connections that are accepted from
    /// now on see it, those that are there stay as they are. For a server without TLS it does nothing. Any thread.
    public func use(_ identity: TLSIdentity) {
        let loops: [EventLoop] = state.withLock { state in if case .running(let loops) = state { loops } else { [] } }
        for loop in loops {
            loop.execute { [unowned loop] in
                if loop.confined.identity != nil { loop.confined.identity = identity }
            }
        }
    }

    /// What the server is doing. Any thread.
    public var statistics: Statistics {
        let loops = state.withLock { state in if case .running(let loops) = state { loops.count } else { 0 } }
        return context.census.statistics(loops: loops)
    }

    /// Asks every event loop how it does, and waits for the answers: what is queued, and how long the loop took to get to
    /// the question, which is how long everybody else has to wait there.
    public func survey() async -> [LoopReport] {
        let loops: [EventLoop] = state.withLock { state in if case .running(let loops) = state { loops } else { [] } }
        var reports: [LoopReport] = []
        for loop in loops {
            let asked = LoopClock.now
            let report: LoopReport? = await withCheckedContinuation { continuation in
                let answer = SurveyAnswer(continuation)
                loop.execute { [unowned loop] in answer.give(loop.confined.report(loop.index, asked: asked)) }
            }
            if let report { reports.append(report) }
        }
        return reports
    }

    /// Stops: accepts no more connections, lets the responses under way finish, tells event streams when to come back, and
    /// ends. Returns when everything is closed; what is not finished within `grace` is broken off.
    public func stop(grace: RxTimeInterval = .seconds(10)) async {
        let running: [EventLoop]? = state.withLock { state in
            guard case .running(let loops) = state else { return nil }
            state = .stopping
            return loops
        }
        guard let loops = running else { return }
        context.beginStopping()
        // The first loop last: whatever it accepts meanwhile goes to the others.
        for loop in loops { loop.execute { [unowned loop] in loop.confined.beginStopping() } }
        await ShutDown.wait(for: loops, census: context.census, grace: grace)
        broadcast.end()
        for loop in loops {
            await withCheckedContinuation { continuation in loop.stop { continuation.resume() } }
            loop.join()
        }
        state.withLock { $0 = .stopped }
    }

    /// As many connections as the system allows.
    private static func raiseDescriptorLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
    }
}

/// Why a server could not start.
public enum ServerError: Error, Equatable, CustomStringConvertible {
    /// Another program listens on this address.
    case addressInUse(String)
    /// This machine does not have this address.
    case addressNotAvailable(String)
    /// The system does not allow it: a port below 1024, most often.
    case permissionDenied(String)
    /// Nobody knows a host of this name.
    case unknownHost(String)
    /// The server was started before.
    case alreadyStarted
    /// A system call failed, with this `errno`.
    case system(call: String, code: Int32)

    public var description: String {
        switch self {
        case .addressInUse(let address): "\(address) is in use: another program listens there"
        case .addressNotAvailable(let address): "\(address) is not an address of this machine"
        case .permissionDenied(let address): "not allowed to listen on \(address)"
        case .unknownHost(let host): "unknown host \(host)"
        case .alreadyStarted: "the server was started already"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }
}

/// The wait for what is under way to finish.
private enum ShutDown {
    /// Returns when all connections are closed, or after `grace`.
    static func wait(for loops: [EventLoop], census: Census, grace: RxTimeInterval) async {
        let deadline = LoopClock.now + grace.clampedNanoseconds
        while census.statistics(loops: 0).connections > 0, LoopClock.now < deadline {
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
    }
}
