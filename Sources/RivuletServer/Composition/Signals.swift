import Dispatch
import Glibc
import Rivulet

/// Signals as calls: the first SIGTERM or SIGINT asks for a stop in order, the second for the end at once; SIGHUP, where
/// there is something to read again, for that.
///
/// Belongs to the thread that makes it, the main one; only what it calls runs elsewhere.
final class Signals {
    private let sources: [any DispatchSourceSignal]

    /// All calls come on one queue of their own.
    /// - Parameters:
    ///   - reload: called for every SIGHUP; nil leaves it what it is, the end of a program whose terminal is gone.
    ///   - first: called once, with the name of the signal that asks for a stop.
    ///   - second: called for every further one.
    init(reload: (@Sendable () -> Void)?, first: @escaping @Sendable (String) -> Void, second: @escaping @Sendable (String) -> Void) {
        let queue = DispatchQueue(label: "rivulet.signals", qos: .userInteractive)
        let count = Count()
        var sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            Self.source(number, queue) { count.next() == 1 ? first(name) : second(name) }
        }
        if let reload { sources.append(Self.source(SIGHUP, queue, reload)) }
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
