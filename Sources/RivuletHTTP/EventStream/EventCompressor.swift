/// Compresses one stream of events (RFC 1952), so that everything that was put in can be read as soon as it comes out. An object,
/// so that the many streams without compression have no more than a place for it.
final class EventCompressor {
    private let deflater: Deflater
    private var output: [UInt8] = []
    private var isOver = false
    /// What is to be sent, and how much of it was.
    private(set) var ready = EventFrame([])
    private(set) var sent = 0

    init(_ deflater: Deflater) {
        self.deflater = deflater
    }

    /// Whether something has come out that was not sent.
    var isReady: Bool { sent < ready.count }

    /// How much has been put in since the last time.
    private(set) var count = 0

    func add(_ bytes: UnsafeRawBufferPointer) {
        deflater.deflate(bytes, .whenFull, into: &output)
        count += bytes.count
    }

    func add(_ frame: EventFrame, from offset: Int) {
        frame.bytes[offset...].withUnsafeBytes { add($0) }
    }

    /// Has everything come out.
    /// - Parameters:
    ///   - isEnd: nothing follows: gzip's trailer comes out too, once.
    ///   - isEmpty: nothing was put in, so that without an end nothing comes out.
    func finish(isEnd: Bool, isEmpty: Bool) {
        if isOver || isEmpty && !isEnd { return }
        deflater.deflate(UnsafeRawBufferPointer(start: nil, count: 0), isEnd ? .end : .now, into: &output)
        isOver = isEnd
        ready = EventFrame(output)
        (output, sent, count) = ([], 0, 0)
    }

    func drop(_ count: Int) {
        sent += count
        if !isReady { (ready, sent) = (EventFrame([]), 0) }
    }
}
