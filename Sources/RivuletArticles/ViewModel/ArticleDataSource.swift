import Rivulet

/// Serves the articles it was given last, in pages, and tells what changes when it is given others.
///
/// Bind it to what loads them: `dataSource.reactive.articles <~ viewModel.articles`. Any thread may ask.
public final class ArticleDataSource: LifetimeProviding, ReactiveExtensionsProvider {
    public let lifetimeToken = Lifetime.Token()

    private let list = Lock(ArticleList([]))
    private let changesInput: Signal<ArticleChanges, Never>.Observer

    /// What was different each time other articles came, sent when they are what is served; nothing if they are the same.
    public let changes: Signal<ArticleChanges, Never>

    /// A data source of no articles.
    public init() {
        (changes, changesInput) = Signal.pipe()
    }

    deinit { changesInput.sendCompleted() }

    /// What is served now: a snapshot, the same object until other articles come.
    public var current: ArticleList { list.withLock { $0 } }

    /// How many articles there are.
    public var count: Int { current.articles.count }

    /// The article of that name.
    public func article(id: String) -> Article? { current[id: id] }

    /// The page that `query` asks for; see ``ArticleList/page(_:)`` for what it costs.
    public func page(_ query: ArticleQuery) -> ArticlePage { current.page(query) }

    /// Serves `articles` from now on.
    fileprivate func reload(_ articles: [Article]) {
        let new = ArticleList(articles)
        let old = list.withLock { list in
            defer { list = new }
            return list
        }
        let changes = ArticleChanges(from: old, to: new)
        if !changes.isEmpty { changesInput.send(value: changes) }
    }
}

extension Reactive where Base == ArticleDataSource {
    /// What to serve. Bind one source to it. A new list is sorted and indexed on the thread it comes on; once it was sent,
    /// it is served.
    public var articles: BindingTarget<[Article]> {
        makeBindingTarget(on: ImmediateScheduler()) { dataSource, articles in dataSource.reload(articles) }
    }
}
