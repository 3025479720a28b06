/// An event as it goes over the wire, encoded once and shared by every loop and every stream that sends it.
///
/// Its data may be an array that somebody else keeps as well, a journal for example: that is held, not copied, so that
/// an event is in memory once however many have still to read it.
public struct EventFrame: Sendable {
    private let head: [UInt8]
    private let data: [UInt8]
    /// The end of the data's line, and of the event.
    private let tail: Tail

    private enum Tail: Int {
        case none = 0
        case lineEnds = 2
    }

    /// Bytes that are encoded already.
    public init(_ bytes: [UInt8]) {
        self.init(head: bytes, data: [], tail: .none)
    }

    /// An event with these fields (WHATWG HTML § 9.2.6). Data of one line is shared, as it is.
    /// - Parameters:
    ///   - id: becomes the client's last event id; nil leaves that.
    ///   - event: the event's type; `message` when nil.
    ///   - data: the payload, in UTF-8.
    ///   - retry: how long the client is to wait before it reconnects, in milliseconds.
    /// - Throws: ``ServerSentEvent/InvalidField`` when a field holds what would end its line, or the time is negative.
    public init(
        id: String? = nil, event: String? = nil, data: [UInt8], retry: Int? = nil
    ) throws(ServerSentEvent.InvalidField) {
        guard data.span.isOneLine else {
            let data = String(decoding: data, as: UTF8.self)
            self.init(try ServerSentEvent(id: id, event: event, data: data, retry: retry).encoded())
            return
        }
        var head = try ServerSentEvent(id: id, event: event, retry: retry).encodedHead(reserving: 0)
        head.append(contentsOf: ServerSentEvent.dataField.utf8)
        self.init(head: head, data: data, tail: .lineEnds)
    }

    private init(head: [UInt8], data: [UInt8], tail: Tail) {
        (self.head, self.data, self.tail) = (head, data, tail)
    }

    /// Says after how many milliseconds the client shall come back: the last of a stream. The line counts without a blank
    /// one behind it (WHATWG HTML § 9.2.6), which would make some clients dispatch an empty event.
    init(retry: Int) {
        self.init(Array("retry: \(retry)\n".utf8))
    }

    /// How many bytes it is on the wire.
    public var count: Int { head.count + data.count + tail.rawValue }

    /// What goes over the wire, put together.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            initializedCount = copy(from: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    private static let lineEnds: [UInt8] = [0x0A, 0x0A]

    /// Copies what lies from `offset` on, as far as the room goes.
    /// - Returns: how many bytes.
    func copy(from offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
        var skipped = offset
        var filled = 0
        for part in [head, data, tail == .none ? [] : Self.lineEnds] {
            let start = min(skipped, part.count)
            let count = min(part.count - start, room.count - filled)
            part.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
            }
            skipped -= start
            filled += count
        }
        return filled
    }
}
