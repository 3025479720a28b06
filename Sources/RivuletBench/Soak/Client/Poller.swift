import CLinux
import Dispatch
import Glibc
import Rivulet

/// One thread that waits for many sockets, and calls who reads from each.
final class Poller: Sendable {
    private struct State {
        var readers: [UInt64: @Sendable () -> Void] = [:]
        var lastKey: UInt64 = 0
    }

    private let descriptor: Int32
    private let state = Lock(State())

    /// Begins to wait. The thread goes on to the end of the process.
    init() throws(ClientError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw ClientError("epoll_create1") }
        DispatchQueue(label: "rivulet-bench.poller").async { self.run() }
    }

    /// Calls `reader` on the poller's thread whenever there is something to read, or the connection is over.
    /// - Returns: what ends that; the socket stays open.
    func watch(_ socket: Int32, _ reader: @escaping @Sendable () -> Void) -> any Disposable {
        let key = state.withLock { state in
            state.lastKey += 1
            state.readers[state.lastKey] = reader
            return state.lastKey
        }
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: key))
        epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
        return Disposables.create { [self] in
            let reader = state.withLock { $0.readers.removeValue(forKey: key) }
            if reader != nil { epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil) }
        }
    }

    private func run() -> Never {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            let count = epoll_wait(descriptor, &events, Int32(events.count), -1)
            for event in events.prefix(max(0, Int(count))) {
                // Gone meanwhile, perhaps.
                state.withLock { $0.readers[event.data.u64] }?()
            }
        }
    }
}
