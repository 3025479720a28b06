import Rivulet
import Synchronization

/// The content of a request. Nothing of it is read from the client before somebody asks, and then only as fast as it
/// is asked for. It can be read once, in one of the ways below.
public struct RequestBody: Sendable {
    private let channel: BodyChannel?

    /// A body that a connection fills.
    init(_ channel: BodyChannel?) {
        self.channel = channel
    }

    /// No content.
    public static let empty = RequestBody(nil)

    /// Content that is there already: for requests that no socket stands behind.
    public init(_ bytes: [UInt8]) {
        let channel = BodyChannel(length: bytes.count) {}
        if !bytes.isEmpty { channel.supply(bytes[...]) }
        channel.end(.end)
        self.channel = channel
    }

    /// The length that the head declared, in bytes: 0 without content, nil when it shows only at the end.
    public var length: Int? { channel.map(\.length) ?? 0 }

    /// The content in pieces, as an asynchronous sequence: the client is read from only while one is awaited. Fails with
    /// a ``RequestBodyError``.
    public var bytes: Bytes { Bytes(channel: channel) }

    /// The content in pieces, as an observable sequence, which cannot be paused: reads on as fast as the client sends.
    public var chunks: Observable<ArraySlice<UInt8>> {
        guard let channel else { return .empty() }
        return .create { observer in
            let pump = BodyPump(channel, observer)
            pump.pull()
            return Disposables.create { pump.stop() }
        }
    }

    /// The whole content, once it is here: one element. Fails with ``RequestBodyError/tooLarge(limit:)`` as soon as it is longer
    /// than that.
    /// - Parameter limit: how many bytes are taken at most; the server's body limit holds in any case.
    public func collect(atMost limit: Int = .max) -> Observable<[UInt8]> {
        if let length, length > limit { return .error(RequestBodyError.tooLarge(limit: limit)) }
        let chunks = self.chunks
        return .create { observer in
            let collected = Lock<[UInt8]>([])
            return chunks.subscribe(
                onNext: { chunk in
                    let fits = collected.withLock { collected in
                        if collected.count + chunk.count > limit { return false }
                        collected.append(contentsOf: chunk)
                        return true
                    }
                    if !fits { observer.onError(RequestBodyError.tooLarge(limit: limit)) }
                },
                onError: { observer.onError($0) },
                onCompleted: {
                    observer.onNext(collected.withLock { $0 })
                    observer.onCompleted()
                })
        }
    }

    /// The whole content, once it is here. At most what the server's body limit allows.
    /// - Throws: a ``RequestBodyError``.
    public func collect() async throws -> [UInt8] {
        var collected: [UInt8] = []
        for try await chunk in bytes { collected.append(contentsOf: chunk) }
        return collected
    }

    /// The content in pieces, pulled.
    public struct Bytes: AsyncSequence, Sendable {
        fileprivate let channel: BodyChannel?

        public func makeAsyncIterator() -> Iterator { Iterator(channel: channel) }

        /// Pulls a piece at a time.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let channel: BodyChannel?

            public func next() async throws -> ArraySlice<UInt8>? {
                guard let channel else { return nil }
                return try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { continuation in
                        channel.next { piece in
                            switch piece {
                            case .bytes(let bytes): continuation.resume(returning: bytes)
                            case .end: continuation.resume(returning: nil)
                            case .failed(let error): continuation.resume(throwing: error)
                            }
                        }
                    }
                } onCancel: {
                    channel.cancel()
                }
            }
        }
    }
}

/// Why the content of a request could not be read to its end.
public enum RequestBodyError: Error, Equatable {
    /// The client went away before it had sent everything.
    case disconnected
    /// The content is longer than the server accepts; the limit in bytes.
    case tooLarge(limit: Int)
    /// The content breaks the rules of its framing.
    case malformed
    /// Two readers asked at once.
    case readTwice
}

/// Pulls piece after piece for an observer. A piece that is there at once arrives inside the call that asks for it, so
/// asking again is left to the loop that asks: constant stack.
private final class BodyPump: Sendable {
    private let channel: BodyChannel
    private let observer: AnyObserver<ArraySlice<UInt8>>
    private let due = Atomic<Int>(0)
    private let isStopped = Atomic<Bool>(false)

    init(_ channel: BodyChannel, _ observer: AnyObserver<ArraySlice<UInt8>>) {
        self.channel = channel
        self.observer = observer
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        channel.cancel()
    }

    func pull() {
        guard due.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
        repeat {
            if isStopped.load(ordering: .acquiring) { return }
            channel.next { [self] piece in
                switch piece {
                case .bytes(let bytes):
                    observer.onNext(bytes)
                    pull()
                case .end: observer.onCompleted()
                case .failed(let error): observer.onError(error)
                }
            }
        } while due.subtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }
}
