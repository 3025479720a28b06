import Glibc
import Rivulet

/// `GET /events` as an observable: subscribing connects, and disposing leaves.
struct EventStreamRequest: Sendable {
    let endpoint: Endpoint
    let channels: String
    var lastEventID: String?
    /// How a client goes, all without a word.
    enum Departure: CaseIterable, Sendable {
        /// FIN.
        case close
        /// RST, as when a process is killed with something unread.
        case reset
    }
    var departure = Departure.close

    /// The head of the request.
    var head: String {
        let resume = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        return "GET /events?channels=\(channels) HTTP/1.1\r\nHost: \(endpoint.host):\(endpoint.port)\r\n\(resume)\r\n"
    }

    /// The events, on the poller's thread. Completes when the server ends the stream, and fails when it breaks off.
    func events(on poller: Poller) -> Observable<StreamEvent> {
        .create { observer in
            let connection: StreamConnection
            do throws(ClientError) {
                connection = try StreamConnection(to: endpoint)
                try connection.send(head)
            } catch {
                observer.onError(error)
                return Disposables.create()
            }
            let decoder = Lock(EventStreamDecoder())
            let watch = connection.watch(by: poller) {
                switch connection.receive() {
                case .bytes(let bytes):
                    do {
                        for event in try decoder.withLock({ try $0.feed(bytes) }) { observer.onNext(event) }
                        if decoder.withLock({ $0.isComplete }) { observer.onCompleted() }
                    } catch {
                        observer.onError(error)
                    }
                case .nothingYet: break
                case .over: observer.onError(ClientError(saying: "the stream broke off"))
                }
            }
            return Disposables.create {
                watch.dispose()
                connection.close(departure)
            }
        }
    }
}

/// A socket that is read when there is something, and closed by whoever wants that, whenever.
final class StreamConnection: Sendable {
    enum Outcome {
        case bytes([UInt8])
        case nothingYet
        case over
    }

    /// Nil once it is closed.
    private let descriptor: Lock<Int32?>

    init(to endpoint: Endpoint) throws(ClientError) {
        descriptor = Lock(try endpoint.connect())
    }

    deinit { close(.close) }

    func watch(by poller: Poller, _ reader: @escaping @Sendable () -> Void) -> any Disposable {
        descriptor.withLock { descriptor in descriptor.map { poller.watch($0, reader) } ?? Disposables.create() }
    }

    func send(_ text: String) throws(ClientError) {
        let count = descriptor.withLock { $0.map { Glibc.send($0, text, text.utf8.count, Int32(MSG_NOSIGNAL)) } ?? -1 }
        guard count == text.utf8.count else { throw ClientError("send") }
    }

    func receive() -> Outcome {
        descriptor.withLock { descriptor in
            guard let descriptor else { return .over }
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
                count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
                initialized = max(0, count)
            }
            if count > 0 { return .bytes(bytes) }
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothingYet : .over
        }
    }

    func close(_ departure: EventStreamRequest.Departure) {
        let descriptor = descriptor.withLock { exchange(&$0, with: nil) }
        guard let descriptor else { return }
        if departure == .reset {
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
        Glibc.close(descriptor)
    }
}
