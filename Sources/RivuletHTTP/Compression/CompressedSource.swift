import Rivulet

/// Compresses another source's content as it is pulled.
final class CompressedSource: ByteSource {
    private struct State {
        var deflater: Deflater?
        /// What has come out and was not pulled yet.
        var ready: ArraySlice<UInt8> = []
    }

    private let source: any ByteSource
    // A lock for the compiler's sake: all calls come on one loop.
    private let state: Lock<State>

    /// So much is compressed at once: about 0.3 ms of the loop's time.
    private static let portion = 16 * 1024

    /// - Returns: nil when there is no memory.
    init?(_ source: any ByteSource, level: Int) {
        guard let deflater = Deflater(.whole, level: level) else { return nil }
        self.source = source
        state = Lock(State(deflater: deflater))
    }

    var isEndless: Bool { source.isEndless }

    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) { source.start(on: loop, wake: wake) }

    func pull(atMost count: Int) -> Pulled {
        while true {
            let (ready, isOver) = state.withLock { state in
                let ready = state.ready.prefix(count)
                state.ready = state.ready.dropFirst(ready.count)
                return (ready, state.deflater == nil)
            }
            if !ready.isEmpty { return .bytes(ready) }
            if isOver { return .end }
            switch source.pull(atMost: Self.portion) {
            case .bytes(let bytes): add(bytes, .whenFull)
            case .end: add([], .end)
            case .later:
                // What has come so far must not wait for what may be long in coming.
                add([], .now)
                if state.withLock({ $0.ready.isEmpty }) { return .later }
            case .failed(let error): return .failed(error)
            }
        }
    }

    private func add(_ bytes: ArraySlice<UInt8>, _ flush: Deflater.Flush) {
        state.withLock { state in
            var output: [UInt8] = []
            bytes.withUnsafeBytes { state.deflater?.deflate($0, flush, into: &output) }
            state.ready = output[...]
            if flush == .end { state.deflater = nil }
        }
    }

    func stop() {
        source.stop()
        state.withLock { $0 = State(deflater: nil) }
    }
}
