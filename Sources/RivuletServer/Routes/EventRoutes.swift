import Rivulet
import RivuletEvents
import RivuletHTTP

/// `/events`: the live stream. Each stream is a viewer with a page of its own.
struct EventRoutes: Sendable {
    let live: LiveEvents
    /// What an EventSource is told to wait before it comes back.
    let retry: RxTimeInterval

    func add(to router: inout Router) {
        router.get("/events") { request in try stream(request) }
        // A head without a stream behind it: nobody is there to be shown anything.
        router.head("/events") { request in
            _ = try Subscription(request)
            return Self.response(EventStream())
        }
    }

    private static func response(_ stream: EventStream) -> Response {
        Response(.ok, fields: fields, body: .events(stream))
    }

    /// Nobody keeps or gathers any of it on the way, nginx included.
    private static let fields: Fields = [
        "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
    ]

    /// What a client asks for.
    private struct Subscription {
        let channels: [Channel]
        let lastEventID: String?

        init(_ request: Request) throws(Problem) {
            let parameters = try Query(request.head.query)
            channels = try EventChannels.parse(try parameters.string("channels"))
            // An EventSource that comes back sends the header by itself; its URL is still that of the first time.
            let inHeader = request.fields["Last-Event-ID"].flatMap { $0.isEmpty ? nil : $0 }
            lastEventID = if let inHeader { inHeader } else { try parameters.string("lastEventId") }
        }
    }

    private func stream(_ request: Request) throws -> Response {
        let subscription = try Subscription(request)
        let exchange = request.exchange
        // First the past, then the page: its own appearing is among what is to come.
        let resumption = live.journal.resume(after: subscription.lastEventID, channels: Set(subscription.channels))
        let viewer = live.viewers.admit(Page(), protocol: request.head.version.protocolName)
        exchange.lifetime.observeEnded { [viewers = live.viewers] in viewers.depart(viewer) }
        // Ends by itself, with the exchange at the latest: nothing to keep.
        _ = exchange.headWritten.subscribe(onNext: { viewer.page.follow(.headWritten) })

        let beginning = StreamBeginning(viewer, subscription.channels, resumption, retry: retry)
        let stream = EventStream(
            channels: EventChannels.mask(subscription.channels), replay: beginning.replay, after: resumption.current.sequence)
        if subscription.channels.contains(.ticks) {
            exchange.lifetime += ticks(of: viewer.page, on: exchange.loop).subscribe(onNext: { stream.send(Frame.tick($0)) })
        }
        return Self.response(stream)
    }

    /// A count each second while the page is visible: it stops when the page disappears and goes on when it appears again.
    private func ticks(of page: Page, on loop: EventLoop) -> Observable<Int> {
        page.rx.appear
            .flatMapLatest { Observable<Int>.interval(.seconds(1), scheduler: loop).take(until: page.rx.disappear) }
            .scan(0) { count, _ in count + 1 }
    }
}

/// What a stream begins with: who the client is, and what it has missed.
private struct StreamBeginning {
    let replay: EventReplay

    init(_ viewer: Viewer, _ channels: [Channel], _ resumption: Resumption, retry: RxTimeInterval) {
        let hello = Self.hello(viewer, channels)
        switch resumption.outcome {
        case .fresh:
            replay = [Frame.encode("hello", hello, id: resumption.current, retry: retry)]
        case .replay(let id, let records):
            replay = EventReplay([Frame.encode("hello", hello, id: id, retry: retry)], then: records) { $0.frame }
        case .reset(let reason):
            replay = [
                Frame.encode("hello", hello, id: resumption.current, retry: retry),
                Frame.encode("reset", Self.reset(reason), id: resumption.current),
            ]
        }
    }

    /// `{"reason"}`.
    private static func reset(_ reason: ResetReason) -> [UInt8] {
        JSONValue.object([.init("reason", .string(reason.rawValue))]).encoded
    }

    /// `{"viewer","key","channels"}`. By hand, since every stream has one: nothing in it needs an escape.
    private static func hello(_ viewer: Viewer, _ channels: [Channel]) -> [UInt8] {
        [UInt8](upTo: 112 + channels.reduce(0) { $0 + $1.rawValue.utf8.count + 3 }) { output in
            output.append(#"{"viewer":""#)
            viewer.id.write(to: &output)
            output.append(#"","key":""#)
            viewer.key.writeSecret(to: &output)
            output.append(#"","channels":["#)
            for (index, channel) in channels.enumerated() {
                output.append(index == 0 ? "\"" : ",\"")
                output.append(channel.rawValue.utf8.span)
                output.append(UInt8(ascii: "\""))
            }
            output.append("]}")
        }
    }
}
