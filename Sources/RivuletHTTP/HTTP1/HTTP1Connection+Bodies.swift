// The bodies of requests: read as somebody asks for them, or thrown away when nobody does.
extension HTTP1Connection {
    func consumeBody(of current: HTTP1Exchange, _ bytes: Span<UInt8>, _ position: inout Int) {
        switch current.input.next(bytes, &position) {
        case .data(let range):
            current.receivedCount += range.count
            if current.receivedCount > limits.bodySize {
                return breakBody(
                    of: current, Refusal(.contentTooLarge, "the content is larger than \(limits.bodySize) bytes"),
                    .tooLarge(limit: limits.bodySize))
            }
            stopWaiting(for: current, range.count)
            guard !current.discardsBody else {
                current.discardedCount += range.count
                if current.discardedCount > limits.readAhead { return close() }
                if current.input.isOver { bodyEnded(current) }
                return
            }
            // Looked at before the piece goes out: its receiver may ask for the next at once.
            current.isBodyWanted = false
            let isLast = current.input.isOver
            current.channel?.supply(ArraySlice([UInt8](bytes.extracting(range))))
            if isLast { bodyEnded(current) }
        case .end: bodyEnded(current)
        case .needsMore: break
        case .refused(let refusal): breakBody(of: current, refusal, .malformed)
        }
    }

    /// A client that sends its body a byte now and then does not get for ever.
    func startWaiting(for current: HTTP1Exchange) {
        guard !current.hasAnswer, let end = current.patience.begin(at: connection.now) else { return }
        connection.deadline = end
    }

    private func stopWaiting(for current: HTTP1Exchange, _ count: Int) {
        guard current.patience.end(at: connection.now, count: count), !current.hasAnswer else { return }
        connection.deadline = connection.now + limits.handlerTimeout.clampedNanoseconds
    }

    private func bodyEnded(_ current: HTTP1Exchange) {
        stopWaiting(for: current, 0)
        current.channel?.end(.end)
        if current.isResponseOver, self.current === current { next() }
    }

    /// The body can't be read to its end, so nothing that follows can be understood either.
    func breakBody(of current: HTTP1Exchange, _ refusal: Refusal, _ error: RequestBodyError) {
        current.input = .broken
        current.keepsAlive = false
        if current.isResponseOver { return close() }
        current.exchange.answerInstead(context.response(to: refusal))
        current.channel?.end(.failed(error))
        // The answer had begun already: all that is left is to break it off.
        if self.current === current, !isClosing { connection.lose() }
    }
}
