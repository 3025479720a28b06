/// Sends a cursor's bytes over HTTP/1.1: each piece of the log in a chunk of its own, head, window and end in one call,
/// the window straight from the log. To an HTTP/1.0 client the bytes go as they are.
struct ChunkedEvents {
    let isChunked: Bool

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

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
                connection.core.scratch.write { append(cursor.takeOwn(upTo: Connection.highWater), to: &$0) }
                connection.writeScratch()
            case .window(let window, let isBegun):
                // In the loop's scratch space, for every delivery has one: nothing else in a delivery takes memory from the heap.
                connection.core.scratch.write { if !isBegun { appendHead(window.count, to: &$0) } }
                guard send(connection.core.scratch.bytes, window, cursor, connection) else { return .blocked }
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

    /// - Returns: whether everything went.
    private func send(_ head: [UInt8], _ window: UnsafeRawBufferPointer, _ cursor: EventCursor, _ connection: Connection) -> Bool {
        let end = isChunked ? Self.lineEnd : []
        let sent = head.withUnsafeBytes { head in
            end.withUnsafeBytes { end in connection.sendWindow(head, window, end) }
        }
        guard let sent else { return false }
        // A chunk whose head went out must be completed with these very bytes; what is missing of the head or the end
        // waits in the connection's queue, what is missing of the window stays in the log.
        let taken = min(max(0, sent - head.count), window.count)
        cursor.advance(by: taken)
        if sent < head.count { connection.keep(head[sent...]) }
        let endSent = sent - head.count - window.count
        if endSent >= 0, endSent < end.count { connection.keep(end[endSent...]) }
        return sent == head.count + window.count + end.count
    }
}
