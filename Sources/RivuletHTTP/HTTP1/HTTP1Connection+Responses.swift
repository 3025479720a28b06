// Responses: the head and the content that a handler gave, in one call where they fit.
extension HTTP1Connection: ExchangeHost {
    func wantBody() {
        guard let current, !current.input.isOver else { return }
        current.isBodyWanted = true
        startWaiting(for: current)
        if current.expectsContinue, !current.hasAnswer {
            current.expectsContinue = false
            if kept.isEmpty { connection.write(ArraySlice("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        }
        resume()
    }

    /// Goes on reading after something has changed; not from inside the reading itself, which goes on anyway.
    private func resume() {
        guard !isConsuming, !connection.isClosed, !isClosing else { return }
        consumeKept()
        if isInputOver, let current, !current.input.isOver, current.takesBody { return disconnectBody(of: current) }
        settleInput()
    }

    func answer(_ response: Response) {
        guard let current, !current.hasAnswer, !connection.isClosed else { return }
        current.hasAnswer = true
        connection.deadline = .max
        if isHalfClosed || isInputOver, response.body.isUnbounded, !current.isHead {
            // Nobody waits for the end of something without end.
            return connection.close()
        }
        decideWhatFollows(current)
        let sendsBody = !current.isHead && !response.status.forbidsContent
        switch response.body {
        case .empty: complete(response, with: [], current)
        case .bytes(let bytes): complete(response, with: bytes, current)
        case .source(let source, let length):
            let isChunked = length == nil && current.isHTTP11
            if length == nil, !current.isHTTP11 { current.keepsAlive = false }
            writeHead(response, length: length, current, isChunked: isChunked)
            guard sendsBody else {
                connection.writeScratch()
                current.exchange.headWasWritten()
                source.stop()
                return finish(current)
            }
            connection.writeLater(ArraySlice(connection.core.scratch.bytes))
            current.output = .source(source, remaining: length, isChunked: isChunked)
            let exchange = current.exchange
            source.start(on: connection.loop) { [weak exchange] in exchange?.wake() }
            exchange.headWasWritten()
            pullBody()
        case .events(let stream):
            if !current.isHTTP11 { current.keepsAlive = false }
            writeHead(response, length: nil, current, isChunked: current.isHTTP11)
            guard sendsBody else {
                connection.writeScratch()
                current.exchange.headWasWritten()
                return finish(current)
            }
            beginEvents(stream, current)
        }
        if !isConsuming { resume() }
    }

    /// Sends a response that is all there, in one call.
    private func complete(_ response: Response, with bytes: [UInt8], _ current: HTTP1Exchange) {
        writeHead(response, length: bytes.count, current)
        connection.writeScratch(body: current.isHead || response.status.forbidsContent ? [] : bytes[...])
        current.exchange.headWasWritten()
        finish(current)
    }

    /// Whether the connection can go on after this answer. A body that nobody has read is in the way: a small rest is
    /// read and thrown away, with a larger one the connection closes.
    private func decideWhatFollows(_ current: HTTP1Exchange) {
        if context.isStopping || isInputOver && kept.isEmpty { current.keepsAlive = false }
        if current.input.isOver { return }
        current.discardsBody = true
        guard case .length(let remaining) = current.input, remaining <= limits.readAhead, !current.expectsContinue else {
            if case .chunked = current.input, !current.expectsContinue { return }
            current.keepsAlive = false
            return
        }
    }

    private func writeHead(_ response: Response, length: Int?, _ current: HTTP1Exchange, isChunked: Bool = false) {
        connection.core.writeHead(
            response, length: length, keepsAlive: current.keepsAlive, isHTTP10: !current.isHTTP11, isChunked: isChunked)
    }

    func pullBody() {
        guard let current, case .source(let source, var remaining, let isChunked) = current.output, !current.isPulling else { return }
        current.isPulling = true
        defer { current.isPulling = false }
        while connection.outputCount < Connection.highWater, !connection.isClosed {
            switch source.pull(atMost: min(Connection.highWater, remaining ?? .max)) {
            case .bytes(let bytes):
                if let left = remaining { remaining = left - bytes.count }
                current.output = .source(source, remaining: remaining, isChunked: isChunked)
                writeBody(bytes, isChunked: isChunked)
                guard remaining == 0 else { continue }
                fallthrough
            case .end:
                if let remaining, remaining > 0 { return breakOff(current, "a body was shorter than its length said") }
                if isChunked { connection.writeLater(ArraySlice("0\r\n\r\n".utf8)) }
                source.stop()
                current.output = .none
                return finish(current)
            case .later: return connection.flushAtEndOfTurn()
            case .failed(let error): return breakOff(current, "a body could not be read to its end: \(error)")
            }
        }
    }

    private func writeBody(_ bytes: ArraySlice<UInt8>, isChunked: Bool) {
        guard isChunked else { return connection.writeLater(bytes) }
        var size = ByteBuilder()
        size.append(hexadecimal: bytes.count)
        size.append("\r\n")
        connection.writeLater(ArraySlice(size.bytes))
        connection.writeLater(bytes)
        connection.writeLater(ArraySlice("\r\n".utf8))
    }

    /// A response that has begun and can't be completed ends with its connection: a clean end would be a lie.
    private func breakOff(_ current: HTTP1Exchange, _ reason: String) {
        context.log(.error, reason, connection.remoteAddress)
        connection.lose()
    }

    func outputDrained() {
        if let cursor = current?.cursor { return cursor.socketIsReady() }
        pullBody()
        if current == nil || current?.takesBody == true { resume() }
    }

    /// The response is complete.
    func finish(_ current: HTTP1Exchange) {
        current.isResponseOver = true
        current.end()
        if !current.keepsAlive {
            self.current = nil
            return close()
        }
        if current.input.isOver { next() } else { connection.deadline = connection.now + limits.headTimeout.clampedNanoseconds }
    }

    /// Makes ready for the next request.
    func next() {
        current = nil
        seenCount = 0
        connection.deadline = connection.now + limits.idleTimeout.clampedNanoseconds
        if !isConsuming { resume() }
    }
}
