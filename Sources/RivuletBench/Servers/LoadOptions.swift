import Glibc

/// Takes options with their values off a command line, one after the other.
struct OptionReader {
    private var rest: ArraySlice<String>

    init(_ arguments: [String]) { rest = arguments[...] }

    mutating func next() -> String? { rest.popFirst() }

    mutating func value(of option: String) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
    }

    mutating func number(of option: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value(of: option)
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(option) can't be \(text); allowed: \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A URL like `http://127.0.0.1:8080/path`.
    mutating func url(of option: String) throws(UsageError) -> String {
        let text = try value(of: option)
        guard text.wholeMatch(of: #/http:\/\/[^\/]+\/.*/#) != nil else {
            throw UsageError("\(text) is not like http://127.0.0.1:8080/path")
        }
        return text
    }
}

/// What `rivulet-bench http` was asked to do.
struct HTTPLoadOptions {
    var load = HTTPLoad()
    var url = ""
    var process: pid_t?
    var clientCore: Int?
    var asJSON = false

    static let usage = """
        usage: rivulet-bench http --url URL [OPTION]…
          --url URL            a page of a server that listens: http://127.0.0.1:8080/articles
          --http2              with h2load, over HTTP/2 with prior knowledge; without it with wrk, over HTTP/1.1
          --connections N      at a time [64; 8 over HTTP/2]
          --streams N          requests at a time on each connection over HTTP/2 [32]
          --seconds N          how long [5]
          --pid N              the server's process: what it costs is measured too
          --client-core N      the processor for the generator
          --json               print JSON
        """

    init(_ arguments: [String]) throws(UsageError) {
        var reader = OptionReader(arguments)
        var connections: Int?
        while let option = reader.next() {
            switch option {
            case "--url": url = try reader.url(of: option)
            case "--http2": load.isHTTP2 = true
            case "--connections": connections = try reader.number(of: option, 1...10_000)
            case "--streams": load.streams = try reader.number(of: option, 1...1_000)
            case "--seconds": load.seconds = try reader.number(of: option, 1...600)
            case "--pid": process = pid_t(try reader.number(of: option, 1...4_194_304))
            case "--client-core": clientCore = try reader.number(of: option, 0...1_023)
            case "--json": asJSON = true
            default: throw UsageError("\(option) is no option")
            }
        }
        if url.isEmpty { throw UsageError("--url is needed") }
        load.connections = connections ?? (load.isHTTP2 ? 8 : 64)
    }
}

/// What `rivulet-bench sse` was asked to do.
struct EventLoadOptions {
    var load = EventLoad()
    var generator = ""
    var url = ""
    var publishURL: String?
    var process: pid_t?
    var clientCore: Int?
    var asJSON = false

    static let usage = """
        usage: rivulet-bench sse fanout|idle|churn --generator PATH --url URL [OPTION]…
          --generator PATH     a program that opens event streams; it is called with the mode and its own options
          --url URL            the stream: http://127.0.0.1:8080/events?channels=notifications
          --publish-url URL    where fanout posts: http://127.0.0.1:8080/notifications/message
          --body TEXT          what it posts, with %SEQ%, %TS% and %PAD% filled in ["s=%SEQ% t=%TS%%PAD%", as JSON]
          --streams N          how many [1000]
          --http2              over HTTP/2, 100 on a connection
          --events N           how many fanout publishes [400]
          --rate N             a second; 0: at full speed [0]
          --window N           published and not delivered everywhere, at most; 0: any number [32]
          --stalled N          streams of which nothing is read [0]
          --padding N          bytes that make events longer [0]
          --connects N         a second, of churn [1000]
          --seconds N          that idle holds and churn lasts [4]
          --pid N              the server's process: what it costs is measured too
          --client-core N      the processor for the generator
          --json               print JSON
        """

    init(_ arguments: [String]) throws(UsageError) {
        var reader = OptionReader(arguments)
        guard let mode = reader.next().flatMap(EventLoad.Mode.init) else { throw UsageError("sse needs fanout, idle or churn") }
        load.mode = mode
        while let option = reader.next() {
            switch option {
            case "--generator": generator = try reader.value(of: option)
            case "--url": url = try reader.url(of: option)
            case "--publish-url": publishURL = try reader.url(of: option)
            case "--body": load.body = try reader.value(of: option)
            case "--streams": load.streams = try reader.number(of: option, 1...100_000)
            case "--http2": load.isHTTP2 = true
            case "--events": load.events = try reader.number(of: option, 1...10_000_000)
            case "--rate": load.rate = try reader.number(of: option, 0...1_000_000)
            case "--window": load.window = try reader.number(of: option, 0...10_000)
            case "--stalled": load.stalled = try reader.number(of: option, 0...10_000)
            case "--padding": load.padding = try reader.number(of: option, 0...100_000)
            case "--connects": load.connects = try reader.number(of: option, 1...100_000)
            case "--seconds": load.seconds = try reader.number(of: option, 1...600)
            case "--pid": process = pid_t(try reader.number(of: option, 1...4_194_304))
            case "--client-core": clientCore = try reader.number(of: option, 0...1_023)
            case "--json": asJSON = true
            default: throw UsageError("\(option) is no option")
            }
        }
        if generator.isEmpty { throw UsageError("sse needs --generator: a program that opens event streams") }
        if url.isEmpty { throw UsageError("--url is needed") }
        if load.mode == .fanout, publishURL == nil { throw UsageError("fanout needs --publish-url") }
    }
}
