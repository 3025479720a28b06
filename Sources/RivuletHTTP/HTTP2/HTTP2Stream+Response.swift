import CNGHTTP2

// The response: what the handler gave, piece by piece as the library asks for it.
extension HTTP2Stream: ExchangeHost {
    func wantBody() {
        if expectsContinue, !hasAnswer {
            expectsContinue = false
            http2.submitContinue(number)
        }
        // What was asked for may have come meanwhile: who has it and pauses is sent no more.
        guard channel?.isWanted != false else { return }
        startWaiting()
        guard heldCount > 0 else { return }
        http2.openWindow(number, heldCount)
        heldCount = 0
    }

    func answer(_ response: Response) {
        guard !hasAnswer, let exchange else { return }
        hasAnswer = true
        deadline = nil
        let body = response.body
        // Nobody waits for the end of something without end.
        if body.isUnbounded, !isHead, http2.isInputOver { return http2.reset(number, NGHTTP2_CANCEL) }
        let head = response.prepared?.block ?? HTTP2Fields(response, length: body.length)
        self.head = head
        if !isHead, !response.status.forbidsContent {
            begin(body, exchange)
        } else if case .source(let source, _) = body {
            source.stop()
        }
        http2.submit(head, for: self, hasContent: hasContent)
        exchange.headWasWritten()
        if case .events(let cursor) = output { cursor.socketIsReady() }
    }

    private func begin(_ body: ResponseBody, _ exchange: Exchange) {
        switch body {
        case .empty: return
        case .bytes(let bytes):
            if bytes.isEmpty { return }
            output = .bytes(bytes)
        case .source(let source, let length):
            let content = PulledContent(source, length: length)
            output = .source(content)
            content.start(on: connection.loop) { [weak exchange] in exchange?.wake() }
        case .events(let stream):
            connection.prepareForStream()
            output = .events(connection.core.streams.attach(stream, to: self, lifetime: exchange.lifetime, on: connection))
            if !hasPriority { http2.prioritize(number) }
            return
        }
        awaitProgress()
    }

    private var hasContent: Bool {
        if case .none = output { false } else { true }
    }

    func pullBody() {
        if case .source = output { http2.resume(number) }
    }

    /// What the library gets when it asks for content.
    enum Read {
        case some(Int)
        /// So many bytes, not copied: the library calls for them with their frame, see ``appendLent(_:to:)``.
        case lent(Int, isLast: Bool)
        case later
        case last(Int)
        case failed
    }

    /// Gives the next bytes of the content.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        // The library has encoded that: it asks for content when the header is sent.
        head = nil
        switch output {
        case .none: return .last(0)
        case .bytes(let bytes):
            let count = min(buffer.count, bytes.count - position)
            let isLast = position + count == bytes.count
            if !isLast { awaitProgress() }
            return .lent(count, isLast: isLast)
        case .source(let content): return read(content, into: buffer)
        case .events(let cursor): return read(cursor, into: buffer)
        }
    }

    /// Puts bytes that were lent where they are sent from.
    func appendLent(_ count: Int, to frames: inout FrameBuffer) {
        guard case .bytes(let bytes) = output else { return }
        frames.append(bytes[position..<position + count])
        position += count
    }

    private func read(_ content: PulledContent, into buffer: UnsafeMutableRawBufferPointer) -> Read {
        let read = content.read(into: buffer)
        switch read {
        case .bytes(let count):
            awaitProgress()
            return .some(count)
        case .last(let count): return .last(count)
        case .later:
            deadline = nil
            return .later
        case .failed(let reason):
            http2.context.log(.error, reason, connection.remoteAddress)
            return .failed
        }
    }

    private func read(_ cursor: EventCursor, into buffer: UnsafeMutableRawBufferPointer) -> Read {
        var filled = 0
        while filled < buffer.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch cursor.nextPiece() {
            case .own(let frame, let offset):
                let count = frame.copy(from: offset, into: room)
                cursor.dropOwn(count)
                filled += count
            case .window(let window, _):
                let count = min(room.count, window.count)
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[..<count]))
                cursor.advance(by: count)
                filled += count
            case .nothing:
                if cursor.isEnding { return .last(filled) }
                if filled > 0 { return .some(filled) }
                cursor.wasDrained()
                return .later
            }
        }
        return .some(filled)
    }
}

extension HTTP2Stream: EventSink {
    /// The library asks for the bytes when the window has room; until it has taken all, the cursor counts as blocked.
    func writeEvents(_ cursor: EventCursor) -> EventSinkState {
        http2.resume(number)
        return .blocked
    }

    func endEvents(_ cursor: EventCursor) { http2.resume(number) }

    func cutOff(_ cursor: EventCursor) { http2.reset(number, NGHTTP2_CANCEL) }
}
