import Foundation
import Testing

/// Something that delivers the bytes of an event stream.
protocol EventStreamSource: AnyObject {
    /// The next bytes of the body: empty at its end, thrown `Connection.Failure.timedOut` if none come in time.
    func receiveBody(within seconds: Double) throws -> [UInt8]
}

extension EventStreamSource {
    func receiveBody() throws -> [UInt8] { try receiveBody(within: Deadline.patience) }
}

/// Reads events from a source when it is asked for them.
final class EventStreamClient {
    let source: any EventStreamSource
    private(set) var parser = EventStreamParser()
    /// Every event so far.
    private(set) var events: [StreamedEvent] = []
    private var looked = 0

    init(_ source: any EventStreamSource) { self.source = source }

    /// The next event that matches; those before it are passed over (and stay in ``events``).
    @discardableResult
    func next(
        within seconds: Double = Deadline.patience, _ what: String = "an event",
        where matches: (StreamedEvent) throws -> Bool = { _ in true }
    ) throws -> StreamedEvent {
        let deadline = Deadline(seconds)
        while true {
            while looked < events.count {
                looked += 1
                if try matches(events[looked - 1]) { return events[looked - 1] }
            }
            do {
                let bytes = try source.receiveBody(within: deadline.remaining)
                guard !bytes.isEmpty else { throw Ended(what: what, seen: events.map(\.name)) }
                events += parser.feed(bytes)
            } catch Connection.Failure.timedOut {
                throw TimedOut(what: "\(what); seen: \(events.suffix(20).map { "\($0.name) \($0.data)" })", seconds: seconds)
            }
        }
    }

    @discardableResult
    func next(_ name: String, within seconds: Double = Deadline.patience) throws -> StreamedEvent {
        try next(within: seconds, name) { $0.name == name }
    }

    struct Ended: Error {
        let what: String
        let seen: [String]
    }

    /// Who the server says this client is.
    func hello() throws -> Hello { try next("hello").json() }

    struct Hello: Decodable {
        let viewer: String
        let key: String
        let channels: [String]
    }

    struct Lifecycle: Decodable, Equatable {
        let viewer: String
        let message: String
        let phase: String
        let animated: Bool
    }
}

/// `/events` over HTTP/1.1 on a raw connection.
final class HTTP1EventStream: EventStreamSource {
    let connection: Connection
    private var decoder = HTTP1Decoder()
    var response: HTTP1Response { decoder.response }

    init(_ target: String = "/events", port: UInt16, fields: KeyValuePairs<String, String> = [:]) throws {
        connection = try Connection(port: port)
        var head = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/event-stream\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        try connection.send(head + "\r\n")
        let deadline = Deadline()
        while !decoder.headIsComplete {
            let bytes = try connection.receive(within: deadline.remaining)
            guard !bytes.isEmpty else { throw Connection.Failure.reset }
            decoder.feed(bytes)
        }
    }

    /// Whether the body ended as it should, with the last chunk.
    var endedCleanly: Bool { decoder.bodyIsComplete }

    func receiveBody(within seconds: Double) throws -> [UInt8] { try receiveBody(atMost: 65_536, within: seconds) }

    func receiveBody(atMost limit: Int, within seconds: Double) throws -> [UInt8] {
        let deadline = Deadline(seconds)
        while true {
            let body = decoder.takeBody()
            if !body.isEmpty { return body }
            if decoder.bodyIsComplete { return [] }
            let bytes = try connection.receive(atMost: limit, within: deadline.remaining)
            if bytes.isEmpty { return [] }
            decoder.feed(bytes)
        }
    }
}

/// The output of a curl that runs as a process of its own.
final class CurlEventStream: EventStreamSource {
    let process: ChildProcess
    private var read = 0

    init(_ arguments: String...) throws { process = try ChildProcess("curl", ["-sN"] + arguments) }

    func receiveBody(within seconds: Double) throws -> [UInt8] {
        let deadline = Deadline(seconds)
        while true {
            let running = process.isRunning
            let output = process.standardOutputBytes
            if output.count > read {
                defer { read = output.count }
                return Array(output[read...])
            }
            if !running { return [] }
            if deadline.isOver { throw Connection.Failure.timedOut }
            usleep(1_000)
        }
    }
}
