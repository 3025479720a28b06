/// The content of a response that comes from a source, as a stream of HTTP/2 asks for it: into memory of the library's, which
/// may have less room than the source gives at once. Confined to the connection's loop.
final class PulledContent {
    private let source: any ByteSource
    /// How much is still to come, if that is known.
    private var remaining: Int?
    /// What was pulled and did not fit.
    private var left: ArraySlice<UInt8> = []

    init(_ source: any ByteSource, length: Int?) {
        self.source = source
        remaining = length
    }

    var isEndless: Bool { source.isEndless }

    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) { source.start(on: loop, wake: wake) }

    func stop() { source.stop() }

    /// What a read came to.
    enum Read {
        case bytes(Int)
        case last(Int)
        case later
        case failed(reason: String)
    }

    /// Gives the next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        if left.isEmpty {
            switch source.pull(atMost: min(buffer.count, remaining ?? .max)) {
            case .bytes(let pulled): left = pulled
            case .later: return .later
            case .end:
                guard let remaining, remaining > 0 else { return .last(0) }
                return .failed(reason: "a body was shorter than its length said")
            case .failed(let error): return .failed(reason: "a body could not be read to its end: \(error)")
            }
        }
        let count = min(buffer.count, left.count)
        left.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
        left = left.dropFirst(count)
        remaining = remaining.map { $0 - count }
        return remaining == 0 ? .last(count) : .bytes(count)
    }
}
