import Dispatch
import Rivulet

/// Reads a file in pieces, one ahead of the client.
final class FileSource: ByteSource {
    private static let pieceSize = 128 << 10

    private struct State {
        var file: OpenFile?
        var offset: Int
        var end: Int
        var piece: ArraySlice<UInt8> = []
        var isReading = false
        var hasFailed = false
        var wake: (@Sendable () -> Void)?
    }

    /// The file is not what it was when its length was sent.
    struct Truncated: Error {}

    private let worker: DispatchQueue
    private let state: Lock<State>

    init(_ file: OpenFile, _ range: Range<Int>, worker: DispatchQueue) {
        self.worker = worker
        state = Lock(State(file: file, offset: range.lowerBound, end: range.upperBound))
    }

    func start(on loop: EventLoop, wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
        readAhead()
    }

    func pull(atMost count: Int) -> Pulled {
        let pulled: Pulled = state.withLock { state in
            if !state.piece.isEmpty {
                let bytes = state.piece.prefix(count)
                state.piece = state.piece.dropFirst(bytes.count)
                return .bytes(bytes)
            }
            if state.hasFailed { return .failed(Truncated()) }
            return state.offset == state.end && !state.isReading ? .end : .later
        }
        readAhead()
        return pulled
    }

    func stop() {
        // Closes the descriptor, once a read that is under way has let go of it.
        let file = state.withLock { state in
            state.wake = nil
            return state.file.take()
        }
        withExtendedLifetime(file) {}
    }

    private func readAhead() {
        let next: (file: OpenFile, offset: Int, count: Int)? = state.withLock { state in
            guard state.piece.isEmpty, !state.isReading, !state.hasFailed, state.offset < state.end, let file = state.file else {
                return nil
            }
            state.isReading = true
            return (file, state.offset, min(Self.pieceSize, state.end - state.offset))
        }
        guard let (file, offset, count) = next else { return }
        worker.async { [self] in
            let piece = file.read(at: offset, count: count)
            let wake = state.withLock { state in
                state.isReading = false
                state.offset += count
                if let piece { state.piece = piece[...] } else { state.hasFailed = true }
                return state.wake
            }
            wake?()
        }
    }
}
