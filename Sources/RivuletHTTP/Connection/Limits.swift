import Dispatch
import Rivulet

/// How much of anything a server takes, and how long it waits. Every client gets what it needs, and none can have more
/// than its share.
public struct Limits: Sendable {
    /// The longest request line, in bytes; above that 414.
    public var requestLine = 8 * 1024
    /// The largest header, in bytes, at most 60 KiB; above that 431.
    public var headerBlock = 16 * 1024
    /// The most field lines of a header; above that 431.
    public var headerFields = 100
    /// The largest content of a request, in bytes; above that 413.
    public var bodySize = 1024 * 1024
    /// How much of what comes after a request in progress is read ahead, in bytes.
    public var readAhead = 64 * 1024

    /// Within this time a header must be complete; otherwise 408. Over HTTP/2 whatever begins must be, the preface with the
    /// client's settings and each frame but those of content; otherwise the connection ends with GOAWAY.
    public var headTimeout = RxTimeInterval.seconds(10)
    /// So long a client may keep the server waiting for the content of its request; every byte that comes buys back a
    /// millisecond. Otherwise 408.
    public var bodyTimeout = RxTimeInterval.seconds(10)
    /// A connection without a request is closed after this time. Long enough for people who read a page before they ask for
    /// the next, and as long as proxies keep theirs (nginx: 60 s).
    public var idleTimeout = RxTimeInterval.seconds(60)
    /// Within this time a handler must answer; otherwise 504.
    public var handlerTimeout = RxTimeInterval.seconds(30)
    /// A connection is closed when it takes nothing of a response for this time.
    public var writeStall = RxTimeInterval.seconds(30)

    /// The most connections at a time; more are closed as soon as they are accepted. 0: as many as there are descriptors.
    public var connections = 0
    /// The most connections of one address at a time; 0: any number.
    public var connectionsPerAddress = 0
    /// The most event streams at a time; more are told to come back later. 0: any number.
    public var streams = 0
    /// The most event streams of one address at a time; 0: any number.
    public var streamsPerAddress = 0

    /// The most events that a log of events keeps for the slowest stream.
    public var logEvents = 10_000
    /// The most bytes that a log of events keeps for the slowest stream.
    public var logBytes = 64 * 1024 * 1024
    /// An event stream is cut off when its client has not taken an event for this time.
    public var streamStall = RxTimeInterval.seconds(30)
    /// After this time of silence an event stream gets a comment, which tells a client, and whatever is between, that it
    /// lives.
    public var heartbeat = RxTimeInterval.seconds(15)

    /// The most concurrent requests of one HTTP/2 connection.
    public var http2Streams = 128
    /// How many resets of HTTP/2 streams one connection may cause, PINGs, SETTINGS, priorities and empty frames it may
    /// send: this many at once.
    public var http2Burst = 1_000
    /// … and this many a second after that.
    public var http2Rate = 33

    /// The limits of the design.
    public init() {}
}

extension Limits {
    /// After how many milliseconds the kernel gives up a peer that acknowledges nothing. A window that stays closed is the
    /// same to it (tcp(7), TCP_USER_TIMEOUT), so not before a client may be cut off for taking nothing.
    var userTimeout: Int32 {
        let nanoseconds = max(writeStall.clampedNanoseconds, streamStall.clampedNanoseconds)
        return Int32(clamping: max(30_000, nanoseconds / 1_000_000))
    }
}
