// How a connection ends: by the client's hand, by the clock, by the server's stop, or because nobody knows how to go on.
extension HTTP1Connection {
    func inputEnded() {
        isInputOver = true
        guard let current else {
            // Requests that wait only for room in the output are still answered.
            if connection.outputCount < Connection.highWater || kept.isEmpty { close() }
            return
        }
        if current.isUnbounded { return connection.close() }
        if kept.isEmpty {
            current.keepsAlive = false
            disconnectBody(of: current)
        }
    }

    /// The client went away inside its request's body: that is never an end of the body.
    func disconnectBody(of current: HTTP1Exchange) {
        guard !current.input.isOver else { return }
        current.channel?.end(.failed(RequestBodyError.disconnected))
        connection.close()
    }

    func peerHalfClosed() {
        isHalfClosed = true
        guard let current else { return }
        if current.isUnbounded { return connection.close() }
        // While nothing is read, the end of the input is seen only here. What the kernel still holds may complete the
        // body; if it can't, the client is gone.
        if !connection.readsInput, case .length(let remaining) = current.input,
            Socket.unreadCount(connection.descriptor) + kept.count < remaining
        {
            disconnectBody(of: current)
        }
    }

    func deadlinePassed() {
        guard let current else {
            if kept.isEmpty { return connection.close() }
            return refuse(Refusal(.requestTimeout, "the request took too long to arrive"))
        }
        if current.isResponseOver { return close() }
        if current.hasAnswer { return }
        if current.patience.isWaiting {
            breakBody(of: current, Refusal(.requestTimeout, "the content took too long to arrive"), .disconnected)
        } else {
            current.keepsAlive = current.keepsAlive && current.input.isOver
            context.log(.warning, "a handler gave no answer in time", connection.remoteAddress)
            current.exchange.answerInstead(context.response(to: Refusal(.gatewayTimeout, "no answer in time")))
        }
    }

    func connectionClosed() {
        context.census.change(.http11, by: -1)
        isClosing = true
        kept = []
        guard let current else { return }
        self.current = nil
        if !current.input.isOver { current.channel?.end(.failed(RequestBodyError.disconnected)) }
        current.end()
    }

    func stop() {
        guard let current else { return close() }
        current.keepsAlive = false
        if let cursor = current.cursor { cursor.stream.end(retry: context.randomRetry()) }
    }

    /// Closes in order, once what is written is sent.
    func close() {
        isClosing = true
        kept = []
        connection.closeWhenWritten()
    }

    /// Answers what could not be understood, and closes: where the next request would begin is unknown.
    func refuse(_ refusal: Refusal) {
        let response = context.response(to: refusal)
        guard case .bytes(let body) = response.body else { return close() }
        connection.core.writeHead(response, length: body.count, keepsAlive: false, isHTTP10: false, isChunked: false)
        connection.writeScratch(body: body[...])
        context.census.count(.refused)
        close()
    }
}
