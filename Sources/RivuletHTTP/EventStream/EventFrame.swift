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
        let fields = try ServerSentEvent(id: id, event: event, retry: retry)
        self.init(data: data, retry: retry, event: event, idCount: fields.id?.utf8.count) { output in
            if let id { output.append(id.utf8.span) }
        }
    }

    /// The same with an id that is written where it goes, rather than into a string first: each journaled event has one.
    /// - Parameters:
    ///   - event: the event's type.
    ///   - data: the payload, in UTF-8.
    ///   - retry: how long the client is to wait before it reconnects, in milliseconds.
    ///   - idCount: how long the id is at most.
    ///   - writeID: appends the id: on one line, without NUL.
    package init(
        event: String, data: [UInt8], retry: Int?, idCount: Int, writeID: (inout OutputSpan<UInt8>) -> Void
    ) throws(ServerSentEvent.InvalidField) {
        try ServerSentEvent.check(event, retry)
        self.init(data: data, retry: retry, event: event, idCount: idCount, writeID)
    }

    private init(
        data: [UInt8], retry: Int?, event: String?, idCount: Int?, _ writeID: (inout OutputSpan<UInt8>) -> Void
    ) {
        func head(_ end: String) -> [UInt8] {
            ServerSentEvent.encodeHead(retry: retry, event: event, idCount: idCount, end: end, writeID)
        }
        if data.span.isOneLine {
            self.init(head: head(ServerSentEvent.dataField), data: data, tail: .lineEnds)
        } else {
            var bytes = head("")
            ServerSentEvent.append(data: data.span, to: &bytes)
            bytes.append(0x0A)
            self.init(bytes)
        }
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
        func copy(_ part: [UInt8]) {
            let start = min(skipped, part.count)
            let count = min(part.count - start, room.count - filled)
            part.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
            }
            skipped -= start
            filled += count
        }
        copy(head)
        copy(data)
        if tail == .lineEnds { copy(Self.lineEnds) }
        return filled
    }
}
