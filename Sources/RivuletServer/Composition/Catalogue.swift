import Rivulet
import RivuletArticles
import RivuletEvents

/// The articles as the house has them: a view model that loads them, a data source bound to it that serves them, and the
/// two channels on which everyone sees that happen.
final class Catalogue: Sendable {
    private let viewModel: ArticleListViewModel
    private let dataSource = ArticleDataSource()
    private let journal: any Journal
    private let log: Log
    private let bindings = CompositeDisposable()

    /// Nothing is loaded yet.
    /// - Parameter path: of a file with articles; `nil` for the samples.
    init(_ path: String?, journal: any Journal, log: Log) {
        self.journal = journal
        self.log = log
        viewModel = path.map { ArticleListViewModel(source: ArticleFile(path: $0)) } ?? ArticleListViewModel(source: SampleArticles())
        let served = dataSource.reactive.articles <~ viewModel.articles
        bindings += served
    }

    deinit { bindings.dispose() }

    var count: Int { dataSource.count }

    /// The articles as they are now.
    var list: ArticleList { dataSource.current }

    /// Loads the articles for the first time. Until that is done nobody is served, so nobody is told of it; from then on
    /// everyone is told of each refresh.
    func load() async throws(StartFailure) {
        if let error = await firstLoad() { throw StartFailure(error) }
        announce()
    }

    /// Reads the articles again; `false` if that is under way already.
    func refresh() -> Bool { viewModel.refresh() == .started }

    /// - Returns: why it failed, if it did.
    private func firstLoad() async -> ArticleSourceError? {
        await withCheckedContinuation { continuation in
            let waiting = Lock<CheckedContinuation<ArticleSourceError?, Never>?>(continuation)
            let resume: @Sendable (ArticleSourceError?) -> Void = { error in
                let continuation = waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                continuation?.resume(returning: error)
            }
            // After the binding above in line, so that what was loaded is served by then; and not before the load has ended, so
            // that a refresh asked for at once is not told that one is under way.
            let ended = viewModel.isLoading.producer.filter { !$0 }.take(first: 1)
            bindings += SignalProducer(viewModel.articles.signal.take(first: 1)).then(ended).startWithValues { _ in resume(nil) }
            bindings += viewModel.errors.take(first: 1).observeValues { resume($0) }
            viewModel.viewDidLoad()
        }
    }

    private func announce() {
        // The first load may be about to end at this moment; its end is nobody's news.
        bindings += viewModel.isLoading.signal.skip(while: { !$0 }).observeValues { [journal] isLoading in
            journal.append(
                Entry(channel: .activity, event: "activity", data: JSONValue.object([.init("active", .bool(isLoading))]).encoded))
        }
        bindings += dataSource.changes.observeValues { [journal] changes in
            journal.append(Entry(channel: .articles, event: "articles", data: changes.json.encoded))
        }
        bindings += viewModel.errors.observeValues { [journal, log] error in
            log.error("the articles could not be read again: \(error)")
            journal.append(
                Entry(channel: .articles, event: "refreshFailed", data: JSONValue.object([.init("reason", .string(error.reason))]).encoded))
        }
    }
}

extension ArticleChanges {
    fileprivate var json: JSONValue {
        func list(_ ids: [String]) -> JSONValue { .array(ids.map { .string($0) }) }
        return ["inserted": list(inserted), "updated": list(updated), "removed": list(removed), "total": .number(JSONNumber(total))]
    }
}

extension ArticleSourceError {
    /// As everyone on the stream is told. Where the file lies and what is wrong in it is for the log alone.
    fileprivate var reason: String {
        switch self {
        case .unreadable, .isDirectory: "unreadable"
        case .tooLarge: "tooLarge"
        case .malformed: "malformed"
        }
    }
}

extension StartFailure {
    fileprivate init(_ error: ArticleSourceError) {
        let status: Program.ExitStatus =
            switch error {
            case .unreadable, .isDirectory: .missingInput
            case .tooLarge, .malformed: .brokenInput
            }
        self.init(status, "no articles: \(error)")
    }
}
