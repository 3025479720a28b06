import Rivulet
import RivuletArticles
import RivuletEvents
import RivuletHTTP

/// The house, put together: what there is, what is connected to what, and in which order it starts and stops.
final class Application: Sendable {
    private let configuration: Configuration
    private let log: Log
    private let readiness = Readiness()
    private let live: LiveEvents
    private let catalogue: Catalogue
    private let server: Server
    /// Knows all endpoints.
    let router: Router
    /// Answers every request.
    let handler: Handler
    private let writeAccess: WriteAccess
    private let accessLines: AccessLines?
    private let service: ServiceManager
    /// Where requests in the clear come, beside TLS.
    private let redirect = Lock<Server?>(nil)

    /// Puts everything together. Nothing is read or listened to yet, but the folder of the viewer must be there.
    init(
        _ configuration: Configuration, log: Log, service: ServiceManager = ServiceManager(environment: [:])
    ) throws(StartFailure) {
        self.configuration = configuration
        self.log = log
        self.service = service
        live = try LiveEvents(configuration.events, log: log)
        catalogue = Catalogue(configuration.articles, journal: live.journal, log: log)

        let reference = ServerReference()
        writeAccess = WriteAccess(try WriteAccess.Policy(configuration.access, isExposed: configuration.isExposed(service)))
        let proxies = TrustedProxies(ranges: configuration.access.trustedProxies)
        let writing: [any Middleware] = [PostLimit(perMinute: configuration.limits.postsPerMinute, behind: proxies), writeAccess]
        let requests = RequestMetrics()
        let accessLines = AccessLines(configuration.log.access, behind: proxies)
        self.accessLines = accessLines
        var router = Router()
        router.use(requests)
        if let accessLines { router.use(AccessLog { accessLines.add($0) }) }
        router.use(HostGuard(allowedHosts: Set(configuration.access.allowedHosts)))
        router.use(CrossSiteGuard(allowedOrigins: Set(configuration.corsOrigins)))
        ArticleRoutes(catalogue: catalogue).add(to: &router, writing: writing)
        EventRoutes(live: live, retry: configuration.events.retry).add(to: &router)
        NotificationRoutes(bus: live.bus).add(to: &router, writing: writing)
        ViewerRoutes(viewers: live.viewers).add(to: &router)
        OperationRoutes(readiness: readiness, metrics: Metrics(live: live, server: reference, requests: requests)).add(to: &router)
        router.get("/**", handler: ViewerHeaders().wrapping(try Self.files(configuration.publicFolder).handler))

        let access = CrossOriginAccess(origins: Set(configuration.corsOrigins))
        self.router = router
        handler = access.wrapping(Self.compressing(configuration.compression, router.handler))
        let identity = try TLSFiles(configuration.tls)?.load()
        var serverConfiguration = Server.Configuration(configuration, identity)
        serverConfiguration.descriptors = service.descriptors
        server = Server(
            configuration: serverConfiguration, broadcast: live.broadcast, logger: log.serverLogger,
            handler: handler)
        reference.set(server)
    }

    /// Loads the articles, then listens.
    func start() async throws(StartFailure) {
        try await catalogue.load()
        do throws(ServerError) {
            let addresses = try server.start()
            if let from = configuration.tls.redirectPort, let to = addresses.first?.port { try startRedirect(on: from, to: to) }
            warnIfReadOnly()
            let scheme = configuration.tls.certificate == nil ? "http" : "https"
            log.info(
                "listening on \(Self.list(addresses, scheme, configuration.host.path))",
                ["articles": String(catalogue.count), "loops": String(server.statistics.loops)])
            service.tell(.ready)
        } catch {
            throw StartFailure(.cannotListen, "can't listen: \(error)")
        }
    }

    /// Accepts nothing new, finishes what is in flight, and ends the streams; returns after the grace period at the latest.
    func stop() async {
        readiness.end()
        service.tell(.stopping)
        async let redirectStopped: Void? = redirect.withLock { $0 }?.stop(grace: configuration.grace)
        await server.stop(grace: configuration.grace)
        await redirectStopped
        accessLines?.flush()
        live.flush()
    }

    /// Reads again what may have been renewed: the certificate, the token. Blocks while it does.
    func reload() {
        let files = TLSFiles(configuration.tls)
        let hasTokenFile = configuration.access.tokenFile != nil
        service.tell(.reloading)
        files?.reload(into: server, log)
        if hasTokenFile { reloadToken() }
        if files == nil, !hasTokenFile { log.info("nothing to read again: there is neither a certificate nor a file with a token") }
        service.tell(.ready)
    }

    private func reloadToken() {
        do throws(StartFailure) {
            writeAccess.change(to: try WriteAccess.Policy(configuration.access, isExposed: configuration.isExposed(service)))
            log.info("the token was read again")
        } catch {
            log.error("the token stays as it was: \(error.message)")
        }
    }

    private func warnIfReadOnly() {
        guard writeAccess.isClosed else { return }
        log.warning(
            "read-only, posting and refreshing answer 403: this address can be reached from other machines, and there is no "
                + "token; --token-file or --token sets one, --open lets everybody")
    }

    private func startRedirect(on port: UInt16, to tlsPort: UInt16) throws(ServerError) {
        let server = Server(
            configuration: Server.Configuration(redirectingOn: port, configuration), logger: log.serverLogger,
            handler: TLSRedirect(port: tlsPort).handler)
        let addresses = try server.start()
        redirect.withLock { $0 = server }
        log.info("redirecting from \(Self.list(addresses, "http"))")
    }

    /// - Parameter path: that of a Unix-domain socket, if we have opened it.
    private static func list(_ addresses: [SocketAddress], _ scheme: String, _ path: String? = nil) -> String {
        addresses.map { $0.isLocal ? "unix:\(path ?? "a socket that was handed over")" : "\(scheme)://\($0)" }.joined(separator: " and ")
    }

    private static func compressing(_ what: Configuration.Compressed, _ handler: @escaping Handler) -> Handler {
        guard what != .nothing else { return handler }
        var options = Compression.Options()
        options.includesEvents = what == .all
        return Compression(options).wrapping(handler)
    }

    private static func files(_ path: String?) throws(StartFailure) -> StaticFiles {
        guard let folder = PublicFolder.find(path) else {
            let looked = path ?? "Public, neither here nor beside the program"
            throw StartFailure(.missingInput, "no folder \(looked); name the viewer's with --public")
        }
        do throws(Folder.Failure) {
            return try StaticFiles(folder: folder)
        } catch {
            throw StartFailure(.missingInput, "the folder \(folder) can't be read: \(error)")
        }
    }
}

/// Why the program can't do its work: for a person, and for the shell.
struct StartFailure: Error {
    let status: Program.ExitStatus
    let message: String

    init(_ status: Program.ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension Configuration {
    /// Whether other machines can reach what the server listens on.
    fileprivate func isExposed(_ service: ServiceManager) -> Bool {
        if service.descriptors.isEmpty { return !host.isLoopback }
        return service.descriptors.contains { SocketAddress(ofSocket: $0)?.isLoopback != true }
    }
}

extension Server.Configuration {
    init(_ configuration: Configuration, _ identity: TLSIdentity?) {
        self.init()
        host = configuration.host.address
        port = configuration.port
        loops = configuration.loops ?? 0
        limits = Limits(configuration.limits, configuration.events)
        self.identity = identity
    }

    /// A server beside the first, in the clear.
    fileprivate init(redirectingOn port: UInt16, _ configuration: Configuration) {
        self.init(configuration, nil)
        self.port = port
        loops = 1
    }
}

extension Limits {
    fileprivate init(_ limits: Configuration.Limits, _ events: Configuration.Events) {
        self.init()
        connections = limits.connections
        connectionsPerAddress = limits.connectionsPerAddress
        streams = limits.eventStreams
        streamsPerAddress = limits.eventStreamsPerAddress
        http2Streams = limits.requestsPerConnection
        requestLine = limits.requestLine
        headerBlock = limits.headerSize
        headerFields = limits.headerFields
        bodySize = limits.body
        http2Burst = limits.abuseBurst
        http2Rate = limits.abuseRate
        headTimeout = limits.headerTimeout
        bodyTimeout = limits.bodyTimeout
        idleTimeout = limits.keepAliveTimeout
        writeStall = limits.writeTimeout
        streamStall = limits.writeTimeout
        handlerTimeout = limits.responseTimeout
        logEvents = events.logEvents
        logBytes = events.logBytes
        heartbeat = events.heartbeat
    }
}

extension Log {
    /// The server's lines in our log.
    fileprivate var serverLogger: Server.Logger {
        { [self] level, message, client in
            let fields: KeyValuePairs = ["client": client?.description ?? "-"]
            switch level {
            case .error: error(message, fields)
            case .warning: warning(message, fields)
            case .info: info(message, fields)
            case .debug: debug(message, fields)
            }
        }
    }
}
