import Rivulet

/// Loads a list of articles: when it is told that its view did load, and at each refresh; never twice at once.
///
///     dataSource.reactive.articles <~ viewModel.articles
///     viewModel.viewDidLoad()
///
/// A load belongs to the view model, not to who asked for it: it goes on when the client that asked leaves, and ends with
/// the view model. One that fails leaves the list as it was. Any thread may call.
public final class ArticleListViewModel: Sendable {
    private let load: Action<Void, [Article], ArticleSourceError>
    private let token = Lifetime.Token()

    /// What was loaded last; nothing before the first load has succeeded.
    public let articles: Property<[Article]>
    /// Whether a load is under way.
    public let isLoading: Property<Bool>
    /// Why a load failed, each time one does.
    public let errors: Signal<ArticleSourceError, Never>

    /// A view model that loads from `source`, and has not begun to.
    public init(source: some ArticleSource) {
        load = Action { source.articles }
        articles = Property(initial: [], then: load.values)
        isLoading = load.isExecuting
        errors = load.errors
    }

    /// Loads the articles for the first time.
    @discardableResult
    public func viewDidLoad() -> Refresh { refresh() }

    /// What came of asking for a refresh.
    public enum Refresh: Hashable, Sendable {
        /// It is under way now.
        case started
        /// One was under way already; this one is not done.
        case alreadyRunning
    }

    /// Loads the articles again, unless a load is under way. Of several that ask at once, on whatever threads, one starts it.
    @discardableResult
    public func refresh() -> Refresh {
        // The action refuses, if it does, before `start` returns. A failure of the load itself is for `errors`.
        let outcome = MutableProperty(Refresh.started)
        load.apply().take(during: Lifetime(token)).startWithFailed { error in
            if case .disabled = error { outcome.value = .alreadyRunning }
        }
        return outcome.value
    }
}
