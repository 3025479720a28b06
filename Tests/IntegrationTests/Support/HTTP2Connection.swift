import Foundation

/// Just enough of HTTP/2 to misbehave with: frames are written by hand, header blocks that come in are passed over.
final class HTTP2Connection {
    struct Frame {
        let type: UInt8
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]

        static let data: UInt8 = 0, headers: UInt8 = 1, resetStream: UInt8 = 3, settings: UInt8 = 4, ping: UInt8 = 6, goAway: UInt8 = 7
        static let windowUpdate: UInt8 = 8
    }

    let connection: Connection
    private let port: UInt16
    private var received: [UInt8] = []
    private var nextStream: UInt32 = 1
    /// Whether windows are opened again for what was received.
    var grantsWindows = true

    init(port: UInt16) throws {
        self.port = port
        connection = try Connection(port: port)
        try connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        try send(Frame(type: Frame.settings, flags: 0, stream: 0, payload: []))
    }

    func send(_ frame: Frame) throws {
        let length = UInt32(frame.payload.count)
        try connection.send(
            [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), frame.type, frame.flags]
                + bigEndian(frame.stream) + frame.payload)
    }

    /// Opens a stream with a request that has no body.
    func get(_ path: String) throws -> UInt32 { try open("GET", path, isOver: true) }

    /// Opens a stream with a request that has a body, which must be a short one.
    func post(_ path: String, _ body: String) throws -> UInt32 {
        let stream = try open("POST", path, isOver: false)
        try send(Frame(type: Frame.data, flags: 0x1, stream: stream, payload: Array(body.utf8)))
        return stream
    }

    private func open(_ method: String, _ path: String, isOver: Bool) throws -> UInt32 {
        defer { nextStream += 2 }
        let fields = [(":method", method), (":scheme", "http"), (":authority", "127.0.0.1:\(port)"), (":path", path)]
        // RFC 7541 § 6.2.2: literal fields without indexing, no Huffman coding.
        let block = fields.reduce(into: [UInt8]()) { $0 += [0] + string($1.0) + string($1.1) }
        try send(Frame(type: Frame.headers, flags: isOver ? 0x5 : 0x4, stream: nextStream, payload: block))
        return nextStream
    }

    func reset(_ stream: UInt32) throws {
        try send(Frame(type: Frame.resetStream, flags: 0, stream: stream, payload: bigEndian(8)))
    }

    /// The next frame, or `nil` at the end of the connection. SETTINGS and PING are answered, data is granted again.
    func receive(within seconds: Double = Deadline.patience) throws -> Frame? {
        let deadline = Deadline(seconds)
        while true {
            if let frame = takeFrame() {
                switch (frame.type, frame.flags & 1) {
                case (Frame.settings, 0): try send(Frame(type: Frame.settings, flags: 1, stream: 0, payload: []))
                case (Frame.ping, 0): try send(Frame(type: Frame.ping, flags: 1, stream: 0, payload: frame.payload))
                case (Frame.data, _) where grantsWindows && !frame.payload.isEmpty:
                    for stream in [0, frame.stream] {
                        try send(Frame(type: Frame.windowUpdate, flags: 0, stream: stream, payload: bigEndian(UInt32(frame.payload.count))))
                    }
                default: break
                }
                return frame
            }
            let bytes = try connection.receive(within: deadline.remaining)
            if bytes.isEmpty { return nil }
            received += bytes
        }
    }

    private func takeFrame() -> Frame? {
        guard received.count >= 9 else { return nil }
        let length = Int(received[0]) << 16 | Int(received[1]) << 8 | Int(received[2])
        guard received.count >= 9 + length else { return nil }
        defer { received.removeFirst(9 + length) }
        let stream = received[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return Frame(type: received[3], flags: received[4], stream: stream, payload: Array(received[9..<9 + length]))
    }

    private func string(_ text: String) -> [UInt8] {
        // RFC 7541 § 5.1 with a prefix of seven bits; longer texts than this are not needed here.
        precondition(text.utf8.count < 127)
        return [UInt8(text.utf8.count)] + Array(text.utf8)
    }

    private func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
}

/// `/events` on a stream of an HTTP/2 connection.
final class HTTP2EventStream: EventStreamSource {
    let connection: HTTP2Connection
    let stream: UInt32

    init(_ target: String = "/events", on connection: HTTP2Connection) throws {
        self.connection = connection
        stream = try connection.get(target)
    }

    func receiveBody(within seconds: Double) throws -> [UInt8] {
        let deadline = Deadline(seconds)
        while let frame = try connection.receive(within: deadline.remaining) {
            guard frame.stream == stream else { continue }
            if frame.type == HTTP2Connection.Frame.data, !frame.payload.isEmpty { return frame.payload }
            if frame.type == HTTP2Connection.Frame.resetStream || frame.flags & 1 == 1 { return [] }
        }
        return []
    }
}
