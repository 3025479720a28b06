import Foundation
import Rivulet
import RivuletArticles
import Testing

/// What a source sends, or the error it fails with.
func load(_ source: some ArticleSource) async throws -> [Article] {
    try await withCheckedThrowingContinuation { continuation in
        source.articles.startWithResult { continuation.resume(with: $0) }
    }
}

/// Runs what may wait on a thread that may.
func onAThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test.waiting").async { continuation.resume(with: Result(catching: body)) }
    }
}

/// Waits until something of another thread's or of the system's has come about.
func eventually(_ isSo: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !isSo() {
        try #require(ContinuousClock.now < deadline, "It did not come about.", sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// A folder that goes away with the test.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("rivulet-\(UUID().uuidString)")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// A source whose loads are carried out by the test.
final class ManualSource: ArticleSource {
    private let state = Lock<(loads: [Signal<[Article], ArticleSourceError>.Observer], ended: Int)>(([], 0))

    var articles: SignalProducer<[Article], ArticleSourceError> {
        SignalProducer { [self] observer, lifetime in
            state.withLock { $0.loads.append(observer) }
            lifetime.observeEnded { [self] in state.withLock { $0.ended += 1 } }
        }
    }

    /// How many loads began.
    var begun: Int { state.withLock { $0.loads.count } }
    /// How many loads are over.
    var ended: Int { state.withLock { $0.ended } }

    private var latest: Signal<[Article], ArticleSourceError>.Observer? { state.withLock { $0.loads.last } }

    /// Ends the load that began last.
    func succeed(with items: [String]) throws {
        let latest = try #require(latest)
        latest.send(value: try decode(items))
        latest.sendCompleted()
    }

    /// Ends the load that began last.
    func fail(with error: ArticleSourceError) throws { try #require(latest).send(error: error) }
}

/// What a signal or a producer sent so far.
final class Recorded<Value: Sendable>: Sendable {
    private let state = Lock<[Value]>([])

    var values: [Value] { state.withLock { $0 } }

    func append(_ value: Value) { state.withLock { $0.append(value) } }
}
