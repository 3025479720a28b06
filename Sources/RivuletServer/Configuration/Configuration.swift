import Dispatch
import RivuletEvents
import RivuletHTTP

/// Everything that can be set from outside, with the defaults of a server on one's own machine.
///
/// A plain value: ``CommandLineParser`` makes one from arguments and environment, and the composition root reads it. Each
/// property that can be set has one line in ``Option/all``.
struct Configuration: Sendable, Equatable {
    var host = Host.loopback
    /// 0 lets the system choose; the log's first line says which one it was.
    var port: UInt16 = 8080
    /// Event loops, a thread each; `nil` means one for each processor that the process may use.
    var loops: Int?
    /// The folder with the viewer; `nil` means `Public` in the working directory, else beside the executable.
    var publicFolder: String?
    /// A saved answer of Qiita's `GET /api/v2/items`; `nil` means the sample articles inside the program.
    var articles: String?
    /// Origins whose pages may read and post, as browsers send them; ours may without being named.
    var corsOrigins: [String] = []
    /// What goes out compressed to clients that ask for it.
    var compression = Compressed.content
    /// How long requests and streams in flight may take once the server is told to stop.
    var grace: DispatchTimeInterval = .seconds(10)
    var access = Access()
    var tls = TLS()
    var limits = Limits()
    var events = Events()
    var log = Log()

    /// Who may do what.
    struct Access: Sendable, Equatable {
        /// What whoever posts or refreshes has to know …
        var token: String?
        /// … or the file that says it; at most one of the two.
        var tokenFile: String?
        /// Everybody may post and refresh, wherever they come from.
        var isOpen = false
        /// Names that the server has besides addresses and those without a dot.
        var allowedHosts: [String] = []
        /// Whose word is taken for where a request came from.
        var trustedProxies: [AddressRange] = []
    }

    /// Encryption: with a certificate and its key, HTTP is spoken under TLS only.
    struct TLS: Sendable, Equatable {
        /// PEM files; both or none.
        var certificate: String?
        var key: String?
        /// A port on which requests in the clear are told to come back encrypted.
        var redirectPort: UInt16?
    }

    /// What one client may ask of the server, in the order in which it meets the limits.
    struct Limits: Sendable, Equatable {
        /// 0 of the following four: as many as there are descriptors.
        var connections = 0
        var connectionsPerAddress = 0
        var eventStreams = 0
        var eventStreamsPerAddress = 0
        /// 0: any number.
        var postsPerMinute = 0
        var requestLine = 8 * 1024
        var headerSize = 16 * 1024
        var headerFields = 100
        var body = 1024 * 1024
        /// HTTP/2: requests at a time on one connection.
        var requestsPerConnection = 128
        /// HTTP/2: resets, PING, SETTINGS, priorities and empty frames that a connection may send at once …
        var abuseBurst = 1_000
        /// … and each second after that.
        var abuseRate = 33
        var headerTimeout: DispatchTimeInterval = .seconds(10)
        var bodyTimeout: DispatchTimeInterval = .seconds(10)
        var keepAliveTimeout: DispatchTimeInterval = .seconds(60)
        var writeTimeout: DispatchTimeInterval = .seconds(30)
        var responseTimeout: DispatchTimeInterval = .seconds(30)
    }

    /// How much of the past is kept, and how live streams are kept alive.
    struct Events: Sendable, Equatable {
        var logEvents = 10_000
        var logBytes = 64 * 1024 * 1024
        /// The file in which events outlive the process; `nil` keeps them in memory.
        var journal: String?
        /// When what was written to that file is forced to the device.
        var fsync = FileJournal.Synchronization.interval
        var journalEvents = 10_000
        var journalBytes = 16 * 1024 * 1024
        var heartbeat: DispatchTimeInterval = .seconds(15)
        /// What an EventSource waits before it comes back.
        var retry: DispatchTimeInterval = .milliseconds(2_000)
    }

    enum Compressed: String, CaseIterable, Sendable {
        case nothing, content
        /// Event streams too, which costs memory for each.
        case all
    }

    struct Log: Sendable, Equatable {
        var level = LogLevel.info
        var format = LogFormat.text
        /// A line for each answer, on standard output.
        var access = AccessLogFormat.off
    }
}

/// An address to listen on, as the sockets API takes it: without the brackets that a URL puts around an IPv6 address; or
/// `unix:` and the path of a socket.
struct Host: Sendable, Hashable {
    let address: String

    static let loopback = Host(address: "127.0.0.1")

    /// The file of a Unix-domain socket.
    var path: String? { address.hasPrefix("unix:") ? String(address.dropFirst(5)) : nil }

    var isIPv6: Bool { path == nil && address.contains(":") }

    /// Whether nobody can reach it from another machine.
    var isLoopback: Bool { path != nil || address.hasPrefix("127.") || address == "::1" }

    /// The host part of a URL; for a socket in the file system, as good as any.
    var forURL: String { path != nil ? "localhost" : isIPv6 ? "[\(address)]" : address }

    /// The host to connect to from the same machine: a wildcard address is nothing to connect to.
    var forConnecting: Host {
        switch address {
        case "0.0.0.0": .loopback
        case "::": Host(address: "::1")
        default: self
        }
    }
}
