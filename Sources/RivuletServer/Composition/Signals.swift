import Dispatch
import Glibc
import Rivulet

/// Signals as calls: the first SIGTERM or SIGINT asks for a stop in order, the second for the end at once; SIGHUP asks for
/// what can be read again to be read again, and so is never the end, not even when a terminal is closed.
///
/// Belongs to the thread that makes it, the main one; only what it calls runs elsewhere.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    /// `first` and `second` come on one queue, `reload` on another: it reads files, which may be on a disk that does not answer,
    /// and what asks for the end must not wait for that.
    /// - Parameters:
    ///   - reload: called for SIGHUP; one call for all those that came during the one before.
    ///   - first: called once, with the name of the signal that asks for a stop.
    ///   - second: called for every further one.
    init(reload: @escaping @Sendable () -> Void, first: @escaping @Sendable (String) -> Void, second: @escaping @Sendable (String) -> Void)
    {
        let queue = DispatchQueue(label: "rivulet.signals", qos: .userInteractive)
        let count = Count()
        var sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            Self.source(number, queue) { count.next() == 1 ? first(name) : second(name) }
        }
        sources.append(Self.source(SIGHUP, DispatchQueue(label: "rivulet.reload"), reload))
        self.sources = sources
    }

    private static func source(
        _ number: Int32, _ queue: DispatchQueue, _ action: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        // Otherwise the default action, the end of the process, comes first.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: action)
        source.resume()
        return source
    }
}

/// Counts signals.
private final class Count: Sendable {
    private let value = Lock(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
