import Dispatch
import Glibc
import Rivulet

/// SIGTERM and SIGINT as calls: the first asks for a stop in order, the second for the end at once.
///
/// Belongs to the thread that makes it, the main one; only what it calls runs elsewhere.
final class StopSignals {
    private let sources: [any DispatchSourceSignal]

    /// - Parameters:
    ///   - first: called once, with the signal's name.
    ///   - second: called for every further signal. Both on one queue of their own.
    init(first: @escaping @Sendable (String) -> Void, second: @escaping @Sendable (String) -> Void) {
        let queue = DispatchQueue(label: "rivulet.signals", qos: .userInteractive)
        let count = Count()
        sources = [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            // Otherwise the default action, the end of the process, comes first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { count.next() == 1 ? first(name) : second(name) }
            source.resume()
            return source
        }
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
