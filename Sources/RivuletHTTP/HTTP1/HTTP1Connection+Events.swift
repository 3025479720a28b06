// Event streams: what the cursor has, in chunks.
extension HTTP1Connection: EventSink {
    /// Begins to send a stream whose response's head is in the loop's scratch space.
    func beginEvents(_ stream: EventStream, _ current: HTTP1Exchange) {
        current.keepsAlive = false
        connection.stallLimit = nil
        connection.prepareForStream()
        let exchange = current.exchange
        // Nothing is written before the head: until there is an output, the sink takes nothing.
        let cursor = connection.core.streams.attach(stream, to: self, lifetime: exchange.lifetime, on: connection)
        current.cursor = cursor
        current.output = .events
        // With the head goes what the stream begins with, its greeting as a rule: a call less for every stream.
        connection.core.addToScratch { ChunkedEvents(isChunked: current.isHTTP11).begin(cursor, with: &$0) }
        connection.writeScratch()
        exchange.headWasWritten()
        current.cursor?.socketIsReady()
    }

    func writeEvents(_ cursor: EventCursor) -> EventSinkState {
        guard let current, case .events = current.output else { return .blocked }
        return ChunkedEvents(isChunked: current.isHTTP11).write(cursor, to: connection)
    }

    func endEvents(_ cursor: EventCursor) {
        guard let current, case .events = current.output else { return }
        // Before the write, which calls back when the connection has taken everything: the end is written once.
        current.output = .none
        if current.isHTTP11 { connection.write(ArraySlice("0\r\n\r\n".utf8)) }
        finish(current)
    }

    func cutOff(_ cursor: EventCursor) { connection.lose() }
}
