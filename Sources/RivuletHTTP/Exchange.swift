import Rivulet
import Synchronization

/// One request and its response, and how long they last.
///
/// What a handler starts for a client it hangs on ``lifetime``; that ends when the response is complete or the client
/// is gone, whichever comes first, and everything hung on it is disposed then, at once, on the loop, before the
/// connection's descriptor is closed. It ends so:
///
/// - The client closes its half after a complete request: a finite response is finished first; an unbounded one (an
///   event stream) ends at once.
/// - The client closes inside its request's body: the body fails with ``RequestBodyError/disconnected``.
/// - A reset of the connection or stream, or the stop of the server: at once.
public final class Exchange: Sendable {
    /// The loop that the connection lives on.
    public let loop: EventLoop
    /// Who asked.
    public let remoteAddress: SocketAddress
    /// The version of HTTP between the two.
    public let version: HTTPVersion
    /// Whether the connection is under TLS, whatever scheme the request claims.
    public let isSecure: Bool

    /// `nonisolated(unsafe)`: touched on the loop's thread alone, as what a ``LoopBound`` holds, but without an object of its
    /// own for each request.
    nonisolated(unsafe) private var host: (any ExchangeHost)?
    private let state = Lock(State())

    private struct State {
        /// Made when somebody first asks: most exchanges are over before anything hangs on them.
        var lifetime: (lifetime: Lifetime, token: Lifetime.Token)?
        var headWritten: AsyncSubject<Void>?
        var headIsWritten = false
        var handling: (any Disposable)?
        var isAnswered = false
        var statusInstead: Status?
        var isOver = false
        /// Whether there is, or was, a lifetime, a handling or somebody who waits for the head. Most exchanges have none of them,
        /// and to look at this is cheaper than to take each (callgrind: 70 instructions against 300).
        var endsSomething = false
    }

    /// - Parameter host: the connection or stream that the exchange happens on.
    init(loop: EventLoop, remoteAddress: SocketAddress, version: HTTPVersion, isSecure: Bool = false, host: (any ExchangeHost)?) {
        self.loop = loop
        self.remoteAddress = remoteAddress
        self.version = version
        self.isSecure = isSecure
        self.host = host
    }

    /// Ends with the exchange. Hang on it what shall not outlive the client.
    public var lifetime: Lifetime {
        let (lifetime, isOver) = state.withLock { state in
            let made = state.lifetime ?? Lifetime.make()
            state.lifetime = made
            state.endsSomething = true
            return (made, state.isOver)
        }
        if isOver { lifetime.token.dispose() }
        return lifetime.lifetime
    }

    /// Fires once, and completes, when the response's head was handed to the socket; at once when that is past. Completes
    /// without an element when the exchange ends before.
    public var headWritten: Observable<Void> {
        let (subject, isWritten) = state.withLock { state -> (AsyncSubject<Void>?, Bool) in
            if state.headIsWritten || state.isOver { return (nil, state.headIsWritten) }
            let subject = state.headWritten ?? AsyncSubject<Void>()
            state.headWritten = subject
            state.endsSomething = true
            return (subject, false)
        }
        if let subject { return subject.asObservable() }
        return isWritten ? .just(()) : .empty()
    }
}

/// What an exchange happens on: a connection of HTTP/1.1 or a stream of HTTP/2. On the loop only.
protocol ExchangeHost: AnyObject {
    /// The handler's answer.
    func answer(_ response: Response)

    /// Somebody waits for the request's content.
    func wantBody()

    /// The response's byte source has more.
    func pullBody()
}

// MARK: Inside

extension Exchange {
    /// Runs the handler and sees to it that one answer comes of it: its first element; or problem details when it
    /// fails, or completes without one.
    func run(_ handler: Handler, _ request: Request) {
        let answers = handler(request)
        // Most handlers have their answer at once: nothing to subscribe to, and nothing to dispose.
        if let response = answers.elementAtHand { return answer(response) }
        let handling = answers.subscribe(AnswerObserver(exchange: self))
        let isUnwanted = state.withLock { state in
            if state.isAnswered || state.isOver { return true }
            state.handling = handling
            state.endsSomething = true
            return false
        }
        if isUnwanted { handling.dispose() }
    }

    /// Answers with a response of the server's own, for a handler that took too long: it is disposed.
    func answerInstead(_ response: Response) {
        state.withLock { if !$0.isAnswered { $0.statusInstead = response.status } }
        answer(response)
    }

    /// The status of the server's own response, if the handler did not give one in time.
    var statusInstead: Status? { state.withLock { $0.statusInstead } }

    fileprivate func answer(_ response: Response) {
        let (isFirst, handling) = state.withLock { state in
            let isFirst = !state.isAnswered && !state.isOver
            state.isAnswered = true
            return (isFirst, state.endsSomething ? state.handling.take() : nil)
        }
        if isFirst {
            if loop.isCurrent { host?.answer(response) } else { loop.execute { [self] in host?.answer(response) } }
        }
        handling?.dispose()
    }

    /// Whether a handler's answer has come, or none can any more.
    var isAnswered: Bool { state.withLock { $0.isAnswered || $0.isOver } }

    /// The way of the request's content to its reader.
    func makeBodyChannel(length: Int?) -> BodyChannel {
        BodyChannel(length: length) { [weak self] in
            guard let self else { return }
            loop.executeInline { self.host?.wantBody() }
        }
    }

    /// Asks a response's byte source again, on the loop.
    func wake() {
        loop.execute { [weak self] in self?.host?.pullBody() }
    }

    /// Says that the response's head is on its way. On the loop.
    func headWasWritten() {
        let subject = state.withLock { state in
            state.headIsWritten = true
            return state.endsSomething ? state.headWritten.take() : nil
        }
        subject?.onNext(())
        subject?.onCompleted()
    }

    /// Ends the exchange: the handler is cancelled if it still runs, and what hangs on the lifetime is disposed. On the
    /// loop, once the response is complete or the client gone.
    func end() {
        assert(loop.isCurrent, "an exchange ended on another thread than its loop's")
        host = nil
        let (handling, subject, token) = state.withLock { state in
            let isFirst = !state.isOver
            state.isOver = true
            guard isFirst, state.endsSomething else { return ((any Disposable)?.none, AsyncSubject<Void>?.none, Lifetime.Token?.none) }
            return (state.handling.take(), state.headWritten.take(), state.lifetime?.token)
        }
        handling?.dispose()
        subject?.onCompleted()
        token?.dispose()
    }
}

/// Takes the first element of what a handler returned.
private struct AnswerObserver: ObserverType {
    let exchange: Exchange

    func on(_ event: Event<Response>) {
        switch event {
        case .next(let response): onNext(response)
        case .error(let error): onError(error)
        case .completed: onCompleted()
        }
    }

    func onNext(_ response: Response) { exchange.answer(response) }
    func onError(_ error: any Error) { exchange.answer(exchange.loop.context.response(to: error)) }
    func onCompleted() {
        if !exchange.isAnswered { exchange.answer(exchange.loop.context.responseToSilence()) }
    }
}
