import CNGHTTP2

/// Follows where frames begin and end in what a client sends. libnghttp2 tells of a frame when its header is complete,
/// and of none that it ignores; but who sends a byte now and then must not have a connection for it, whatever the byte
/// belongs to.
///
/// Costs a few steps for a frame, none for the bytes of its payload.
struct FrameProgress {
    /// What has come of the first five bytes of a frame's header: its length, its type and its flags (RFC 9113 §4.1).
    private var header: UInt64 = 0
    private var headerCount = 0
    /// What is still to come of the payload; before all frames, of the preface.
    private var payloadLeft = Self.prefaceCount
    /// In the preface, or before the first frame, which belongs to it (RFC 9113 §3.4).
    private var isPreface = true
    /// A header block goes on in the next frame.
    private var isBlockOpen = false

    private static let prefaceCount = 24
    private static let headerSize = 9
    /// How much of it is of interest.
    private static let notedSize = 5

    /// Whether something has begun that must soon be complete: the preface, a frame, or a header block of several. The
    /// content of a request is none of it: that has its own time.
    var isUnfinished: Bool { isPreface || isBlockOpen || headerCount > 0 && (headerCount < Self.headerSize || type != NGHTTP2_DATA) }

    /// Takes note of bytes that have come.
    /// - Returns: whether one of those that must be complete was completed by them, or a frame of content.
    mutating func advance(over bytes: Span<UInt8>) -> Bool {
        var hasCompleted = false
        var position = 0
        while position < bytes.count {
            if payloadLeft > 0 {
                let count = min(payloadLeft, bytes.count - position)
                payloadLeft -= count
                position += count
                // Behind the preface's first part there is no frame to end.
                guard payloadLeft == 0, headerCount > 0 else { continue }
            } else {
                let end = min(position + Self.headerSize - headerCount, bytes.count)
                let noted = min(position + max(0, Self.notedSize - headerCount), end)
                for place in position..<noted { header = header << 8 | UInt64(bytes[place]) }
                headerCount += end - position
                position = end
                guard headerCount == Self.headerSize else { break }
                payloadLeft = Int(header >> 16)
                if payloadLeft > 0 { continue }
            }
            if endFrame() { hasCompleted = true }
        }
        return hasCompleted
    }

    private var type: nghttp2_frame_type { nghttp2_frame_type(UInt32(header >> 8 & 0xFF)) }

    /// - Returns: whether nothing is open behind it.
    private mutating func endFrame() -> Bool {
        if type == NGHTTP2_HEADERS || type == NGHTTP2_CONTINUATION {
            isBlockOpen = header & UInt64(NGHTTP2_FLAG_END_HEADERS.rawValue) == 0
        }
        header = 0
        headerCount = 0
        isPreface = false
        return !isBlockOpen
    }
}
