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
        guard !hasAnswer, exchange != nil else { return }
        hasAnswer = true
        deadline = nil
        let body = response.body
        // Nobody waits for the end of something without end.
        if body.isUnbounded, !isHead, http2.isInputOver { return http2.reset(number, NGHTTP2_CANCEL) }
        let sendsBody = !isHead && !response.status.forbidsContent
        switch body {
        case .empty, .events: break
        case .bytes(let bytes): if sendsBody, !bytes.isEmpty { output = .bytes(bytes) }
        case .source(let source, let length):
            if sendsBody { output = .source(PulledContent(source, length: length)) } else { source.stop() }
        }
        begin(body, response.prepared?.block ?? HTTP2Fields(response, length: body.length), sendsBody: sendsBody)
    }

    private func begin(_ body: ResponseBody, _ block: HTTP2Fields, sendsBody: Bool) {
        guard let exchange else { return }
        head = block
        if sendsBody, case .events(let stream) = body {
            connection.prepareForStream()
            let cursor = connection.core.streams.attach(stream, to: self, lifetime: exchange.lifetime, on: connection)
            output = .events(cursor)
            if !hasPriority { http2.prioritize(number) }
            http2.submit(block, for: self, hasContent: true)
            exchange.headWasWritten()
            return cursor.socketIsReady()
        }
        var hasContent = false
        switch output {
        case .none, .events: break
        case .bytes:
            hasContent = true
            awaitProgress()
        case .source(let content):
            hasContent = true
            content.start(on: connection.loop) { [weak exchange] in exchange?.wake() }
            awaitProgress()
        }
        http2.submit(block, for: self, hasContent: hasContent)
        exchange.headWasWritten()
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
        bytes.withUnsafeBytes { frames.append(UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
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
