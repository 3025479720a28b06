/// Sends a cursor's bytes over HTTP/1.1: each piece of the log in a chunk of its own, head, window and end in one call,
/// the window straight from the log. To an HTTP/1.0 client the bytes go as they are.
struct ChunkedEvents {
    let isChunked: Bool

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    /// What is no larger is copied into its chunk, rather than sent from where it lies: the call is cheaper (see ``Socket``).
    private static let smallWindow = 4 * 1024

    /// Appends what the stream begins with to its response's head.
    func begin(_ cursor: EventCursor, with head: inout ByteBuilder) {
        let frames = cursor.takeOwn(upTo: Connection.highWater)
        if !frames.isEmpty { append(frames, to: &head) }
    }

    /// Sends until the cursor has nothing more or the socket takes nothing more.
    func write(_ cursor: EventCursor, to connection: Connection) -> EventSinkState {
        while connection.outputCount == 0, !connection.isClosed {
            switch cursor.nextPiece() {
            case .nothing: return .drained
            case .own:
                connection.core.compose { append(cursor.takeOwn(upTo: Connection.highWater), to: &$0) }
                connection.writeScratch()
            case .window(let window, let isBegun):
                let isWhole = isChunked && !isBegun && window.count <= Self.smallWindow
                guard isWhole ? sendWhole(window, cursor, connection) : sendParts(window, isBegun, cursor, connection) else {
                    return .blocked
                }
            }
        }
        return .blocked
    }

    private func append(_ frames: [UInt8], to chunk: inout ByteBuilder) {
        appendHead(frames.count, to: &chunk)
        chunk.append(frames)
        if isChunked { chunk.append(Self.lineEnd) }
    }

    private func appendHead(_ count: Int, to chunk: inout ByteBuilder) {
        guard isChunked else { return }
        chunk.append(hexadecimal: count)
        chunk.append("\r\n")
    }

    /// Sends a window of the log with its chunk around it, which is put together once for all streams that send the same.
    /// - Returns: whether everything went.
    private func sendWhole(_ window: UnsafeRawBufferPointer, _ cursor: EventCursor, _ connection: Connection) -> Bool {
        let chunk = cursor.chunk(of: window) { window in
            var chunk = ByteBuilder(capacity: window.count + 16)
            appendHead(window.count, to: &chunk)
            chunk.append(window)
            chunk.append(Self.lineEnd)
            return chunk.bytes
        }
        guard let sent = chunk.withUnsafeBytes({ connection.sendWindow($0) }) else { return false }
        let headCount = chunk.count - window.count - Self.lineEnd.count
        return keepRest(after: sent, head: chunk[..<headCount], window.count, end: Self.lineEnd, cursor, connection)
    }

    /// Sends a window of the log from where it lies.
    /// - Returns: whether everything went.
    private func sendParts(
        _ window: UnsafeRawBufferPointer, _ isBegun: Bool, _ cursor: EventCursor, _ connection: Connection
    ) -> Bool {
        // In the loop's scratch space: nothing in a delivery takes memory from the heap.
        connection.core.compose { if !isBegun { appendHead(window.count, to: &$0) } }
        let head = connection.core.scratch.bytes
        let end = isChunked ? Self.lineEnd : []
        let sent = head.withUnsafeBytes { head in
            end.withUnsafeBytes { end in connection.sendWindow(head, window, end) }
        }
        guard let sent else { return false }
        return keepRest(after: sent, head: head[...], window.count, end: end, cursor, connection)
    }

    /// A chunk whose head went out must be completed with these very bytes: what is missing of the head or the end waits in
    /// the connection's queue, what is missing of the window stays in the log.
    /// - Returns: whether everything went.
    private func keepRest(
        after sent: Int, head: ArraySlice<UInt8>, _ windowCount: Int, end: [UInt8], _ cursor: EventCursor, _ connection: Connection
    ) -> Bool {
        cursor.advance(by: min(max(0, sent - head.count), windowCount))
        let total = head.count + windowCount + end.count
        if sent == total { return true }
        if sent < head.count { connection.keep(head.dropFirst(sent)) }
        let endSent = sent - head.count - windowCount
        if endSent >= 0 { connection.keep(end[endSent...]) }
        return false
    }
}
