import Rivulet

/// Writes down what it sees, from any thread.
final class Recorder<Entry: Sendable>: Sendable {
    private let recorded = Lock<[Entry]>([])

    var entries: [Entry] { recorded.withLock { $0 } }

    func record(_ entry: Entry) { recorded.withLock { $0.append(entry) } }
}

/// An object whose end can be seen.
final class Witness: Sendable {}

struct TestError: Error, Equatable {
    var name = "test"
}
