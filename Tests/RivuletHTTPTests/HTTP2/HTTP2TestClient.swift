import CNGHTTP2
import Glibc
import Testing

/// A client of HTTP/2 that sends exactly the frames it is told to, and keeps no rules by itself but one: it confirms
/// settings and pings. Blocks; gives up after a minute without an answer.
final class HTTP2TestClient {
    struct Stream {
        var fields: [(name: String, value: String)] = []
        var body: [UInt8] = []
        var isEnded = false
        var resetCode: UInt32?
        /// By how much the server has opened the window for what we send.
        var granted = 0

        var status: String? { fields.first { $0.name == ":status" }?.value }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct GoAway: Equatable {
        let last: UInt32
        let code: UInt32
    }

    enum Kind: UInt8 {
        case data = 0
        case headers, priority, reset, settings, push, ping, goAway, windowUpdate, continuation
        case priorityUpdate = 16
    }

    private let socket: TestClient
    private var inflater: OpaquePointer?
    private var next: Int32 = 1
    private(set) var streams: [Int32: Stream] = [:]
    private(set) var goAways: [GoAway] = []
    private(set) var isClosed = false
    /// How many of our pings were answered.
    private(set) var pongs = 0
    /// How much content has come, on all streams.
    private(set) var received = 0
    /// What ``atOnce(_:)`` keeps together.
    private var corked: [UInt8]?

    /// - Parameters:
    ///   - window: what the server may send on each stream before it is told more.
    ///   - connectionWindow: what it may send on all of them, at least 65 535.
    init(port: UInt16, window: UInt32 = 65_535, connectionWindow: UInt32 = 1 << 30, receiveBuffer: Int32? = nil) throws {
        socket = try TestClient(port: port, receiveBuffer: receiveBuffer)
        nghttp2_hd_inflate_new(&inflater)
        socket.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        // SETTINGS_INITIAL_WINDOW_SIZE.
        send(.settings, [0, 4] + Self.bytes(window))
        send(.windowUpdate, Self.bytes(connectionWindow - 65_535))
    }

    deinit { nghttp2_hd_inflate_del(inflater) }

    static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    func send(_ kind: Kind, flags: UInt8 = 0, stream: Int32 = 0, _ payload: [UInt8] = []) {
        send(bytes: Self.frame(kind, flags: flags, stream: stream, payload))
    }

    /// Sends bytes that need not be whole frames.
    func send(bytes: [UInt8]) {
        if corked == nil { socket.send(bytes: bytes) } else { corked?.append(contentsOf: bytes) }
    }

    /// Sends what is said inside in one piece, however busy the machine is.
    func atOnce(_ body: () -> Void) {
        corked = []
        body()
        let together = corked ?? []
        corked = nil
        socket.send(bytes: together)
    }

    static func frame(_ kind: Kind, flags: UInt8 = 0, stream: Int32, _ payload: [UInt8]) -> [UInt8] {
        bytes(UInt32(payload.count)).dropFirst() + [kind.rawValue, flags] + bytes(UInt32(stream)) + payload
    }

    /// Begins a request; with `hasBody` its content follows.
    @discardableResult
    func request(_ path: String, method: String = "GET", fields: [(String, String)] = [], hasBody: Bool = false) -> Int32 {
        let stream = next
        next += 2
        streams[stream] = Stream()
        let all = [(":method", method), (":scheme", "http"), (":path", path), (":authority", "a")] + fields
        // Each a literal that is not indexed, with a new name (RFC 7541 §6.2.2).
        var block: [UInt8] = []
        for (name, value) in all {
            block += [0, UInt8(name.utf8.count)] + Array(name.utf8)
            block += [UInt8(value.utf8.count)] + Array(value.utf8)
        }
        send(.headers, flags: hasBody ? 4 : 5, stream: stream, block)
        return stream
    }

    func data(_ bytes: [UInt8], on stream: Int32, isLast: Bool = false) { send(.data, flags: isLast ? 1 : 0, stream: stream, bytes) }

    func reset(_ stream: Int32) { send(.reset, stream: stream, Self.bytes(8)) }

    /// Opens the windows of some streams, of all at once.
    func openWindow(_ streams: Int32..., by count: UInt32) {
        socket.send(bytes: streams.flatMap { Self.frame(.windowUpdate, stream: $0, Self.bytes(count)) })
    }

    func finish() { socket.finish() }

    subscript(stream: Int32) -> Stream { streams[stream] ?? Stream() }

    /// Takes frames until something holds, or the server closes.
    func read(until condition: () -> Bool) throws {
        while !condition(), !isClosed { try readFrame() }
    }

    private func readFrame() throws {
        guard let header = try socket.readBytes(9) else {
            isClosed = true
            return
        }
        let length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        guard let payload = try socket.readBytes(length) else {
            isClosed = true
            return
        }
        let stream = Int32(truncatingIfNeeded: Self.number(header[5...]) & 0x7FFF_FFFF)
        switch Kind(rawValue: header[3]) {
        case .data:
            received += length
            streams[stream, default: Stream()].body += payload
            if header[4] & 1 != 0 { streams[stream, default: Stream()].isEnded = true }
        case .headers:
            streams[stream, default: Stream()].fields += inflate(payload)
            if header[4] & 1 != 0 { streams[stream, default: Stream()].isEnded = true }
        case .reset: streams[stream, default: Stream()].resetCode = Self.number(payload[...])
        case .settings: if header[4] & 1 == 0 { send(.settings, flags: 1) }
        case .ping: if header[4] & 1 == 0 { send(.ping, flags: 1, payload) } else { pongs += 1 }
        case .goAway: goAways.append(GoAway(last: Self.number(payload[..<4]), code: Self.number(payload[4..<8])))
        case .windowUpdate: streams[stream, default: Stream()].granted += Int(Self.number(payload[...]))
        default: break
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }

    private func inflate(_ block: [UInt8]) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var block = block
        block.withUnsafeMutableBufferPointer { block in
            var position = 0
            while position <= block.count {
                var field = nghttp2_nv()
                var flags: Int32 = 0
                let used = nghttp2_hd_inflate_hd2(
                    inflater, &field, &flags, block.baseAddress.map { $0 + position }, block.count - position, 1)
                guard used >= 0 else { return }
                position += used
                if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                    func text(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
                        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
                    }
                    fields.append((text(field.name, field.namelen), text(field.value, field.valuelen)))
                }
                if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
            }
            nghttp2_hd_inflate_end_headers(inflater)
        }
        return fields
    }
}
